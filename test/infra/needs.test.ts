import { Template } from 'aws-cdk-lib/assertions';
import { globSync, readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { ApiStack } from '../../infra/api-stack.ts';
import { DataStack } from '../../infra/data-stack.ts';
import { operationRoute } from '../../shared/kernel/api/http/operation-route.ts';
import { publicReadRoutes } from '../../shared/kernel/api/http/public-read.ts';
import type { WebRoute } from '../../shared/kernel/api/operation/web-route.ts';
import { secretNames } from '../../shared/kernel/core/needs.ts';
import type { FunctionGroup } from '../../shared/surface/groups/function-group.ts';
import { functionGroups } from '../../shared/surface/registry.ts';
import type { EnvironmentConfig } from '../../infra/constructs/environment-config.ts';
import { production } from './production.ts';
import { rightsOf, type Statement } from './role-rights.ts';
import { templatesOf } from './templates.ts';
import { newApp } from './new-app.ts';

const app = newApp();
const config: EnvironmentConfig = {
  ...production(),
  // Where all come through the edge, further functions have its key (edge.test.ts).
  edge: 'separate',
  domain: undefined,
  signIn: { name: 'Acme', issuer: 'https://id.example', clientId: 'plotline' },
};
const data = new DataStack(app, 'data', { config });
const template = Template.fromStack(
  new ApiStack(app, 'api', {
    config,
    table: data.table,
    secrets: data.secrets,
    attachments: data.attachments,
    alarmTopic: data.alarmTopic,
  }),
);

/** What is written of each function, apart from its declaration: the secrets and the table rights that it has. */
const expected: Record<string, { secrets: string[]; table: string }> = {
  stories: { secrets: ['KEYRING_ARN'], table: 'read, write, index' },
  search: { secrets: ['EDGE_KEY_ARN', 'KEYRING_ARN'], table: 'read, write, index' },
  analysis: { secrets: ['KEYRING_ARN'], table: 'read, write, index' },
  schedule: { secrets: ['EDGE_KEY_ARN', 'KEYRING_ARN'], table: 'read, write, index' },
  changes: { secrets: ['KEYRING_ARN'], table: 'read, write, index' },
  planning: { secrets: ['KEYRING_ARN'], table: 'read, write, index' },
  comments: { secrets: ['EDGE_KEY_ARN', 'KEYRING_ARN'], table: 'read, write, index' },
  feedback: { secrets: ['EDGE_KEY_ARN', 'KEYRING_ARN'], table: 'read, write, index' },
  moderation: { secrets: ['EDGE_KEY_ARN', 'KEYRING_ARN'], table: 'read, write, index' },
  portals: { secrets: ['EDGE_KEY_ARN', 'KEYRING_ARN'], table: 'read, write, index' },
  images: { secrets: ['EDGE_KEY_ARN', 'KEYRING_ARN'], table: 'read, write, index' },
  webhooks: { secrets: ['EDGE_KEY_ARN', 'KEYRING_ARN'], table: 'read, write, index' },
  workspace: { secrets: ['EDGE_KEY_ARN', 'KEYRING_ARN'], table: 'read, write, index' },
  credentials: { secrets: ['EDGE_KEY_ARN', 'KEYRING_ARN'], table: 'read, write, index' },
  public: { secrets: [], table: 'read, index' },
  mcp: { secrets: ['KEYRING_ARN'], table: 'read, write, index' },
  oauth: { secrets: ['EDGE_KEY_ARN', 'KEYRING_ARN', 'SIGN_IN_SECRET_ARN'], table: 'read, write, index' },
};

const policyOf = (name: string): Statement[] => {
  const [, statements] = rightsOf(template).find(([id]) => id.toLowerCase().startsWith(`${name}role`))!;
  return statements;
};

const variablesOf = (name: string): string[] => {
  const functions = Object.values(template.findResources('AWS::Lambda::Function'));
  const found = functions.find(({ Properties }) => Properties.Description === `Plotline: ${name}`)!;
  return Object.keys(found['Properties'].Environment.Variables as object);
};

test('the functions are those in this list', () => {
  expect(Object.keys(functionGroups).sort()).toEqual(Object.keys(expected).sort());
});

test.each(Object.entries(expected))(
  '%s has the secrets and rights that it needs, and no other',
  (name, one) => {
    const statements = policyOf(name);
    const variables = variablesOf(name).filter((variable) =>
      (secretNames as readonly string[]).includes(variable),
    );
    expect(variables.sort()).toEqual(one.secrets);
    const secrets = statements.filter(({ Action }) => JSON.stringify(Action).includes('secretsmanager:'));
    expect(secrets.flatMap(({ Resource }) => Resource)).toHaveLength(one.secrets.length);
    const [table, ...others] = statements.filter(({ Action }) =>
      JSON.stringify(Action).includes('dynamodb:'),
    );
    expect(others).toEqual([]);
    const text = JSON.stringify(table);
    const rights = { read: 'dynamodb:Query', write: 'dynamodb:PutItem', index: '/index/' };
    const given = Object.entries(rights).flatMap(([right, sign]) => (text.includes(sign) ? [right] : []));
    expect(given.join(', ')).toBe(one.table);
  },
);

/**
 * The items that hold secrets, let someone in, or tell much of people, and the functions behind the gateway that may use them:
 * written here apart from the code that they follow from, so that an import that gives a function more of them is seen.
 */
const guarded: Record<string, string[]> = {
  'E#': ['webhooks', 'workspace'],
  'EV#': ['webhooks'],
  'D#': ['webhooks'],
  'II#': ['credentials', 'oauth'],
  'A#': ['oauth'],
  'AC#': ['oauth'],
  'AX#': ['oauth'],
  'CODE#': ['oauth'],
  'OIDC#': ['oauth'],
  'MAIL#': ['oauth'],
  'MAILSTOP#': [],
  'RM#': [],
  'EX#': ['workspace'],
  // Who accepts a proposal, by the API or on its page, makes what is proposed.
  'HK#': ['comments', 'mcp', 'moderation', 'workspace'],
  'XS#': ['mcp'],
  // The inbox is a page of members.
  'NF#': ['changes', 'mcp', 'moderation'],
  WORKSPACES: [],
};

const leadingKeysOf = (name: string): string[] =>
  policyOf(name).flatMap(
    ({ Condition }) => Condition?.['ForAllValues:StringLike']?.['dynamodb:LeadingKeys'] ?? [],
  );

test('a right to some keys is one to calls that name a key: what names none would be about all of them', () => {
  const limited = Object.keys(expected)
    .flatMap(policyOf)
    .filter(({ Condition }) => Condition?.['ForAllValues:StringLike']);
  expect(limited.length).toBeGreaterThan(10);
  for (const { Condition } of limited) expect(Condition?.Null).toEqual({ 'dynamodb:LeadingKeys': 'false' });
});

test.each(Object.entries(guarded))('items of %s are for functions whose work they are', (key, functions) => {
  const allowed = Object.keys(expected).filter((name) =>
    leadingKeysOf(name).some((pattern) => pattern.replace(/\*$/, '') === key),
  );
  expect(allowed.sort()).toEqual(functions);
});

test('the pages of portals use no credential of the API, no job and no record of administrators', () => {
  const keys = leadingKeysOf('portals');
  expect(keys).toEqual(expect.arrayContaining(['F#*', 'FI#*', 'U#*']));
  expect(keys.filter((key) => ['C#*', 'IP#*', 'J#*', 'AU#*'].includes(key))).toEqual([]);
});

/** https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html */
const INLINE_POLICIES_MAX_CHARACTERS = 10_240;

test('each function may use some keys of the table only, and its policies are as long as IAM takes', () => {
  for (const [id, statements] of rightsOf(template)) {
    expect(JSON.stringify(statements).length, id).toBeLessThan(INLINE_POLICIES_MAX_CHARACTERS);
  }
  for (const name of Object.keys(expected)) {
    const patterns = leadingKeysOf(name);
    expect(patterns.length, name).toBeGreaterThan(0);
    // One that begins every key would be no limit.
    expect(patterns.filter((pattern) => !/^[A-Z]{1,10}(?:#[a-zA-Z#]*\*)?$/.test(pattern))).toEqual([]);
  }
});

test('a function that serves a list can sign its cursors', () => {
  for (const { operations, needs } of Object.values(functionGroups)) {
    if (!operations.some(({ paged }) => paged)) continue;
    expect('secrets' in needs && needs.secrets).toContain('KEYRING_ARN');
  }
});

type Limited = Pick<WebRoute, 'limitedBy'>;

/** Routes of a group that count requests for the network that they come from. */
const limitedRoutes = ({ operations, routes }: FunctionGroup): Limited[] =>
  [
    ...operations.flatMap((operation): Limited[] =>
      operation.kind === 'publicRead' ? publicReadRoutes(operation) : [operationRoute(operation)],
    ),
    ...routes,
  ].filter(({ limitedBy }) => limitedBy === 'network');

const limitedGroups = Object.entries<FunctionGroup>(functionGroups)
  .filter(([, group]) => limitedRoutes(group).length > 0)
  .map(([name]) => name);

test('pages, sign-in and portals limit the requests of a network', () => {
  expect(limitedGroups).toEqual(['moderation', 'portals', 'images', 'oauth']);
});

test.each(limitedGroups)(
  '%s has a limit per network, so it has the key by which it trusts the address that the edge reports',
  (name) => {
    expect(variablesOf(name)).toContain('EDGE_KEY_ARN');
    expect(JSON.stringify(policyOf(name))).toMatch(/"Ref":"EdgeKey/);
  },
);

/** By its entry point, which its description names: the variables of each function that production has. */
const variablesByEntry = () =>
  new Map(
    templatesOf(production())
      .flatMap((stack) => Object.values(stack.template.findResources('AWS::Lambda::Function')))
      .map(({ Properties }) => [
        String(Properties.Description).replace('Plotline: ', ''),
        Object.keys((Properties.Environment?.Variables ?? {}) as object),
      ]),
  );

test('each variable that an entry point reads is given to its function', () => {
  const folder = resolve(import.meta.dirname, '../../functions');
  const given = variablesByEntry();
  const read = globSync('*.ts', { cwd: folder }).flatMap((file) => {
    const names = readFileSync(resolve(folder, file), 'utf8').matchAll(/Env\('(\w+)'\)/g);
    return [...names].map(([, name]) => ({ entry: basename(file, '.ts'), name: name! }));
  });
  expect(read.length).toBeGreaterThan(0);
  expect(read.filter(({ entry, name }) => !given.get(entry)?.includes(name))).toEqual([]);
});
