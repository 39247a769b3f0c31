import { InternalServerError } from '@aws-sdk/client-dynamodb';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { expect, onTestFinished, test, vi } from 'vitest';
import { directCalls, FALLBACK_MESSAGE } from '../../shared/kernel/aws/direct-calls.ts';
import { DatabaseRefusal } from '../../shared/kernel/aws/refusal.ts';
import { bytesRequestHandler } from '../../shared/kernel/aws/request-handler.ts';
import { credentials, Item, REGION, scriptedDatabase, stored } from './scripted-database.ts';

const script = scriptedDatabase();

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
const put = () => script.ours.call('PutItem', { TableName: 'T', Item }).catch((error: unknown) => error);

test.each([
  ['at once', 1],
  ['when it is repeated', 2],
])('a call that DynamoDB refuses %s is an error with the current item', async (_, attempts) => {
  const failures = Array.from({ length: attempts - 1 }, () => [500, failure('InternalServerError')] as const);
  script.answers = [...failures, conditionFailed].map(([status, body]) => [status, body]);
  const refused = await put();
  expect(refused).toBeInstanceOf(DatabaseRefusal);
  expect(refused).toMatchObject({ name: 'ConditionalCheckFailedException', message: 'No.', item: current });
  expect(script.received).toHaveLength(attempts);
});

test('a transaction that DynamoDB refuses says why, for each of its changes', async () => {
  const reasons = [{ Code: 'None' }, { Code: 'ConditionalCheckFailed', Item: stored }];
  script.answers = [[400, failure('TransactionCanceledException', { CancellationReasons: reasons })]];
  const check = { TableName: 'T', Key: { pk: 'c' }, ConditionExpression: 'x' };
  const items = [{ ConditionCheck: check }, { ConditionCheck: check }];
  const refused = await script.ours
    .call('TransactWriteItems', { TransactItems: items })
    .catch((error: unknown) => error);
  expect(refused).toMatchObject({
    name: 'TransactionCanceledException',
    reasons: [
      { code: 'None', item: undefined },
      { code: 'ConditionalCheckFailed', item: current },
    ],
  });
  expect(script.received).toHaveLength(1);
});

test('a transaction is repeated after an error of the script.server, with the same token', async () => {
  script.answers = [[500, failure('InternalServerError')]];
  const check = { TableName: 'T', Key: { pk: 'c' }, ConditionExpression: 'x' };
  await script.ours.call('TransactWriteItems', { TransactItems: [{ ConditionCheck: check }] });
  const [first, second] = script.received.map(
    ({ text }) => JSON.parse(text) as { ClientRequestToken: string },
  );
  expect(first!.ClientRequestToken).toMatch(/^.{20,36}$/);
  expect(second).toEqual(first);
});

test.each([
  ['an error of the server', 3, [500, failure('InternalServerError')], InternalServerError],
  ['an answer that is cut', 1, [200, '{"Item":'], SyntaxError],
] as const)(
  'a call that gets %s each time has %i attempts, as by the SDK',
  async (_, attempts, answer, kind) => {
    const input = { TableName: 'T', Key: { pk: 'a' } };
    for (const call of [
      () => script.ours.call('GetItem', input),
      () => script.stock.send(new GetCommand(input)),
    ]) {
      script.received = [];
      script.answers = Array.from({ length: attempts }, () => [...answer]);
      const failed = await call().catch((error: unknown) => error);
      expect(failed).toBeInstanceOf(kind);
      expect(script.received).toHaveLength(attempts);
    }
  },
);

/** Direct calls to the scripted database, and what they do where the SDK would be loaded. */
function direct(loadSdk: () => Promise<never> = () => Promise.reject(new Error('It was loaded.'))) {
  const handler = bytesRequestHandler({ connectMs: 1_000, requestMs: 1_000, connections: 4 });
  onTestFinished(() => handler.destroy());
  const place = { protocol: 'http:', hostname: '127.0.0.1', port: script.port, region: REGION, credentials };
  return directCalls({ place, handler, loadSdk });
}

test('a refusal by DynamoDB does not load the SDK', async () => {
  script.answers = [[...conditionFailed]];
  const put = direct()('PutItem', { TableName: 'T', Item }, {});
  await expect(put).rejects.toBeInstanceOf(DatabaseRefusal);
});

test('a call on a connection that was closed meanwhile is made again on a new one, without the SDK', async () => {
  const call = direct();
  const get = () => call('GetItem', { TableName: 'T', Key: { pk: 'a' } }, {});
  await get();
  const ports: (number | undefined)[] = [];
  script.server.prependListener('request', ({ socket }) => {
    ports.push(socket.remotePort);
    if (ports.length === 1) socket.destroy();
  });
  expect(await get()).toEqual({});
  expect(new Set(ports).size).toBe(2);
});

test('a call of a function that is left to the SDK says so in one line', async () => {
  vi.stubEnv('AWS_LAMBDA_FUNCTION_NAME', 'stories');
  const lines = vi.spyOn(console, 'warn').mockImplementation(() => {});
  onTestFinished(() => {
    lines.mockRestore();
    vi.unstubAllEnvs();
  });
  script.answers = [[500, failure('InternalServerError')]];
  const get = direct()('GetItem', { TableName: 'T', Key: { pk: 'a' } }, {});
  await expect(get).rejects.toThrow('It was loaded.');
  expect(lines.mock.calls).toEqual([[{ message: FALLBACK_MESSAGE, call: 'GetItem', reason: 500 }]]);
});
