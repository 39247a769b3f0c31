import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { readFunctions } from '../../../../infra/local/lambda/functions.ts';
import { openPools } from '../../../../infra/local/function-pools.ts';
import { createResolver } from '../../../../infra/local/template/intrinsics.ts';
import { resourceValues } from '../../../../infra/local/template/resources.ts';
import { loadAssembly } from '../../../../infra/local/template/template.ts';
import { refusalOf } from '../../../../infra/local/lambda/table-rights.ts';
import { portalKind } from '../../../../shared/feedback/portal/portal-store.ts';
import { feedbackItemKind } from '../../../../shared/feedback/items/item-store.ts';
import { mailKind } from '../../../../shared/identity/mail/mail-store.ts';
import { webhookKind, webhooksOf } from '../../../../shared/events/webhooks/webhook-store.ts';
import { deliveriesOf } from '../../../../shared/events/deliveries/delivery-store.ts';
import { credentialKind } from '../../../../shared/kernel/auth/credential-store.ts';
import { providerKind } from '../../../../shared/kernel/auth/trust-store.ts';
import { jobKind } from '../../../../shared/kernel/jobs/job-store.ts';
import type { CallName, Key } from '../../../../shared/kernel/core/database.ts';
import { ROOT, temporaryFolder } from '../support.ts';
import { sharedService } from '../../../support/service.ts';
import { newWebhookWorkspace } from '../../../webhooks/webhook-api.ts';

/**
 * What each function of the template may do with the table: calls that its code never makes are made in its place, by a module
 * that runs as the function does, with its role.
 */
const MODULE = `
import { openLambdaDatabase } from ${JSON.stringify(join(ROOT, 'shared/kernel/db/client.ts'))};
const { client } = openLambdaDatabase();
export const handler = async ({ name, input }) => {
  try {
    return { answer: await client.call(name, input) };
  } catch (error) {
    return { refusal: error.name, message: error.message };
  }
};
`;

type Outcome = { answer?: { Item?: object; Items?: object[] }; refusal?: string; message?: string };
type Asked = readonly [name: CallName, input: object];
type Call = (...asked: Asked) => Promise<Outcome>;

const { assembly: directory, dynamodbEndpoint, credentials, tableName: TableName } = sharedService();

/** Calls the table as a function would, by its beginning in the template. */
function callsOf(entry: string): Call {
  const assembly = loadAssembly(directory);
  const resolver = createResolver(assembly, resourceValues({ baseUrl: '', queueUrl: () => '' }));
  const declared = readFunctions(assembly, resolver).find(({ name }) => name === `${entry}Function`)!;
  const home = temporaryFolder();
  const modulePath = join(home, 'index.mjs');
  writeFileSync(modulePath, MODULE);
  const fn = { ...declared, modulePath, exportName: 'handler' };
  const pools = openPools(
    { functions: [fn], queueMappings: [] },
    {
      home,
      hosts: {},
      variables: { TABLE_NAME: TableName },
      echoes: false,
      endpointsOf: () => ({ DYNAMODB: dynamodbEndpoint }),
      engineEndpoint: dynamodbEndpoint,
      credentials,
      timeoutFactor: 10,
    },
  );
  onTestFinished(pools.close);
  return async (name, input) => {
    const outcome = await pools.invoke(fn, { name, input: { TableName, ...input } });
    if (outcome.kind !== 'json') throw new Error(JSON.stringify(outcome));
    return JSON.parse(outcome.json) as Outcome;
  };
}

const id = randomUUID();
const get = (Key: Key): Asked => ['GetItem', { Key }];
const list = (partition: string): Asked => [
  'Query',
  {
    IndexName: 'list',
    KeyConditionExpression: '#p = :p',
    ExpressionAttributeNames: { '#p': 'inList' },
    ExpressionAttributeValues: { ':p': partition },
  },
];
const batch = (...Keys: Key[]): Asked => ['BatchGetItem', { RequestItems: { [TableName]: { Keys } } }];
const transaction = (...keys: Key[]): Asked => {
  const check = (Key: Key) => ({
    ConditionCheck: {
      TableName,
      Key,
      ConditionExpression: 'attribute_not_exists(#pk)',
      ExpressionAttributeNames: { '#pk': 'pk' },
    },
  });
  return ['TransactWriteItems', { TransactItems: keys.map(check) }];
};

let endpoint: Key;
let workspaceId: string;

beforeAll(async () => {
  const { workspace, api } = await newWebhookWorkspace();
  workspaceId = workspace.id;
  endpoint = webhookKind.key((await api.create()).id);
});

test('the secrets of an endpoint are read by the function that serves endpoints, and not by those of portals and MCP', async () => {
  const { answer } = await callsOf('Webhooks')(...get(endpoint));
  expect(answer?.Item).toHaveProperty('secrets');
  for (const name of ['Portals', 'Mcp']) {
    const { refusal, message } = await callsOf(name)(...get(endpoint));
    expect([name, refusal]).toEqual([name, 'AccessDeniedException']);
    expect(message).toContain('dynamodb:GetItem on the table for keys like E#.');
    expect(message).not.toContain(endpoint.pk);
  }
});

test('portals read ideas and portals, and no mails, tokens, providers, jobs or deliveries, however they ask', async () => {
  const call = callsOf('Portals');
  const own = [feedbackItemKind.key(id), portalKind.key(id)];
  for (const asked of [...own.map(get), batch(...own), list(`${own[1]!.pk}#I`)]) {
    expect((await call(...asked)).answer).toBeDefined();
  }
  expect(await call(...transaction(...own))).toMatchObject({ answer: {} });

  const foreign = [mailKind, credentialKind, providerKind, jobKind].map((kind) => kind.key(id));
  const refused: Asked[] = [
    ...foreign.map(get),
    ...foreign.map((key): Asked => ['DeleteItem', { Key: key }]),
    ['PutItem', { Item: endpoint }],
    // One key that is not theirs is enough.
    batch(...own, endpoint),
    transaction(...own, endpoint),
    list(deliveriesOf(id)),
    list('WORKSPACES'),
    ['Scan', {}],
  ];
  for (const asked of refused) {
    expect([asked[0], (await call(...asked)).refusal]).toEqual([asked[0], 'AccessDeniedException']);
  }
});

test('a function that only reads the table writes nothing', async () => {
  const call = callsOf('Public');
  expect(await call(...list('F#PUBLIC'))).toHaveProperty('answer');
  const denied = await call('PutItem', { Item: portalKind.key(id) });
  expect(denied.refusal).toBe('AccessDeniedException');
});

test('a function for jobs that are due reads no other index partitions', async () => {
  const call = callsOf('JobRunner');
  expect((await call(...list(webhooksOf(workspaceId)))).refusal).toBe('AccessDeniedException');
  expect((await call(...list('J#0'))).answer).toBeDefined();
});

test('a call that names no key passes a condition on all of its keys, and is refused where it has to name one', () => {
  const scan = { actions: ['Scan'], indexes: false, leadingKeys: ['S#*'] };
  expect(refusalOf([{ ...scan, needsKeys: false }], 'Scan', {})).toBeUndefined();
  expect(refusalOf([{ ...scan, needsKeys: true }], 'Scan', {})).toContain('does not allow it dynamodb:Scan');
});
