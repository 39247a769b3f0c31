import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { dataOf, newStoryWorkspace } from '../stories/story-api.ts';
import { expectRefusal } from '../support/answers.ts';
import { workerService, type WorkerService } from '../support/service.ts';
import { newKey, type Person } from '../support/workspace.ts';

let service: WorkerService;
let made: Awaited<ReturnType<typeof newStoryWorkspace>>;

beforeAll(async () => {
  ({ service } = await workerService());
  made = await newStoryWorkspace(service);
});

interface Summary {
  id: string;
  actor: { id: string };
  startedAt: string;
  endedAt: string;
  counts: Record<string, number>;
}

const list = async (query: object = {}, who: Person = made.member): Promise<Summary[]> =>
  dataOf(await who.client.get(`${made.workspace.path}/change-sets`, { ...query }), 200);

test('the list has what each actor changed together, newest first, page by page', async () => {
  const { workspace, team, member } = made;
  const since = new Date().toISOString();
  const agent = await workspace.serviceAccount([team]);
  const [first, second] = [randomUUID(), randomUUID()];
  for (const id of [first, second]) {
    for (const title of ['One', 'Two']) {
      const headers = { 'change-set': id, 'idempotency-key': newKey() };
      await agent.client.post(`${workspace.path}/stories`, { title, teamId: team.id }, headers);
    }
  }
  await made.api.create({ teamId: team.id });
  await service.streamsIdle();
  const found = await list({ actorId: agent.id, since });
  expect(found.map(({ id, counts }) => [id, counts])).toEqual([
    [second, { 'story.created': 2 }],
    [first, { 'story.created': 2 }],
  ]);
  expect(found[0]!.startedAt < found[0]!.endedAt).toBe(true);
  expect((await list({ since })).map(({ actor }) => actor.id)).toEqual([member.id, agent.id, agent.id]);
  expect(await list({ actorId: member.id, since: new Date().toISOString() })).toEqual([]);

  const ids: string[] = [];
  for (let cursor: string | undefined, more = true; more;) {
    const query = { actorId: agent.id, since, limit: 1, ...(cursor ? { cursor } : {}) };
    const { json } = await member.client.get(`${workspace.path}/change-sets`, query);
    expect(json.data.length).toBeLessThanOrEqual(1);
    ids.push(...json.data.map(({ id }: Summary) => id));
    cursor = json.meta.nextCursor ?? undefined;
    more = cursor !== undefined;
  }
  expect(ids).toEqual([second, first]);
});

test('an import is one row, however small the pages and however many its requests', async () => {
  const { workspace, team, member } = made;
  const since = new Date().toISOString();
  const agent = await workspace.serviceAccount([team]);
  const [first, second] = [randomUUID(), randomUUID()];
  for (const [id, requests] of [
    [first, 2],
    [second, 12],
  ] as const) {
    for (let request = 0; request < requests; request++) {
      const items = [1, 2, 3].map((n) => ({
        idempotencyKey: newKey(),
        body: { title: `Row ${n}`, teamId: team.id },
      }));
      const headers = { 'change-set': id };
      dataOf(await agent.client.post(`${workspace.path}/bulk/stories`, { items }, headers), 200);
    }
  }
  await service.streamsIdle();
  const rows: [string, number][] = [];
  for (let cursor: string | undefined, more = true; more;) {
    const query = { actorId: agent.id, since, limit: 1, ...(cursor ? { cursor } : {}) };
    const { json } = await member.client.get(`${workspace.path}/change-sets`, query);
    rows.push(...json.data.map(({ id, counts }: Summary) => [id, counts['story.created']]));
    cursor = json.meta.nextCursor ?? undefined;
    more = cursor !== undefined;
  }
  expect(rows).toEqual([
    [second, 36],
    [first, 6],
  ]);
});

test('the list shows nothing of teams that the caller is not in', async () => {
  const outsider = await made.workspace.person('admin', [await made.workspace.team()]);
  expect(await list({ actorId: made.member.id }, outsider)).toEqual([]);
  const answer = await outsider.client.get(`${made.workspace.path}/change-sets`, { teamId: made.team.id });
  expectRefusal(answer, 404, 'not_found');
});
