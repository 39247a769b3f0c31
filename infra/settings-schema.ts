import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import * as z from 'zod';
import { rateLimitsSchema } from '../shared/kernel/api/limits/rate-limits.ts';
import { CELL_MAX } from '../shared/kernel/core/cell.ts';
import { STORAGE_MIN_MB } from '../shared/kernel/read-model/model-cache.ts';
import { slug } from '../shared/kernel/slugs/slug.ts';

/** https://docs.aws.amazon.com/AmazonCloudWatchLogs/latest/APIReference/API_PutRetentionPolicy.html */
const RETENTION_DAYS = new Set(
  Object.values(RetentionDays).filter((days) => typeof days === 'number' && days !== RetentionDays.INFINITE),
);

const positive = z.int().positive();

const signInProvider = z.strictObject({
  name: z.string().min(1),
  issuer: z.url(),
  clientId: z.string().min(1),
});

const tableUnits = z.strictObject({ readUnits: positive, writeUnits: positive });

const certificateArn = z
  .string()
  .regex(/^arn:aws:acm:[a-z0-9-]+:\d{12}:certificate\/\S+$/, 'must be the ARN of an ACM certificate');

const cellNumber = z.int().min(1).max(CELL_MAX);
/** They are part of a function at the edge, which CloudFront takes up to 10 KB of. */
const CELLS_MAX = 20;

/** What the file of an environment may set. */
export const settingsSchema = z.strictObject({
  kind: z.enum(['development', 'staging', 'production']),
  account: z
    .string()
    .regex(/^\d{12}$/, 'must be the 12 digits of an AWS account')
    .exactOptional(),
  region: z
    .string()
    .regex(/^[a-z]{2}(-[a-z]+)+-\d$/, 'must be a region such as eu-central-1')
    .exactOptional(),
  alarmEmail: z.email('must be an email address').exactOptional(),
  alarmTopicArn: z
    .string()
    .regex(/^arn:aws[a-z-]*:sns:[a-z0-9-]+:\d{12}:[\w-]+$/, 'must be the ARN of a standard topic of SNS')
    .exactOptional(),
  domain: z
    .strictObject({ name: z.hostname('must be a host name such as plan.example.com'), certificateArn })
    .exactOptional(),
  gatewayDomain: z
    .strictObject({
      name: z.hostname('must be a host name such as gateway.plan.example.com'),
      certificateArn,
      inUse: z.boolean().exactOptional(),
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
  logRetentionDays: z
    .int()
    .refine((days) => RETENTION_DAYS.has(days), {
      message: `must be one of ${[...RETENTION_DAYS].join(', ')}, which CloudWatch Logs takes`,
    })
    .exactOptional(),
  customerManagedKey: z.boolean().exactOptional(),
  edgeLogs: z.boolean().exactOptional(),
  openTelemetry: z
    .strictObject({
      layerArn: z
        .string()
        .regex(
          /^arn:aws[a-z-]*:lambda:[a-z0-9-]+:\d{12}:layer:[\w-]+:\d+$/,
          'must be the ARN of a version of a layer',
        ),
      environment: z
        .record(z.string().regex(/^OTEL_[A-Z0-9_]+$/, 'must begin with OTEL_'), z.string())
        .exactOptional(),
    })
    .exactOptional(),
  eventRetentionDays: z.int().min(1).max(365).exactOptional(),
  auditRetentionDays: z.int().min(30).max(3_650).exactOptional(),
  functionMemory: z.int().min(512).max(10_240).exactOptional(),
  workerMemory: z.int().min(256).max(10_240).exactOptional(),
  modelStorage: z.int().min(STORAGE_MIN_MB).max(10_240).exactOptional(),
  throttle: z.strictObject({ rate: positive, burst: positive }).exactOptional(),
  rateLimits: rateLimitsSchema().exactOptional(),
  maintenance: z.boolean().exactOptional(),
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
