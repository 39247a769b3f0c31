import { RemovalPolicy } from 'aws-cdk-lib';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { AUDIT_RETENTION_DAYS } from '../shared/kernel/api/operation/audit-trail-store.ts';
import { EVENT_RETENTION_DAYS } from '../shared/kernel/log/retention.ts';
import { DEFAULT_QUOTAS } from '../shared/kernel/api/limits/quotas.ts';
import {
  DEFAULT_RATE_LIMITS,
  RATE_LIMIT_MAX,
  rateLimitsSchema,
  type RateLimits,
} from '../shared/kernel/api/limits/rate-limits.ts';
import { CELL_MAX } from '../shared/kernel/core/cell.ts';
import { STORAGE_MIN_MB, storageFor } from '../shared/kernel/read-model/model-cache.ts';
import { slug } from '../shared/kernel/slugs/slug.ts';
import { assertSettingsFit } from './fits.ts';
import type { EnvironmentConfig } from './constructs/environment-config.ts';

const folder = fileURLToPath(new URL('environments/', import.meta.url));

type Preset = Omit<EnvironmentConfig, 'name' | 'id'>;

const development: Preset = {
  removalPolicy: RemovalPolicy.DESTROY,
  deletionProtection: false,
  pointInTimeRecovery: false,
  backups: false,
  emptiesBuckets: true,
  logRetentionDays: 7,
  eventRetentionDays: EVENT_RETENTION_DAYS,
  auditRetentionDays: AUDIT_RETENTION_DAYS,
  functionMemory: 1_024,
  workerMemory: 512,
  modelStorage: STORAGE_MIN_MB,
  throttle: { rate: 200, burst: 400 },
  rateLimits: DEFAULT_RATE_LIMITS,
  webhookConcurrency: 50,
  jobConcurrency: 20,
  sweepers: 1,
  rollout: 'all-at-once',
};

const production: Preset = {
  removalPolicy: RemovalPolicy.RETAIN,
  deletionProtection: true,
  pointInTimeRecovery: true,
  backups: true,
  emptiesBuckets: false,
  logRetentionDays: 90,
  eventRetentionDays: EVENT_RETENTION_DAYS,
  auditRetentionDays: AUDIT_RETENTION_DAYS,
  functionMemory: 1_024,
  workerMemory: 512,
  // For a team that has all stories of its workspace.
  modelStorage: storageFor(DEFAULT_QUOTAS.stories),
  // Above the quota that accounts have at first, which then applies.
  throttle: { rate: 20_000, burst: 10_000 },
  rateLimits: DEFAULT_RATE_LIMITS,
  webhookConcurrency: 100,
  jobConcurrency: 50,
  sweepers: 4,
  rollout: 'canary',
  edge: 'front',
};

const presets = {
  development,
  /** The shape of production, with data that no one would miss. */
  staging: { ...production, ...keepingNothing() },
  production,
};

function keepingNothing(): Partial<Preset> {
  const { removalPolicy, deletionProtection, backups, emptiesBuckets, logRetentionDays } = development;
  return { removalPolicy, deletionProtection, backups, emptiesBuckets, logRetentionDays };
}

const NAME = /^[a-z](?:[a-z0-9-]{0,18}[a-z0-9])?$/;

const positive = z.int().positive();

const signInProvider = z.strictObject({
  name: z.string().min(1),
  issuer: z.url(),
  clientId: z.string().min(1),
});

const tableUnits = z.strictObject({ readUnits: positive, writeUnits: positive });

const cellNumber = z.int().min(1).max(CELL_MAX);
/** They are part of a function at the edge, which CloudFront takes up to 10 KB of. */
const CELLS_MAX = 20;

const settingsSchema = z.strictObject({
  kind: z.enum(['development', 'staging', 'production']),
  account: z
    .string()
    .regex(/^\d{12}$/, 'must be the 12 digits of an AWS account')
    .exactOptional(),
  region: z
    .string()
    .regex(/^[a-z]{2}(-[a-z]+)+-\d$/, 'must be a region such as eu-central-1')
    .exactOptional(),
  alarmEmail: z.email('must be an e-mail address').exactOptional(),
  domain: z
    .strictObject({
      name: z.hostname('must be a host name such as plan.example.com'),
      certificateArn: z
        .string()
        .regex(/^arn:aws:acm:[a-z0-9-]+:\d{12}:certificate\/\S+$/, 'must be the ARN of an ACM certificate'),
    })
    .exactOptional(),
  edge: z.enum(['front', 'separate', 'none']).exactOptional(),
  rollout: z.enum(['canary', 'all-at-once']).exactOptional(),
  dashboard: z.boolean().exactOptional(),
  webAclArn: z
    .string()
    .regex(
      /^arn:aws:wafv2:us-east-1:\d{12}:global\/webacl\/\S+$/,
      'must be the ARN of a web ACL for CloudFront, which is in us-east-1 and global',
    )
    .exactOptional(),
  // The setting of an earlier release, which files may still have.
  portalDomains: z
    .never(
      'is no longer a setting: list the hosts in portalHosts, and give each portal its own by plotline portals host',
    )
    .exactOptional(),
  portalHosts: z
    .array(
      z
        .string()
        .regex(
          /^(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)+$/,
          'must be a host name such as feedback.acme.com, or *.feedback.example.com for all below one',
        ),
    )
    .exactOptional(),
  cells: z
    .array(
      z.strictObject({
        number: cellNumber,
        gateway: z.hostname('must be the host of its gateway, the output GatewayHost of its API stack'),
        hosts: z.array(z.hostname().lowercase()).min(1),
      }),
    )
    .min(1)
    .max(CELLS_MAX)
    .exactOptional(),
  cell: z
    .strictObject({
      number: cellNumber,
      edgeKeyArn: z
        .string()
        .regex(
          /^arn:aws:secretsmanager:[a-z0-9-]+:\d{12}:secret:\S+-\w{6}$/,
          'must be the whole ARN of the secret, the output EdgeKeyArn of the API stack in front',
        ),
    })
    .exactOptional(),
  signIn: z.union([signInProvider, z.array(signInProvider).min(1).max(10)]).exactOptional(),
  signInCodes: z.boolean().exactOptional(),
  mail: z
    .strictObject({
      domain: z.hostname('must be a domain such as mail.example.com'),
      from: z.string().min(3).exactOptional(),
    })
    .exactOptional(),
  inboundMailDomain: z.hostname('must be a domain such as triage.example.com').lowercase().exactOptional(),
  table: z
    .strictObject({
      name: z.string().min(3),
      streamArn: z.string().regex(/^arn:aws:dynamodb:.+\/stream\//, "must be the ARN of the table's stream"),
      managed: z.boolean().exactOptional(),
    })
    .exactOptional(),
  attachmentScan: z
    .strictObject({
      tag: z.string().regex(/^[\w.:/+-]{1,128}$/, 'must be the name of a tag'),
      clean: z.string().regex(/^[\w.:/+-]{1,256}$/, 'must be the value of a tag'),
    })
    .exactOptional(),
  tableLimits: tableUnits.exactOptional(),
  warmThroughput: tableUnits.exactOptional(),
  backupCopies: z
    .array(
      z.string().regex(/^arn:aws:backup:[a-z0-9-]+:\d{12}:backup-vault:\S+$/, 'must be the ARN of a vault'),
    )
    .min(1)
    .max(5)
    .exactOptional(),
  logRetentionDays: positive.exactOptional(),
  eventRetentionDays: z.int().min(1).max(365).exactOptional(),
  auditRetentionDays: z.int().min(30).max(3_650).exactOptional(),
  functionMemory: z.int().min(512).max(10_240).exactOptional(),
  workerMemory: z.int().min(256).max(10_240).exactOptional(),
  modelStorage: z.int().min(STORAGE_MIN_MB).max(10_240).exactOptional(),
  throttle: z.strictObject({ rate: positive, burst: positive }).exactOptional(),
  rateLimits: rateLimitsSchema().exactOptional(),
  tracing: z.boolean().exactOptional(),
  directCalls: z.boolean().exactOptional(),
  securityContact: z
    .string()
    .regex(/^(mailto:\S+@\S+|https:\/\/\S+|tel:\S+)$/, 'must be a mailto:, https: or tel: URL')
    .exactOptional(),
  demoPortal: slug().exactOptional(),
  webhookConcurrency: z.int().min(2).max(1_000).exactOptional(),
  jobConcurrency: z.int().min(2).max(1_000).exactOptional(),
  // EventBridge takes five targets of a rule.
  sweepers: z.int().min(1).max(5).exactOptional(),
  accountConcurrency: positive.exactOptional(),
  monthlyBudget: positive.exactOptional(),
});

/** What a file has to have before its environment can be deployed is left out. */
export class IncompleteEnvironment extends Error {
  override name = 'IncompleteEnvironment';
}

/** The configuration of settings. Throws an Error whose message says what to put right where. */
export function parseEnvironment(name: string, settings: unknown, copy?: string): EnvironmentConfig {
  const file = `infra/environments/${name}.json`;
  const parsed = settingsSchema.safeParse(settings);
  if (!parsed.success) {
    const problems = parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'it'}: ${message}`);
    throw new Error(`${file} cannot be used: ${problems.join('; ')}.`);
  }
  const { kind, edge, ...overrides } = parsed.data;
  if (kind === 'production' && overrides.alarmEmail === undefined) {
    throw new IncompleteEnvironment(
      `Set alarmEmail in ${file} to the address that alarms are sent to: a production environment needs one.`,
    );
  }
  if (kind === 'production' && overrides.domain === undefined) {
    throw new IncompleteEnvironment(
      `Set domain in ${file} to the host name that people know the service by, with its certificate: links in mails and ` +
        'tokens of AI clients name it, so a production environment needs one from its first day.',
    );
  }
  if (kind === 'production' && copy !== undefined) {
    throw new Error(
      `${name} is a production environment, of which there are no copies: omit the copy's name.`,
    );
  }
  const config: EnvironmentConfig = {
    name,
    id: copy === undefined ? name : `${name}-${assertName('copy', copy)}`,
    ...presets[kind],
    ...overrides,
    ...(edge && { edge: edge === 'none' ? undefined : edge }),
    ...(overrides.cell && { edge: undefined }),
  };
  assertSettingsFit(config, file);
  return config;
}

/** Limits of the local service, unless PLOTLINE_RATE_LIMIT sets others: enough for tests and imports. */
const LOCAL_RATE_LIMITS: RateLimits = {
  credential: 100_000,
  workspace: 1_000_000,
  writesADay: RATE_LIMIT_MAX,
};

/** Nothing leaves this machine: the runner replaces SES and shows the mails. */
const LOCAL_MAIL = { domain: 'plotline.test' };
const LOCAL_INBOUND_DOMAIN = 'triage.plotline.test';

/** The configuration of the local service, or of an environment's file; throws an Error that says what to do. */
export function environmentConfig(name: string, copy?: string): EnvironmentConfig {
  if (name === 'local') {
    return {
      name,
      id: name,
      ...development,
      emptiesBuckets: false,
      edge: 'separate',
      rateLimits: LOCAL_RATE_LIMITS,
      mail: LOCAL_MAIL,
      inboundMailDomain: LOCAL_INBOUND_DOMAIN,
      // `npm start` names those of its demo.
      demoPortal: '',
      demoBoard: '',
    };
  }
  assertName('environment', name);
  const file = `${folder}${name}.json`;
  if (!existsSync(file)) {
    throw new Error(
      `There is no environment "${name}"; there are ${environmentNames().join(', ')}. To add it, write ` +
        `infra/environments/${name}.json with { "kind": "development" }, "staging" or "production".`,
    );
  }
  return parseEnvironment(name, readSettings(file), copy);
}

/** The environments that have a file. */
export const environmentNames = (): string[] =>
  readdirSync(folder)
    .map((entry) => entry.replace(/\.json$/, ''))
    .sort();

/** Which environment to synthesize: of PLOTLINE_ENV or `-c env=`, and `-c copy=`; `dev` when neither is set. */
export function selectEnvironment(
  variable: string | undefined,
  { env, copy }: { env?: string | undefined; copy?: string | undefined },
): EnvironmentConfig {
  if (variable && env && variable !== env) {
    throw new Error(`PLOTLINE_ENV is ${variable}, but -c env=${env} was passed: unset one of them.`);
  }
  return environmentConfig(variable || env || 'dev', copy || undefined);
}

function assertName(what: string, name: string): string {
  if (NAME.test(name)) return name;
  throw new Error(
    `"${name}" cannot name ${what === 'copy' ? 'a copy' : 'an environment'}: use 1 to 20 lower-case letters, ` +
      'digits and hyphens, beginning with a letter.',
  );
}

function readSettings(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`${file} is not valid JSON: ${(error as Error).message}`);
  }
}
