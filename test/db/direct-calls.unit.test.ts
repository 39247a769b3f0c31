import { DescribeTableCommand, DynamoDBClient, InternalServerError } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  ScanCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDatabase } from '../../shared/db/client.ts';
import type { CallName, DatabaseClient } from '../../shared/core/database.ts';
import { directCalls } from '../../shared/db/direct-calls.ts';
import { bytesRequestHandler } from '../../shared/db/request-handler.ts';
import { DatabaseRefusal } from '../../shared/db/refusal.ts';

interface Received {
  headers: IncomingHttpHeaders;
  text: string;
}

let server: Server;
let port: number;
let received: Received[];
/** The next answers; after the last one, empty ones. */
let answers: [status: number, body: string][];
let stock: DynamoDBDocumentClient;
let ours: DatabaseClient;

const credentials = { accessKeyId: 'AKID', secretAccessKey: 'secret', sessionToken: 'session' };

beforeEach(async () => {
  [received, answers] = [[], []];
  server = createServer((incoming, outgoing) => {
    let text = '';
    incoming.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    incoming.on('end', () => {
      received.push({ headers: incoming.headers, text });
      const [status, body] = answers.shift() ?? [200, '{}'];
      outgoing.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' }).end(body);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
  const endpoint = `http://127.0.0.1:${port}`;
  const options = { endpoint, region: 'eu-central-1', credentials };
  stock = DynamoDBDocumentClient.from(new DynamoDBClient({ ...options, maxAttempts: 3 }), {
    marshallOptions: { removeUndefinedValues: true },
  });
  ours = createDatabase('T', options).client;
});
afterEach(() => {
  stock.destroy();
  ours.destroy();
  server.close();
});

const Item = {
  pk: 'é"',
  sk: 'X',
  n: 12.5,
  big: 2 ** 52,
  yes: true,
  none: null,
  gone: undefined,
  list: [1, 'a', { bytes: Buffer.from('x') }],
  ids: new Set([new Uint8Array([1, 255])]),
};
const values = { ':a': new Set(['x', 'y']), ':b': { c: [] } };
const expression = { ExpressionAttributeNames: { '#Key': 'Key' }, ExpressionAttributeValues: values };
const stored = {
  pk: { S: 'é' },
  n: { N: '7' },
  set: { SS: ['x'] },
  bytes: { B: '/w==' },
  ids: { BS: ['AaI=', 'AA=='] },
  m: { M: { Items: { L: [{ BOOL: true }, { B: 'AQ==' }] } } },
};

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
    answers = [
      [200, text],
      [200, text],
    ];
    const { $metadata: _, ...expected } = await stock.send(command() as GetCommand);
    const output = await ours.call(name as CallName, command().input);
    expect(output).toEqual(expected);
    const [theirs, own] = received as [Received, Received];
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
      const bySdk = [() => stock.send(new PutCommand(put)), () => stock.send(new GetCommand(get))] as const;
      const direct = [() => ours.call('PutItem', put), () => ours.call('GetItem', get)] as const;
      for (const [sendPut, sendGet] of [bySdk, direct]) {
        received = [];
        const sent = await errorOr(sendPut());
        const stored = (JSON.parse(received[0]?.text ?? '{}') as { Item?: object }).Item;
        answers = [[200, JSON.stringify({ Item: stored })]];
        const got = await errorOr(sendGet());
        outcomes.push({ put: sent, stored, got });
      }
      expect(outcomes[1]).toEqual(outcomes[0]);
    }),
    { numRuns: 60 },
  );
});

test('a request is signed as the SDK signs the same headers', async () => {
  await ours.call('PutItem', { TableName: 'T', Item });
  const { headers, text } = received[0]!;
  const { authorization, connection: _, 'content-length': _length, ...signed } = headers;
  const signer = await stock.config.signer();
  const request = {
    ...{ method: 'POST', protocol: 'http:', hostname: '127.0.0.1', path: '/', query: {}, body: text },
    headers: signed as Record<string, string>,
  };
  const expected = await signer.sign(request, {
    signingDate: signingDateOf(headers),
    signingRegion: 'eu-central-1',
    signingService: 'dynamodb',
    // Which the SDK adds for any service, and DynamoDB has no use for.
    unsignableHeaders: new Set(['x-amz-content-sha256']),
  });
  expect(authorization).toBe(expected.headers['authorization']);
});

test('what no request calls is left to the SDK', async () => {
  const at = 1_700_000_000;
  answers = [[200, JSON.stringify({ Table: { TableName: 'T', CreationDateTime: at } })]];
  const { Table } = await (await ours.sdk()).send(new DescribeTableCommand({ TableName: 'T' }));
  expect(Table!.CreationDateTime).toEqual(new Date(at * 1000));
});

test('within Lambda, a call carries the trace of its invocation, as by the SDK', async () => {
  const trace = 'Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=1';
  vi.stubEnv('AWS_LAMBDA_FUNCTION_NAME', 'stories');
  vi.stubEnv('_X_AMZN_TRACE_ID', trace);
  try {
    await stock.send(new ScanCommand({ TableName: 'T' }));
    await ours.call('Scan', { TableName: 'T' });
  } finally {
    vi.unstubAllEnvs();
  }
  expect(received.map(({ headers }) => headers['x-amzn-trace-id'])).toEqual([trace, trace]);
});

const failure = (name: string, more: object = {}) =>
  JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${name}`, message: 'No.', ...more });

const conditionFailed = [400, failure('ConditionalCheckFailedException', { Item: stored })] as const;
const current = {
  pk: 'é',
  n: 7,
  set: new Set(['x']),
  bytes: new Uint8Array([255]),
  ids: new Set([new Uint8Array([1, 162]), new Uint8Array([0])]),
  m: { Items: [true, new Uint8Array([1])] },
};
const put = () => ours.call('PutItem', { TableName: 'T', Item }).catch((error: unknown) => error);

test.each([
  ['at once', 1],
  ['when it is repeated', 2],
])('what DynamoDB refuses %s is an error with the current item', async (_, attempts) => {
  const failures = Array.from({ length: attempts - 1 }, () => [500, failure('InternalServerError')] as const);
  answers = [...failures, conditionFailed].map(([status, body]) => [status, body]);
  const refused = await put();
  expect(refused).toBeInstanceOf(DatabaseRefusal);
  expect(refused).toMatchObject({ name: 'ConditionalCheckFailedException', message: 'No.', item: current });
  expect(received).toHaveLength(attempts);
});

test('a transaction that DynamoDB refuses says why, for each of its changes', async () => {
  const reasons = [{ Code: 'None' }, { Code: 'ConditionalCheckFailed', Item: stored }];
  answers = [[400, failure('TransactionCanceledException', { CancellationReasons: reasons })]];
  const check = { TableName: 'T', Key: { pk: 'c' }, ConditionExpression: 'x' };
  const items = [{ ConditionCheck: check }, { ConditionCheck: check }];
  const refused = await ours
    .call('TransactWriteItems', { TransactItems: items })
    .catch((error: unknown) => error);
  expect(refused).toMatchObject({
    name: 'TransactionCanceledException',
    reasons: [
      { code: 'None', item: undefined },
      { code: 'ConditionalCheckFailed', item: current },
    ],
  });
  expect(received).toHaveLength(1);
});

test('a transaction is repeated after an error of the server, with the same token', async () => {
  answers = [[500, failure('InternalServerError')]];
  const check = { TableName: 'T', Key: { pk: 'c' }, ConditionExpression: 'x' };
  await ours.call('TransactWriteItems', { TransactItems: [{ ConditionCheck: check }] });
  const [first, second] = received.map(({ text }) => JSON.parse(text) as { ClientRequestToken: string });
  expect(first!.ClientRequestToken).toMatch(/^.{20,36}$/);
  expect(second).toEqual(first);
});

test.each([
  ['an error of the server', 3, [500, failure('InternalServerError')], InternalServerError],
  ['an answer that is cut', 1, [200, '{"Item":'], SyntaxError],
] as const)('with %s each time a call has %i attempts, as by the SDK', async (_, attempts, answer, kind) => {
  const input = { TableName: 'T', Key: { pk: 'a' } };
  for (const call of [() => ours.call('GetItem', input), () => stock.send(new GetCommand(input))]) {
    received = [];
    answers = Array.from({ length: attempts }, () => [...answer]);
    const failed = await call().catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(kind);
    expect(received).toHaveLength(attempts);
  }
});

test('what DynamoDB refuses does not load the SDK', async () => {
  answers = [[...conditionFailed]];
  const handler = bytesRequestHandler({ connectMs: 1_000, requestMs: 1_000 });
  const place = { protocol: 'http:', hostname: '127.0.0.1', port, region: 'eu-central-1', credentials };
  const loadSdk = () => Promise.reject(new Error('It was loaded.'));
  const put = directCalls({ place, handler, loadSdk })('PutItem', { TableName: 'T', Item }, {});
  await expect(put).rejects.toBeInstanceOf(DatabaseRefusal);
  handler.destroy();
});

test('a call that is aborted ends at once', async () => {
  server.removeAllListeners('request');
  const controller = new AbortController();
  const input = { TableName: 'T', Key: { pk: 'a' } };
  const call = ours.call('GetItem', input, { abortSignal: controller.signal });
  await once(server, 'request');
  controller.abort();
  await expect(call).rejects.toMatchObject({ name: 'AbortError' });
});
