import { setTimeout as delay } from 'node:timers/promises';
import pLimit from 'p-limit';
import { renderTable } from '../../cli/core/output.ts';
import { startLocal, type RunningService } from '../../infra/local/start.ts';
import { synthesize } from '../../infra/local/template/synth.ts';
import { startProxy, type DynamoDbProxy } from '../support/dynamodb-proxy.ts';
import { inBenchFolder, ROOT } from './bench-folder.ts';
import { Engine } from './engine.ts';
import { newTeam, type BenchTeam } from './new-team.ts';
import type { Progress } from './progress.ts';
import { startInboxes } from './webhook-receiver.ts';

export interface RecoveryPlan {
  /** How long each outage lasts. */
  outageMs: number;
  /** Stories that are created during each. */
  stories: number;
}

interface RecoveryResult {
  outage: string;
  outageMs: number;
  created: number;
  /** From the end of the outage until the last change had its effects, in milliseconds. */
  drainMs: number;
  /** Created stories without their event at the receiver, or that are not counted; those created twice. */
  lost: number;
  twice: number;
}

const HOST = 'receiver.acme.dev';
const AT_ONCE = 8;
const RETRY_MS = 200;
const REQUEST_TIMEOUT_MS = 15_000;
const DRAIN_TIMEOUT_MS = 300_000;
/** Its projections are the counts of objectives, among others. */
const PROJECTOR = 'ProjectorFunction';

/**
 * Takes away the receiver of a webhook, the database, and a projection's database calls, one after the other, while stories
 * are created, and measures how long the service needs afterwards until every event has arrived and every story is counted.
 */
export const measureRecovery = (
  { outageMs, stories }: RecoveryPlan,
  progress: Progress,
): Promise<RecoveryResult[]> =>
  inBenchFolder(async (home, ends) => {
    progress.start(4);
    ends.push(() => progress.end());
    const inboxes = await startInboxes([HOST]);
    ends.push(() => inboxes.stop());
    const proxy = await startProxy();
    ends.push(() => proxy.stop());
    const local = await startLocal({
      home,
      port: 0,
      assembly: await synthesize(ROOT),
      quiet: true,
      hosts: { [HOST]: inboxes.port },
      dynamodbEndpoint: (name) => (name === PROJECTOR ? proxy.endpoint : undefined),
    });
    ends.push(() => local.stop());
    proxy.target = local.dynamodbEndpoint;
    const workspace = await openWorkspace(local);
    const engine = new Engine(home, local.dynamodbEndpoint);

    const during = async (outage: string, begin: () => unknown, end: () => unknown) => {
      progress.step(outage);
      const objectiveId = await workspace.createObjective(outage);
      begin();
      const recovered = delay(outageMs).then(() => {
        end();
        return performance.now();
      });
      const ids = await workspace.createStories(stories, objectiveId);
      const endedAt = await recovered;
      const limit = performance.now() + DRAIN_TIMEOUT_MS;
      let lost = Infinity;
      let counted = 0;
      while (lost > 0 && performance.now() < limit) {
        await delay(50);
        counted = await workspace.countOf(objectiveId);
        lost = Math.max(ids.filter((id) => !inboxes.has(HOST, id)).length, stories - counted);
      }
      const drainMs = performance.now() - endedAt;
      return { outage, outageMs, created: ids.length, drainMs, lost, twice: counted - ids.length };
    };
    return [
      await during(
        'The receiver answers 503',
        () => inboxes.answer(HOST, 503),
        () => inboxes.answer(HOST, 200),
      ),
      await during(
        'The database stands still',
        () => signal(engine, 'SIGSTOP'),
        () => signal(engine, 'SIGCONT'),
      ),
      await during(
        'A projection cannot reach the database',
        () => breakCalls(proxy, true),
        () => breakCalls(proxy, false),
      ),
    ];
  });

function breakCalls(proxy: DynamoDbProxy, broken: boolean): void {
  proxy.fault = broken ? () => 'refuse' : undefined;
}

function signal(engine: Engine, name: NodeJS.Signals): void {
  if (engine.pid === undefined) throw new Error('The engine runs elsewhere; it cannot be stopped.');
  process.kill(engine.pid, name);
}

async function openWorkspace(local: RunningService) {
  const { workspaceId, teamId, token }: BenchTeam = await newTeam(local);
  const request = (method: string, path: string, body?: object, key: string = crypto.randomUUID()) =>
    fetch(`${local.baseUrl}/api/v1/workspaces/${workspaceId}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
  const create = async (path: string, body: object): Promise<string> => {
    const key = crypto.randomUUID();
    // As a client does: the same request with its key until it is answered.
    for (;;) {
      const answer = await request('POST', path, body, key).catch(() => undefined);
      const text = await answer?.text().catch(() => undefined);
      if (answer?.status === 201 && text !== undefined)
        return (JSON.parse(text) as { data: { id: string } }).data.id;
      if (answer && answer.status < 500) throw new Error(`${path} answered ${answer.status}: ${text ?? ''}`);
      await delay(RETRY_MS);
    }
  };
  const subscriptions = ['story.created'];
  await create('/webhook-endpoints', {
    name: 'Receiver',
    url: `https://${HOST}/`,
    subscriptions,
    teamIds: [teamId],
  });
  const limit = pLimit(AT_ONCE);
  return {
    createObjective: (name: string) => create('/objectives', { teamId, name }),
    createStories: (count: number, objectiveId: string) =>
      Promise.all(
        Array.from({ length: count }, () =>
          limit(() => create('/stories', { teamId, objectiveId, title: 'Made during an outage' })),
        ),
      ),
    async countOf(objectiveId: string): Promise<number> {
      const answer = await request('GET', `/objectives/${objectiveId}`).catch(() => undefined);
      if (answer?.status !== 200) return 0;
      const { data } = (await answer.json()) as { data: { storyCounts: { total: number } } };
      return data.storyCounts.total;
    },
  };
}

/** The results as a table for a terminal. */
export function renderRecovery(results: readonly RecoveryResult[], stream: NodeJS.WriteStream): string {
  const rows = results.map(({ outage, outageMs, created, drainMs, lost, twice }) => [
    outage,
    (outageMs / 1_000).toFixed(1),
    String(created),
    (drainMs / 1_000).toFixed(1),
    String(lost),
    String(twice),
    lost === 0 && twice === 0 ? 'nothing lost met' : 'nothing lost missed',
  ]);
  const headings = ['', 'outage, s', 'stories meanwhile', 'drained after, s', 'lost', 'twice', 'target'];
  return `${renderTable(headings, rows, stream)}\n`;
}
