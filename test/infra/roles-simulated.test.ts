import { beforeAll, describe, expect, test } from 'vitest';
import { loadAssembly } from '../../infra/local/template/template.ts';
import { readTableRights, refusalOf, type TableRights } from '../../infra/local/lambda/table-rights.ts';
import type { FunctionNeeds } from '../../shared/kernel/core/needs.ts';
import { workers } from '../../shared/surface/workers/workers.ts';
import { functionGroups } from '../../shared/surface/registry.ts';
import { sharedService } from '../support/service.ts';
import { mayCall, simulatedRoles, type AwsCall } from './simulated-roles.ts';

/**
 * What the roles allow, as IAM decides by somebody else's reading of its rules. The runner refuses what its own reading of
 * the table's rights refuses, and sees no rights on other services: so both are compared, and these are asked here.
 */
const { assembly } = sharedService();
const { roles, arnOf } = simulatedRoles(assembly);

const needs = new Map<string, FunctionNeeds>(
  [
    ...Object.entries(functionGroups).map(([name, group]) => [name, group.needs] as const),
    ...Object.entries<FunctionNeeds>(workers),
  ].map(([name, one]) => [name.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase()), one]),
);

/** The functions that IAM would allow a call. */
async function allowedTo(call: AwsCall): Promise<string[]> {
  const names: string[] = [];
  for (const [name, role] of roles) if (await mayCall(role, call)) names.push(name);
  return names.sort();
}

const needing = (holds: (needs: FunctionNeeds) => unknown): string[] =>
  [...needs]
    .filter(([, one]) => holds(one))
    .map(([name]) => name)
    .sort();

test('every function has a role, and declares what it needs', () => {
  expect([...roles.keys()].sort()).toEqual([...needs.keys()].sort());
});

describe('the table', () => {
  const table = arnOf('AWS::DynamoDB::GlobalTable', 'Table');
  let own: Map<string, TableRights>;

  beforeAll(() => {
    const functions = loadAssembly(assembly).resources.filter(({ type }) => type === 'AWS::Lambda::Function');
    own = new Map(
      functions.map((one) => [one.name.replace(/Function$/, ''), readTableRights(one) ?? []] as const),
    );
  });

  type Asked = readonly [operation: string, input: object, resource: string, leading: string[]];

  /** A call as the runner sees it, and as IAM does: all ways for some keys, since each takes its time. */
  const asked = (key: string, allWays: boolean): Asked[] => {
    const Key = { pk: { S: key } };
    const query = {
      IndexName: 'list',
      KeyConditionExpression: '#p = :p',
      ExpressionAttributeValues: { ':p': { S: key } },
    };
    const get: Asked = ['GetItem', { Key }, table, [key]];
    if (!allWays) return [get];
    return [
      get,
      ['DeleteItem', { Key }, table, [key]],
      ['Query', query, `${table}/index/list`, [key]],
      ['BatchGetItem', { RequestItems: { t: { Keys: [Key, { pk: { S: 'W#1' } }] } } }, table, [key, 'W#1']],
    ];
  };

  test('is open to a function as far as the runner says, for each kind of key and each way to ask', async () => {
    const patterns = [...own.values()].flat().flatMap(({ leadingKeys = [] }) => leadingKeys);
    const keys = [...new Set(patterns)].map((pattern) => pattern.replace(/\*$/, '1'));
    expect(keys.length).toBeGreaterThan(50);
    const differing: string[] = [];
    let first = 0;
    for (const [name, role] of roles) {
      const offset = first++;
      const calls = keys.flatMap((key, at) => asked(key, (at + offset) % 7 === 0));
      for (const [operation, input, resource, leading] of calls) {
        const isRefused = refusalOf(own.get(name)!, operation, input) !== undefined;
        const context = { 'dynamodb:LeadingKeys': leading };
        const isAllowed = await mayCall(role, { action: `dynamodb:${operation}`, resource, context });
        if (isAllowed === isRefused) differing.push(`${name} ${operation} ${leading.join()}`);
      }
    }
    expect(differing).toEqual([]);
  });

  test.each(['GetItem', 'Query', 'PutItem'])('takes no %s that names no key', async (operation) => {
    expect(await allowedTo({ action: `dynamodb:${operation}`, resource: table })).toEqual([]);
  });

  test.each(['dynamodb:Scan', 'dynamodb:DeleteTable', 'dynamodb:UpdateTable', 'dynamodb:PartiQLSelect'])(
    'is open to %s of no function',
    async (action) => expect(await allowedTo({ action, resource: table })).toEqual([]),
  );

  test('has a stream that two functions read', async () => {
    const resource = `${table}/stream/2026-01-01T00:00:00.000`;
    expect(await allowedTo({ action: 'dynamodb:GetRecords', resource })).toEqual([
      'Projector',
      'WebhookDispatcher',
    ]);
  });
});

describe('S3', () => {
  const files = () => arnOf('AWS::S3::Bucket', 'Attachments');
  const using = (...uses: FunctionNeeds['attachments'][]) =>
    needing(({ attachments }) => attachments && uses.includes(attachments));

  test.each([
    ['s3:GetObject', 'uploads/', () => using('serve', 'servePages', 'images')],
    ['s3:PutObject', 'uploads/', () => using('serve', 'servePages', 'images')],
    ['s3:GetObject', 'attachments/', () => using('serve', 'servePages')],
    ['s3:PutObject', 'attachments/', () => using('serve', 'servePages')],
    ['s3:DeleteObject', 'attachments/', () => using('delete')],
    ['s3:GetObject', 'images/', () => using('images', 'writeExports')],
    ['s3:PutObject', 'images/', () => using('images')],
    ['s3:DeleteObject', 'images/', () => using('delete')],
    ['s3:GetObject', 'exports/', () => using('writeExports', 'linkExports')],
    ['s3:PutObject', 'exports/', () => using('writeExports')],
    ['s3:DeleteObject', 'exports/', () => []],
    ['s3:GetObjectVersion', 'attachments/', () => []],
  ])('allows %s on %s to those who do that', async (action, prefix, expected) => {
    expect(await allowedTo({ action, resource: `${files()}/${prefix}1` })).toEqual(expected());
  });

  test('says to those who look that a file does not exist', async () => {
    expect(await allowedTo({ action: 's3:ListBucket', resource: files() })).toEqual(
      needing(({ attachments }) => attachments),
    );
  });

  test('keeps other buckets for those who fill or read them', async () => {
    const at = async (bucket: string, key: string, action: string) =>
      await allowedTo({ action: `s3:${action}`, resource: `${arnOf('AWS::S3::Bucket', bucket)}/${key}` });
    const searching = needing(({ snapshots }) => snapshots);
    expect(await at('Snapshots', 'read-models/1', 'GetObject')).toEqual(searching);
    expect(await at('Snapshots', 'read-models/1', 'PutObject')).toEqual(searching);
    expect(await at('ReceivedMail', 'mails/1', 'GetObject')).toEqual(['InboundMail']);
    expect(await at('Unhandled', 'unhandled/1', 'PutObject')).toEqual(['Projector']);
    expect(await at('LeftOver', 'unhandled/1', 'PutObject')).toEqual(['WebhookDispatcher']);
    // Lambda writes there by the role of the function.
    expect(await at('Unhandled', 'aws/lambda/1', 'PutObject')).toEqual(['Projector']);
    expect(await at('Unhandled', 'unhandled/1', 'GetObject')).toEqual([]);
  });
});

describe('SQS', () => {
  test.each([
    ['Queue', () => needing(({ queue }) => queue), 'WebhookDelivery'],
    ['MailQueue', () => needing(({ mailQueue }) => mailQueue), 'MailSender'],
    ['JobQueue', () => needing(({ jobQueue }) => jobQueue), 'JobWorker'],
    ['InboundMailQueue', () => needing(({ inboundQueue }) => inboundQueue), 'InboundMail'],
  ])('%s takes messages of those who send, and gives them to one', async (queue, senders, reader) => {
    const resource = arnOf('AWS::SQS::Queue', queue);
    expect(await allowedTo({ action: 'sqs:SendMessage', resource })).toEqual(senders());
    // What Lambda's polling needs: https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-configure.html
    for (const action of ['ReceiveMessage', 'DeleteMessage'])
      expect(await allowedTo({ action: `sqs:${action}`, resource })).toEqual([reader]);
    expect(await allowedTo({ action: 'sqs:GetQueueAttributes', resource })).toContain(reader);
    expect(await allowedTo({ action: 'sqs:PurgeQueue', resource })).toEqual([]);
  });

  test('dead letters are put there by Lambda for one function, and read by none', async () => {
    const resource = arnOf('AWS::SQS::Queue', 'MailDeadLetters');
    expect(await allowedTo({ action: 'sqs:SendMessage', resource })).toEqual(['MailNotices']);
    expect(await allowedTo({ action: 'sqs:ReceiveMessage', resource })).toEqual([]);
  });
});

test('SES sends mails of one function, from one identity with its set of rules', async () => {
  const account = arnOf('AWS::IAM::Role', 'MailSenderRole').split(':')[4]!;
  const identity = `arn:aws:ses:us-east-1:${account}:identity/`;
  const set = arnOf('AWS::SES::ConfigurationSet', 'Mails');
  for (const resource of [
    `${identity}plotline.test`,
    `arn:aws:ses:us-east-1:${account}:configuration-set/${set}`,
  ])
    expect(await allowedTo({ action: 'ses:SendEmail', resource })).toEqual(['MailSender']);
  expect(await allowedTo({ action: 'ses:SendEmail', resource: `${identity}another.test` })).toEqual([]);
  expect(await allowedTo({ action: 'ses:SendRawEmail', resource: `${identity}plotline.test` })).toEqual([]);
});

test('STS lets one function take roles of other accounts, named for it, and only with an external id', async () => {
  const assume = async (role: string, context: Record<string, string>) =>
    await allowedTo({ action: 'sts:AssumeRole', resource: `arn:aws:iam::${role}`, context });
  const elsewhere = { 'aws:ResourceAccount': '999999999999', 'sts:ExternalId': 'plotline-1' };
  const [name, role] = ['999999999999:role/plotline-events', ['WebhookDelivery']];
  expect(await assume(name, elsewhere)).toEqual(role);
  expect(await assume(name, { 'aws:ResourceAccount': '999999999999' })).toEqual([]);
  expect(await assume('999999999999:role/admin', elsewhere)).toEqual([]);
  const here = arnOf('AWS::IAM::Role', 'StoriesRole').split(':')[4]!;
  const own = { ...elsewhere, 'aws:ResourceAccount': here };
  expect(await assume(`${here}:role/plotline-events`, own)).toEqual([]);
});

test.each([
  ['KEYRING_ARN', 'WebhookKey'],
  ['EDGE_KEY_ARN', 'EdgeKey'],
] as const)(
  'the secret %s is read by those who need it, and written by the one that rotates it',
  async (name, id) => {
    const resource = arnOf('AWS::SecretsManager::Secret', id);
    expect(await allowedTo({ action: 'secretsmanager:GetSecretValue', resource })).toEqual(
      needing(({ secrets }) => secrets?.includes(name)),
    );
    expect(await allowedTo({ action: 'secretsmanager:PutSecretValue', resource })).toEqual(
      needing(({ rotates }) => rotates?.includes(name)),
    );
  },
);

test.each([
  ['iam:PassRole', 'arn:aws:iam::000000000000:role/admin'],
  ['lambda:InvokeFunction', 'arn:aws:lambda:us-east-1:000000000000:function:Plotline-local-stories'],
  ['lambda:UpdateFunctionCode', 'arn:aws:lambda:us-east-1:000000000000:function:Plotline-local-stories'],
  ['s3:CreateBucket', 'arn:aws:s3:::another'],
  ['sns:Publish', 'arn:aws:sns:us-east-1:000000000000:another'],
  ['secretsmanager:GetSecretValue', 'arn:aws:secretsmanager:us-east-1:000000000000:secret:another-AbCdEf'],
])('no function may %s', async (action, resource) => {
  expect(await allowedTo({ action, resource })).toEqual([]);
});
