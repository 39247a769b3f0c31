import { once } from 'node:events';
import { createServer, request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startService } from '../support/service.ts';
import { createStoryAs, newWorkspace } from '../support/workspace.ts';

interface Call {
  /** Such as `GetItem`. */
  operation: string;
  bySdk: boolean;
  status: number;
}

/** A proxy between functions and an AWS service that records who made each call. */
async function startRecorder() {
  const recorder = { endpoint: '', target: '', calls: [] as Call[] };
  const server = createServer((incoming, outgoing) => {
    void (async () => {
      const { headers } = incoming;
      // With the Host that was signed, which is the recorder's.
      const passed = request(`${recorder.target}${incoming.url}`, { method: 'POST', headers });
      passed.end(await buffer(incoming));
      const [answer] = (await once(passed, 'response')) as [IncomingMessage];
      const operation = String(headers['x-amz-target']).split('.')[1]!;
      recorder.calls.push({
        operation,
        bySdk: 'amz-sdk-invocation-id' in headers,
        status: answer.statusCode!,
      });
      const type = answer.headers['content-type'] ?? 'application/x-amz-json-1.0';
      outgoing.writeHead(answer.statusCode!, { 'content-type': type }).end(await buffer(answer));
    })().catch(() => incoming.socket.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  recorder.endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return recorder;
}

/** Starts a service whose functions reach the database, the secrets and the queues through recorders. */
async function startRecordedService(directCalls: 'on' | 'off') {
  const database = await startRecorder();
  const secrets = await startRecorder();
  const queues = await startRecorder();
  const service = await startService({
    dynamodbEndpoint: database.endpoint,
    variables: {
      PLOTLINE_DIRECT_CALLS: directCalls,
      AWS_ENDPOINT_URL_SECRETS_MANAGER: secrets.endpoint,
      AWS_ENDPOINT_URL_SQS: queues.endpoint,
    },
  });
  onTestFinished(() => service.stop());
  database.target = service.dynamodbEndpoint;
  secrets.target = service.secretsEndpoint;
  queues.target = service.queues!.endpoint;
  return { service, database, secrets, queues };
}

/** Makes requests that read, write, are refused, send to a queue and need a secret. */
async function useService({ service }: Awaited<ReturnType<typeof startRecordedService>>): Promise<void> {
  const workspace = await newWorkspace(service);
  const team = await workspace.team();
  const { client } = await workspace.person('admin', [team]);
  const send = async (method: string, path: string, body?: object) =>
    await client.request(method, `${workspace.path}${path}`, body ? { body } : {});
  const webhook = { name: 'Acme', url: 'https://inbox.plotline.test/acme', subscriptions: ['story.created'] };
  expect((await send('POST', '/webhook-endpoints', webhook)).status).toBe(201);

  const first = await createStoryAs(client, workspace, { teamId: team.id });
  await createStoryAs(client, workspace, { teamId: team.id });
  expect((await send('GET', `/stories/${first.id}`)).json.data).toEqual(first);
  const page = await send('GET', '/stories?limit=1');
  expect(page.json.data).toHaveLength(1);
  expect(page.json.meta.nextCursor).toEqual(expect.any(String));

  const label = { teamId: team.id, name: 'Twice', color: '#4f46e5' };
  expect((await send('POST', '/labels', label)).status).toBe(201);
  expect((await send('POST', '/labels', label)).status).toBe(409);
  await service.streamsIdle();
  await service.queuesIdle();
}

const operationsOf = (calls: readonly Call[]): Set<string> =>
  new Set(calls.map(({ operation }) => operation));

describe.each([
  ['on', false],
  ['off', true],
] as const)('with PLOTLINE_DIRECT_CALLS=%s,', (directCalls, bySdk) => {
  test(`the SDK makes ${bySdk ? 'all' : 'no'} calls of the database and of secrets`, async () => {
    const recorded = await startRecordedService(directCalls);
    await useService(recorded);
    const { database, secrets, queues } = recorded;
    const used = ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'TransactWriteItems'];
    expect([...operationsOf(database.calls)]).toEqual(expect.arrayContaining(used));
    const isRefused = ({ operation, status }: Call) => operation === 'TransactWriteItems' && status === 400;
    expect(database.calls.some(isRefused)).toBe(true);
    expect([...operationsOf(secrets.calls)]).toEqual(['GetSecretValue']);
    const direct = [...database.calls, ...secrets.calls].filter((call) => call.bySdk !== bySdk);
    expect(direct).toEqual([]);
    expect([...operationsOf(queues.calls)]).toContain('SendMessageBatch');
  });
});
