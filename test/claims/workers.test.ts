import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { relationApi } from '../relations/relation-api.ts';
import { newStoryWorkspace, statusOf } from '../stories/story-api.ts';
import { expectRefusal } from '../support/answers.ts';
import type { ClockedService } from '../support/clocked-service.ts';
import { createClient } from '../support/client.ts';
import { seededRandom } from '../support/random.ts';
import { until } from '../support/until.ts';
import { claimApi, startClaimService, type Claimed } from './claim-api.ts';
import { violationsOf, type Completion, type Grant } from './work-history.ts';

const { seed, whole } = inject('sampling');
const [WORKERS, STORIES] = whole ? [64, 500] : [24, 150];
const LEASE_SECONDS = 30;
/** Of stories: how many wait for another, and how many are left by a worker that is killed. */
const [BLOCKED, KILLED] = [0.3, 0.2];

let made: Awaited<ReturnType<typeof newStoryWorkspace>>;
let clocked: ClockedService;

beforeAll(async () => {
  made = await newStoryWorkspace();
  clocked = await startClaimService();
});
afterAll(() => clocked.stop());

test('workers that are killed at random do each story of a backlog once, and none before the stories that it waits for', async () => {
  const { workspace, team, member } = made;
  const random = seededRandom(seed);
  const relations = relationApi(workspace, member.client);
  const statusId = await statusOf(workspace, member.client, team, 'completed');
  const titles = Array.from({ length: STORIES }, (_, n) => ({ title: `Story ${n}`, teamId: team.id }));
  const stories = await Promise.all(titles.map((fields) => made.api.create(fields)));
  const blocks = stories.flatMap(({ id }, n) =>
    n > 0 && random() < BLOCKED ? [[id, stories[Math.floor(random() * n)]!.id] as const] : [],
  );
  await Promise.all(
    blocks.map(([waiting, blocker]) => relations.relate({ id: blocker }, 'blocks', { id: waiting })),
  );
  const agents = await Promise.all(
    Array.from({ length: 4 }, async () =>
      createClient(clocked.baseUrl, (await workspace.serviceAccount([team])).token),
    ),
  );
  const count = async (filter: string) => {
    const { json } = await member.client.get(`${workspace.path}/story-summary`, { groupBy: 'team', filter });
    return (json.data as { count: number }[]).reduce((sum, one) => sum + one.count, 0);
  };
  await until(async () => (await count('is:blocked')) === blocks.length);

  // The service of this test builds its read model with the first calls.
  const first = claimApi(workspace, agents[0]!);
  await until(async () => (await first.sendNext({ filter: '"no such story"' })).status === 200);

  const grants: Grant[] = [];
  const completions: Completion[] = [];
  const clock = () => clocked.now.getTime();

  async function complete(worker: number, api: ReturnType<typeof claimApi>, { story, claim }: Claimed) {
    const call = { story: story.id, worker, fencingNumber: claim.fencingNumber, sentAt: clock() };
    const patch = { statusId, fencingNumber: claim.fencingNumber, expectedUpdatedAt: story.updatedAt };
    const answer = await api.update(story.id, patch);
    completions.push({ ...call, answeredAt: clock(), accepted: answer.status === 200 });
    return answer;
  }

  /** Works until everything is done; leaves some of its stories as if it was killed, and comes back to them too late. */
  async function work(worker: number): Promise<void> {
    const api = claimApi(workspace, agents[worker % agents.length]!);
    while (new Set(completions.filter(({ accepted }) => accepted).map(({ story }) => story)).size < STORIES) {
      const sentAt = clock();
      const answer = await api.sendNext({ leaseSeconds: LEASE_SECONDS });
      // A read model that 64 workers wait for on a busy machine may be late: then they ask again.
      if (answer.status !== 503) expect(answer.status, answer.text).toBe(200);
      const [claimed] = (answer.json.data ?? []) as Claimed[];
      if (!claimed) {
        await delay(50);
        clocked.pass(500);
        continue;
      }
      const { story, claim } = claimed;
      const expiresAt = Date.parse(claim.expiresAt);
      const { fencingNumber } = claim;
      grants.push({ story: story.id, worker, fencingNumber, sentAt, answeredAt: clock(), expiresAt });
      if (random() >= KILLED) {
        await complete(worker, api, claimed);
        continue;
      }
      while (clock() < expiresAt) {
        await delay(20);
        clocked.pass(1_000);
      }
      expectRefusal(await complete(worker, api, claimed), 409, 'claim_lost');
    }
  }
  await Promise.all(Array.from({ length: WORKERS }, (_, worker) => work(worker)));

  const ids = stories.map(({ id }) => id);
  expect(violationsOf({ stories: ids, blocks, grants, completions })).toEqual([]);
  expect(completions.some(({ accepted }) => !accepted)).toBe(true);
});
