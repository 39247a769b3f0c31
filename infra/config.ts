import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { RATE_LIMIT_MAX, type RateLimits } from '../shared/kernel/api/limits/rate-limits.ts';
import { fieldProblems } from '../shared/kernel/api/operation/field-problems.ts';
import type { EnvironmentConfig } from './constructs/environment-config.ts';
import { assertSettingsFit } from './fits.ts';
import { development, presets } from './presets.ts';
import { settingsSchema } from './settings-schema.ts';

const folder = fileURLToPath(new URL('environments/', import.meta.url));

const NAME = /^[a-z](?:[a-z0-9-]{0,18}[a-z0-9])?$/;

/** What a file has to have before its environment can be deployed is left out. */
export class IncompleteEnvironment extends Error {
  override name = 'IncompleteEnvironment';
}

/** The configuration of settings. Throws an Error whose message says what to put right where. */
export function parseEnvironment(name: string, settings: unknown, copy?: string): EnvironmentConfig {
  const file = `infra/environments/${name}.json`;
  const parsed = settingsSchema.safeParse(settings);
  if (!parsed.success) {
    const problems = parsed.error.issues.flatMap((issue) => {
      const { code, path, message } = issue;
      if (code !== 'unrecognized_keys') return [`${path.join('.') || 'the file'}: ${message}`];
      const unknown = fieldProblems(new z.ZodError([issue]), 'body', settingsSchema);
      return unknown.map((one) => `"${one.path}" ${one.message.replace('field', 'setting')}`);
    });
    // A suggestion ends with a question mark.
    throw new Error(`${file} cannot be used: ${problems.join('; ')}.`.replace('?.', '?'));
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
  if (kind === 'production' && overrides.account === undefined) {
    throw new IncompleteEnvironment(
      `Set account in ${file} to the 12 digits of its AWS account: otherwise, production is deployed to that of whatever ` +
        'credentials are there.',
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
