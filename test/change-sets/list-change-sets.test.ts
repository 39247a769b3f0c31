import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { claimApi } from '../claims/claim-api.ts';
import { dataOf, newStoryWorkspace, statusOf } from '../stories/story-api.ts';
import { expectRefusal } from '../support/answers.ts';
import { workerService, type WorkerService } from '../support/service.ts';
import { newKey, type Person } from '../support/workspace.ts';
import { changeSetApi } from './change-set-api.ts';

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

test('the list has what each actor changed together, oldest first, page by page', async () => {
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
    [first, { 'story.created': 2 }],
    [second, { 'story.created': 2 }],
  ]);
  expect(found[0]!.startedAt < found[0]!.endedAt).toBe(true);
  expect((await list({ since })).map(({ actor }) => actor.id)).toEqual([agent.id, agent.id, member.id]);
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
  expect([...new Set(ids)]).toEqual([first, second]);
});

test('the list shows nothing of teams that the caller is not in', async () => {
  const outsider = await made.workspace.person('admin', [await made.workspace.team()]);
  expect(await list({ actorId: made.member.id }, outsider)).toEqual([]);
  const answer = await outsider.client.get(`${made.workspace.path}/change-sets`, { teamId: made.team.id });
  expectRefusal(answer, 404, 'not_found');
});

test('agents work off a backlog; in the morning a person sees what each did, and takes back one whole night', async () => {
  const { workspace, team } = made;
  const since = new Date().toISOString();
  const completed = await statusOf(workspace, made.member.client, team, 'completed');
  const label = `night ${newKey()}`;
  const stories = [];
  for (let n = 0; n < 30; n++) stories.push(await made.api.create({ teamId: team.id, title: label }));
  const agents = await Promise.all(Array.from({ length: 5 }, () => workspace.serviceAccount([team])));
  const nights = new Map(agents.map(({ id }) => [id, randomUUID()]));
  await service.streamsIdle();
  const work = async (agent: Person) => {
    const api = claimApi(workspace, agent.client);
    const headers = { 'change-set': nights.get(agent.id)! };
    for (;;) {
      const [claimed] = await api.next({ filter: `"${label}"`, teamId: team.id });
      if (!claimed) return;
      const { id, updatedAt: expectedUpdatedAt } = claimed.story;
      const { fencingNumber } = claimed.claim;
      const path = `${workspace.path}/stories/${id}`;
      const body = { expectedUpdatedAt, statusId: completed, fencingNumber };
      expect((await agent.client.patch(path, body, headers)).status).toBe(200);
      await agent.client.post(`${path}/comments`, { content: 'Done' }, headers);
    }
  };
  await Promise.all(agents.map(work));
  await service.streamsIdle();

  const done = await Promise.all(agents.map(({ id: actorId }) => list({ actorId, since })));
  const named = done.map((sets, n) => sets.filter(({ id }) => id === nights.get(agents[n]!.id)));
  const finished = named.flat().map(({ counts }) => counts['story.updated']!);
  expect(finished.reduce((sum, one) => sum + one, 0)).toBe(stories.length);

  const [night] = named.find((sets) => sets.length > 0)!;
  // Comments of others are an admin's to delete.
  const sets = changeSetApi(workspace, (await workspace.person('admin', [team])).client);
  const { json } = await sets.revert(night!.id);
  expect(json.data).toMatchObject({ conflicts: [], irreversible: [] });
  expect(json.data.reverted).toHaveLength(2 * night!.counts['story.updated']!);
  const left = await Promise.all(stories.map(({ id }) => made.api.read(id)));
  const open = left.filter(({ completedAt }) => completedAt === null);
  expect(open).toHaveLength(night!.counts['story.updated']!);
  expect((await sets.revert(night!.id)).json.data.reverted).toEqual([]);
});
