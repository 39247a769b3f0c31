import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InboxRequest } from '../../infra/local/inbox/inbox.ts';
import type { InvocationReport } from '../../infra/local/lambda/invocation.ts';
import { keyringOf, makeAccessToken } from '../../infra/local/invoke-token.ts';
import { startLocal } from '../../infra/local/start.ts';
import { startProxy } from '../support/dynamodb-proxy.ts';
import type { Init, Work } from './cost-model.ts';
import { makeFixture, openDatabase, type Fixture } from './fixture.ts';
import { openTab } from './open-tab.ts';
import type { Conversation } from './requests.ts';
import { fetchPatiently } from './patient-fetch.ts';

/** What DynamoDB takes to answer in its own region, in milliseconds; the engine here takes less than one. */
const DATABASE_MS = 5;
/** Lambda asks a stream for records four times a second. https://docs.aws.amazon.com/lambda/latest/dg/with-ddb.html */
const STREAM_POLL_MS = 250;

/** A service on this machine that counts what would be paid for. */
export interface CostService {
  baseUrl: string;
  fixture: Fixture;
  /** An access token for /mcp of the fixture's person. */
  mcpToken: string;
  /** What an open page of a team asks. */
  tab: () => Conversation;
  /** What loading the functions took so far, by their names. */
  inits: ReadonlyMap<string, Init>;
  /** Counts what some work uses, with all that follows from it. */
  measure: (act: () => Promise<{ requests: number; bytes: number }>) => Promise<Work>;
  /** Sends the next request of a conversation, and returns the bytes of the response. */
  send: (talk: Conversation) => Promise<number>;
  /** Resolves when nothing is left that requests cause. */
  settle: () => Promise<void>;
  fireSchedule: (logicalId: string) => Promise<unknown>;
  stop: () => Promise<void>;
}

/** Starts a service whose database is as far away as one in a data center. `stories` is how many of them are updated. */
export async function startCostService(assembly: string, stories: number): Promise<CostService> {
  const home = mkdtempSync(join(tmpdir(), 'plotline-cost-'));
  const proxy = await startProxy();
  const inits = new Map<string, Init>();
  const invocations: InvocationReport[] = [];
  const local = await startLocal({
    home,
    port: 0,
    assembly,
    quiet: true,
    dynamodbEndpoint: proxy.endpoint,
    streamGatherMs: STREAM_POLL_MS,
    onInvocation: (report) => {
      invocations.push(report);
      const { functionName, memoryMb, init } = report;
      if (init) inits.set(functionName, { ...init, memoryMb });
    },
  });
  proxy.target = local.dynamodbEndpoint;
  const stop = async () => {
    await local.stop();
    await proxy.stop();
    rmSync(home, { recursive: true, force: true });
  };
  const settle = async () => {
    await local.streamsIdle();
    await local.queuesIdle();
    await local.streamsIdle();
  };
  try {
    const address = { ...local, tableName: local.tableName() };
    const fixture = await makeFixture(address, 'admin', stories);
    await settle();
    const tab = await openTab(address, fixture);
    const database = openDatabase(address);
    const keyring = await keyringOf(local);
    const service = { baseUrl: local.baseUrl, keyring, database };
    const { token: mcpToken } = await makeAccessToken(service, fixture.userId, new Date());
    database.client.destroy();
    proxy.latency = DATABASE_MS;
    return {
      baseUrl: local.baseUrl,
      fixture,
      mcpToken,
      tab,
      inits,
      measure: async (act) => {
        await settle();
        proxy.reset();
        invocations.length = 0;
        const before = readSize(join(home, 'logs'));
        const received = local.inbox.count;
        const { requests, bytes } = await act();
        await settle();
        const after = readSize(join(home, 'logs'));
        return {
          apiRequests: requests,
          readUnits: proxy.calls.reduce((sum, call) => sum + call.readUnits, 0),
          writeUnits: proxy.calls.reduce((sum, call) => sum + call.writeUnits + call.refusedUnits, 0),
          invocations: [...invocations],
          logBytes: after.bytes - before.bytes,
          logLines: after.lines - before.lines,
          sentBytes: bytes,
          webhookBytes: local.inbox.deliveries
            .filter(({ number }) => number > received)
            .reduce((sum, delivery) => sum + requestBytes(delivery), 0),
        };
      },
      send: (talk) => send(local.baseUrl, talk),
      settle,
      fireSchedule: (logicalId) => local.fireSchedule(logicalId),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The bytes of a request: its first line, headers and body. */
const requestBytes = ({ method, path, headers, body }: InboxRequest): number =>
  `${method} ${path} HTTP/1.1\r\n\r\n`.length +
  Object.entries(headers).reduce((sum, [name, value]) => sum + `${name}: ${value}\r\n`.length, 0) +
  body.length;

function readSize(folder: string): { bytes: number; lines: number } {
  const logs = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
  return {
    bytes: logs.reduce((sum, log) => sum + Buffer.byteLength(log), 0),
    lines: logs.reduce((sum, log) => sum + log.split('\n').length - 1, 0),
  };
}

async function send(baseUrl: string, talk: Conversation, mayRepeat = true): Promise<number> {
  const { next, learn, status } = talk;
  const { method, path, headers, body } = next();
  const init = { method, headers, ...(body === '' ? {} : { body }) };
  // The first searches build the read models of teams, a part with each request.
  const answer = await fetchPatiently(`${baseUrl}${path}`, init);
  const text = await answer.text();
  // What a busy service refused it may have done all the same, so that the version sent is no longer current.
  if (answer.status === 409 && mayRepeat && text.includes('currentUpdatedAt')) {
    learn?.(text);
    return await send(baseUrl, talk, false);
  }
  if (answer.status !== status) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
  learn?.(text);
  // Of what is sent, which may be compressed.
  return Number(answer.headers.get('content-length') ?? Buffer.byteLength(text));
}
