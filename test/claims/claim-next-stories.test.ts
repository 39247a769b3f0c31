import { beforeEach, expect, test } from 'vitest';
import type { Story } from '../../shared/planning/story/story.ts';
import { relationApi } from '../relations/relation-api.ts';
import { newStoryWorkspace, statusOf } from '../stories/story-api.ts';
import { expectBadFields, expectRefusal, readAll } from '../support/answers.ts';
import { until } from '../support/until.ts';
import { newKey, type Person } from '../support/workspace.ts';
import { claimApi, type ClaimApi } from './claim-api.ts';

let made: Awaited<ReturnType<typeof newStoryWorkspace>>;
let api: ClaimApi;
let agent: Person;

beforeEach(async () => {
  made = await newStoryWorkspace();
  const { workspace, team } = made;
  agent = await workspace.serviceAccount([team]);
  api = claimApi(workspace, agent.client);
});

const create = (fields: object = {}): Promise<Story> => made.api.create({ teamId: made.team.id, ...fields });
const find = async (filter: string): Promise<string[]> =>
  (await readAll(made.member.client, `${made.workspace.path}/stories`, { filter })).map(
    ({ id }) => id as string,
  );
/** Waits until the read models have stories as they are. */
const found = (filter: string, count: number) => until(async () => (await find(filter)).length === count);
const ids = (claimed: readonly { story: { id: string } }[]) => claimed.map(({ story }) => story.id);

test('the most urgent story comes first, then the one that is due first, then the oldest', async () => {
  const old = await create();
  const later = await create({ priority: 'high', endDate: '2026-12-02' });
  const undated = await create({ priority: 'high' });
  const sooner = await create({ priority: 'high', endDate: '2026-12-01' });
  const urgent = await create({ priority: 'urgent' });
  await create({ priority: 'none' });
  await found('is:unclaimed', 6);

  const [first] = await api.next();
  expect(first!.story).toEqual({ ...urgent, claim: first!.claim });
  expect(first!.claim).toMatchObject({ storyId: urgent.id, holder: { id: agent.id }, fencingNumber: 1 });
  expect(await made.api.read(urgent.id)).toEqual(first!.story);
  await found('is:claimed', 1);
  expect(ids(await api.next())).toEqual([sooner.id]);
  expect(ids(await api.next({ limit: 3 }))).toEqual([later, undated, old].map(({ id }) => id));
});

test('a story is not handed out if it is done, archived, blocked or claimed, or of a team of others', async () => {
  const { workspace, team, member } = made;
  const relations = relationApi(workspace, member.client);
  for (const category of ['completed', 'cancelled'] as const) {
    await create({ statusId: await statusOf(workspace, member.client, team, category) });
  }
  await made.api.archive((await create()).id);
  const [blocker, blocked] = [await create({ title: 'Blocker' }), await create({ priority: 'urgent' })];
  await relations.relate(blocker, 'blocks', blocked);
  const claimed = await create({ priority: 'urgent' });
  await claimApi(workspace, member.client).claim(claimed);
  const hidden = await workspace.team();
  const insider = await workspace.person('member', [hidden]);
  await claimApi(workspace, insider.client).create({ teamId: hidden.id, priority: 'urgent' });
  await found('is:blocked', 1);
  await found('is:claimed', 1);

  expect(ids(await api.next({ limit: 10 }))).toEqual([blocker.id]);
  expect(await api.next({ limit: 10 })).toEqual([]);

  const { claim, ...held } = await made.api.read(blocker.id);
  const done = await statusOf(workspace, member.client, team, 'completed');
  await api.change(held as Story, { statusId: done, fencingNumber: claim!.fencingNumber });
  await found('is:unblocked is:unclaimed category:backlog', 1);
  await until(async () => ids(await api.next()).includes(blocked.id));
});

test('a filter selects the stories, and orders them', async () => {
  const [first, second] = [await create({ title: 'Red paint' }), await create({ title: 'Red wine' })];
  await create({ title: 'Green', priority: 'urgent' });
  await found('is:unclaimed', 3);
  expect(ids(await api.next({ filter: 'red sort:-created' }))).toEqual([second.id]);
  expect(ids(await api.next({ filter: 'red', limit: 5, teamId: made.team.id }))).toEqual([first.id]);
  expect(await api.next({ filter: 'is:done' })).toEqual([]);
});

test('an invalid request is refused with the fault', async () => {
  expectBadFields(await api.sendNext({ limit: 0 }), ['limit']);
  expectBadFields(await api.sendNext({ limit: 11 }), ['limit']);
  expectBadFields(await api.sendNext({ leaseSeconds: 29 }), ['leaseSeconds']);
  expectBadFields(await api.sendNext({ filter: 'colour:red' }), ['filter']);
  expectRefusal(await api.sendNext({ teamId: newKey() }), 404, 'not_found');
});

test('concurrent callers get different stories, and all stories are handed out', async () => {
  const stories = await Promise.all(Array.from({ length: 20 }, () => create()));
  await found('is:unclaimed', 20);
  const claimed = (await Promise.all(stories.map(() => api.next()))).flat();
  expect(new Set(ids(claimed)).size).toBe(claimed.length);
  expect(ids(claimed).sort()).toEqual(stories.map(({ id }) => id).sort());
});

test('a repeated request returns its claims, and claims nothing more', async () => {
  await Promise.all([create(), create(), create()]);
  await found('is:unclaimed', 3);
  const headers = { 'idempotency-key': newKey() };
  const first = await api.sendNext({ limit: 2 }, headers);
  const again = await api.sendNext({ limit: 2 }, headers);
  expect(again.json.data).toEqual(first.json.data);
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  expect(await api.next({ limit: 10 })).toHaveLength(1);
});

test('people find claimed stories, and whose they are', async () => {
  const { workspace, member } = made;
  const [mine, theirs, free] = [await create(), await create(), await create()];
  await claimApi(workspace, member.client).claim(mine);
  await api.claim(theirs);
  await found('is:claimed', 2);
  const cases: Record<string, Story[]> = {
    'is:claimed': [theirs, mine],
    'is:unclaimed': [free],
    '-is:claimed': [free],
    'claimedBy:me': [mine],
    'claimedby:"A program"': [theirs],
    [`claimedBy:${agent.id}`]: [theirs],
    'claimedBy:none': [free],
    'claimedBy:me,none': [free, mine],
    '-claimedBy:me': [free, theirs],
  };
  for (const [filter, expected] of Object.entries(cases)) {
    expect(await find(filter), filter).toEqual(expected.map(({ id }) => id));
  }
});
