import { DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  DeleteCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  ScanCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import { once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { expect, test, vi } from 'vitest';
import type { CallName } from '../../shared/kernel/core/database.ts';
import { Item, REGION, scriptedDatabase, stored, type Received } from './scripted-database.ts';

const script = scriptedDatabase();

const values = { ':a': new Set(['x', 'y']), ':b': { c: [] } };
const expression = { ExpressionAttributeNames: { '#Key': 'Key' }, ExpressionAttributeValues: values };
const commands = {
  GetItem: [() => new GetCommand({ TableName: 'T', Key: { pk: 'a', sk: 'b' } }), { Item: stored }],
  Query: [
    () => new QueryCommand({ TableName: 'T', Limit: 2, ExclusiveStartKey: { pk: 'a' }, ...expression }),
    { Count: 1, Items: [stored], LastEvaluatedKey: { pk: { S: 'x' } } },
  ],
  Scan: [() => new ScanCommand({ TableName: 'T' }), { Items: [], ScannedCount: 0 }],
  BatchGetItem: [
    () => new BatchGetCommand({ RequestItems: { T: { Keys: [{ pk: 'a' }, { pk: 'b' }] } } }),
    { Responses: { T: [stored, stored] }, UnprocessedKeys: { T: { Keys: [{ pk: { S: 'b' } }] } } },
  ],
  PutItem: [() => new PutCommand({ TableName: 'T', Item, ...expression }), { Attributes: stored }],
  UpdateItem: [
    () =>
      new UpdateCommand({
        TableName: 'T',
        Key: { pk: 'a' },
        UpdateExpression: 'SET #Key = :b',
        ...expression,
      }),
    { Attributes: stored, ConsumedCapacity: { TableName: 'T', CapacityUnits: 1.5 } },
  ],
  DeleteItem: [() => new DeleteCommand({ TableName: 'T', Key: { pk: 'a' } }), {}],
  TransactWriteItems: [
    () =>
      new TransactWriteCommand({
        ClientRequestToken: 'token',
        TransactItems: [
          { Put: { TableName: 'T', Item, ...expression } },
          { Update: { TableName: 'T', Key: { pk: 'b' }, UpdateExpression: 'x', ...expression } },
          { ConditionCheck: { TableName: 'T', Key: { pk: 'c' }, ConditionExpression: 'x' } },
        ],
      }),
    {},
  ],
} satisfies Record<string, [() => unknown, object]>;

test.each(Object.entries(commands))(
  '%s is sent and understood as by the SDK, without its steps',
  async (name, [command, answer]) => {
    const text = JSON.stringify(answer);
    script.answers = [
      [200, text],
      [200, text],
    ];
    const { $metadata: _, ...expected } = await script.stock.send(command() as GetCommand);
    const output = await script.ours.call(name as CallName, command().input);
    expect(output).toEqual(expected);
    const [theirs, own] = script.received as [Received, Received];
    expect(JSON.parse(own.text)).toEqual(JSON.parse(theirs.text));
    expect(own.headers['x-amz-target']).toBe(`DynamoDB_20120810.${name}`);
    for (const header of ['x-amz-target', 'content-type', 'content-length', 'x-amz-security-token'])
      expect(own.headers[header]).toBe(theirs.headers[header]);
    expect(own.headers).not.toHaveProperty('amz-sdk-invocation-id');
  },
);

const signingDateOf = (headers: IncomingHttpHeaders): Date =>
  new Date(String(headers['x-amz-date']).replace(/(....)(..)(..T..)(..)(..Z)/, '$1-$2-$3:$4:$5'));

/** What items can have, with what marshalling may stumble over: bytes within larger buffers, numbers beyond a double. */
const itemValue = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.string({ unit: 'binary' }),
    fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer(), fc.bigInt()),
    fc.constantFrom(null, true, false, undefined, -0, '', Number.MAX_VALUE, Number.NaN),
    fc.uint8Array({ max: 255 }).map((bytes) => bytes.subarray(bytes.length > 2 ? 1 : 0)),
    fc.oneof(fc.uniqueArray(fc.string()), fc.uniqueArray(fc.integer())).map((some) => new Set<unknown>(some)),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom('S', 'B', 'M', 'Key', 'Items', 'é'), tie('value'), { maxKeys: 3 }),
  ),
})).value;

test('any item is sent and understood as by the SDK', async () => {
  const errorOr = (sent: Promise<object>) =>
    sent.then(
      ({ Item: item }: { Item?: unknown }) => item,
      (error: unknown) => String(error),
    );
  await fc.assert(
    fc.asyncProperty(fc.dictionary(fc.constantFrom('pk', 'Item', 'a'), itemValue), async (item) => {
      const outcomes = [];
      const put = { TableName: 'T', Item: item };
      const get = { TableName: 'T', Key: { pk: 'a' } };
      const bySdk = [
        () => script.stock.send(new PutCommand(put)),
        () => script.stock.send(new GetCommand(get)),
      ] as const;
      const direct = [
        () => script.ours.call('PutItem', put),
        () => script.ours.call('GetItem', get),
      ] as const;
      for (const [sendPut, sendGet] of [bySdk, direct]) {
        script.received = [];
        const sent = await errorOr(sendPut());
        const stored = (JSON.parse(script.received[0]?.text ?? '{}') as { Item?: object }).Item;
        script.answers = [[200, JSON.stringify({ Item: stored })]];
        const got = await errorOr(sendGet());
        outcomes.push({ put: sent, stored, got });
      }
      expect(outcomes[1]).toEqual(outcomes[0]);
    }),
    { numRuns: 60 },
  );
});

test('a request is signed as the SDK signs the same headers', async () => {
  await script.ours.call('PutItem', { TableName: 'T', Item });
  const { headers, text } = script.received[0]!;
  const { authorization, connection: _, 'content-length': _length, ...signed } = headers;
  const signer = await script.stock.config.signer();
  const request = {
    method: 'POST',
    protocol: 'http:',
    hostname: '127.0.0.1',
    path: '/',
    query: {},
    body: text,
    headers: signed as Record<string, string>,
  };
  const expected = await signer.sign(request, {
    signingDate: signingDateOf(headers),
    signingRegion: REGION,
    signingService: 'dynamodb',
    // Which the SDK adds for any service, and DynamoDB has no use for.
    unsignableHeaders: new Set(['x-amz-content-sha256']),
  });
  expect(authorization).toBe(expected.headers['authorization']);
});

test('a call that no request makes is left to the SDK', async () => {
  const at = 1_700_000_000;
  script.answers = [[200, JSON.stringify({ Table: { TableName: 'T', CreationDateTime: at } })]];
  const { Table } = await (await script.ours.sdk()).send(new DescribeTableCommand({ TableName: 'T' }));
  expect(Table!.CreationDateTime).toEqual(new Date(at * 1000));
});

test('within Lambda, a call carries the trace of its invocation, as by the SDK', async () => {
  const trace = 'Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=1';
  vi.stubEnv('AWS_LAMBDA_FUNCTION_NAME', 'stories');
  vi.stubEnv('_X_AMZN_TRACE_ID', trace);
  try {
    await script.stock.send(new ScanCommand({ TableName: 'T' }));
    await script.ours.call('Scan', { TableName: 'T' });
  } finally {
    vi.unstubAllEnvs();
  }
  expect(script.received.map(({ headers }) => headers['x-amzn-trace-id'])).toEqual([trace, trace]);
});

test('a call that is aborted ends at once', async () => {
  script.server.removeAllListeners('request');
  const controller = new AbortController();
  const input = { TableName: 'T', Key: { pk: 'a' } };
  const call = script.ours.call('GetItem', input, { abortSignal: controller.signal });
  await once(script.server, 'request');
  controller.abort();
  await expect(call).rejects.toMatchObject({ name: 'AbortError' });
});
