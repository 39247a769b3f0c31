import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Story } from '../../shared/planning/story/story.ts';
import type { Team } from '../../shared/identity/team/team.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { commit } from '../../shared/kernel/db/write.ts';
import {
  getStoryRelations,
  replaceStoryRelations,
} from '../../shared/planning/story/story-relations-store.ts';
import { expectBadFields, expectRefusal, expectSameRefusal } from '../support/answers.ts';
import type { Person, TestWorkspace } from '../support/workspace.ts';
import { newStoryWorkspace, statusOf, storyApi, type StoryApi } from '../stories/story-api.ts';
import { relationApi, type RelationApi } from './relation-api.ts';

let workspace: TestWorkspace;
let team: Team;
let member: Person;
let stories: StoryApi;
let relations: RelationApi;

beforeAll(async () => {
  ({ workspace, team, member, api: stories } = await newStoryWorkspace());
  relations = relationApi(workspace, member.client);
});

const story = (fields: object = {}): Promise<Story> => stories.create({ teamId: team.id, ...fields });
const two = () => Promise.all([story(), story()]);
const someOf = (count: number) => Promise.all(Array.from({ length: count }, () => story()));
const shownOf = ({ id, reference, title, statusId }: Story) => ({ id, reference, title, statusId });

test.each([
  ['blocks', 'blocked_by'],
  ['blocked_by', 'blocks'],
  ['relates_to', 'relates_to'],
  ['duplicates', 'duplicated_by'],
  ['duplicated_by', 'duplicates'],
])('the relation %s is %s from the other side', async (type, opposite) => {
  const [one, other] = await two();
  const relation = await relations.relate(one, type, other);
  const common = { id: relation.id, workspaceId: workspace.id, createdBy: member.id };
  const sides = [
    { ...common, type, storyId: one.id, relatedStoryId: other.id },
    { ...common, type: opposite, storyId: other.id, relatedStoryId: one.id },
  ] as const;
  expect(relation).toEqual({
    ...sides[0],
    relatedStory: { ...shownOf(other), statusCategory: 'backlog' },
    createdAt: relation.createdAt,
  });
  expect(await relations.list(one)).toEqual([relation]);
  expect(await relations.list(other)).toEqual([
    { ...relation, ...sides[1], relatedStory: { ...shownOf(one), statusCategory: 'backlog' } },
  ]);
});

test('the same relation again, from either side, is answered 200 with the one that exists', async () => {
  const [one, other] = await two();
  const { id } = await relations.relate(one, 'blocks', other);
  for (const answer of [
    await relations.send(one, 'blocks', other),
    await relations.send(other, 'blocked_by', one),
  ]) {
    expect([answer.status, answer.json.data.id]).toEqual([200, id]);
  }
  const mutual = await relations.relate(one, 'relates_to', other);
  const again = await relations.send(other, 'relates_to', one);
  expect([again.status, again.json.data.id]).toEqual([200, mutual.id]);
  expect(await relations.list(one)).toHaveLength(2);
});

test('many equal requests at once make one relation', async () => {
  const [one, other] = await two();
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, n) =>
      n % 2 ? relations.send(one, 'blocks', other) : relations.send(other, 'blocked_by', one),
    ),
  );
  expect(answers.map(({ status }) => status).filter((status) => status === 201)).toHaveLength(1);
  expect(new Set(answers.filter(({ status }) => status < 300).map(({ json }) => json.data.id)).size).toBe(1);
  expect(await relations.list(one)).toHaveLength(1);
});

describe('a circle of blocks', () => {
  test('of two, three or many stories is refused, from either side', async () => {
    const chain = await someOf(8);
    for (const [n, one] of chain.slice(1).entries()) await relations.relate(chain[n]!, 'blocks', one);
    for (const last of [chain[1]!, chain[2]!, chain[7]!]) {
      const refused = await relations.send(last, 'blocks', chain[0]!);
      expectRefusal(refused, 400, 'invalid_reference');
      expectRefusal(await relations.send(chain[0]!, 'blocked_by', last), 400, 'invalid_reference');
    }
    // The other way round it closes nothing.
    await relations.relate(chain[0]!, 'blocks', chain[7]!);
  });

  test('that a race has made is survived by every read', async () => {
    const circle = await someOf(3);
    const [a, b, c] = circle as [Story, Story, Story];
    await relations.relate(a, 'blocks', b);
    const { id } = await relations.relate(b, 'blocks', c);
    const read = createReader(workspace.database);
    for (const [from, to, type] of [
      [c, a, 'blocks'],
      [a, c, 'blocked_by'],
    ] as const) {
      const stored = (await getStoryRelations(read, from.id))!;
      const [copied] = (await getStoryRelations(read, b.id))!.relations.filter((one) => one.blocker);
      const blocker = type === 'blocked_by' ? { blocker: copied!.blocker! } : {};
      const made = { ...stored.relations[0]!, id: randomUUID(), type, storyId: to.id, ...blocker };
      const stale = () => new Error('The relations changed.');
      await commit(workspace.database, [replaceStoryRelations(stored, [...stored.relations, made], stale)]);
    }
    for (const one of circle) {
      expect(await relations.list(one)).toHaveLength(2);
      expect(await relations.blockersOf(one)).toHaveLength(1);
    }
    const outside = await story();
    await relations.relate(outside, 'blocks', a);
    expectRefusal(await relations.send(c, 'blocks', outside), 400, 'invalid_reference');
    expect((await relations.delete(c, { id })).status).toBe(200);
  });
});

test('a story has at most 100 relations, of all types and from both sides', async () => {
  const [hub, one, last, other] = (await someOf(4)) as [Story, Story, Story, Story];
  const first = await relations.relate(hub, 'blocks', other);
  const stored = (await getStoryRelations(createReader(workspace.database), hub.id))!;
  const more = Array.from({ length: 98 }, () => ({ ...stored.relations[0]!, storyId: randomUUID() }));
  const stale = () => new Error('The relations changed.');
  await commit(workspace.database, [replaceStoryRelations(stored, [...stored.relations, ...more], stale)]);
  await relations.relate(one, 'duplicates', hub);
  for (const refused of [
    await relations.send(hub, 'blocks', last),
    await relations.send(last, 'relates_to', hub),
  ]) {
    const error = expectRefusal(refused, 409, 'quota_exceeded');
    expect(error).toMatchObject({ quota: 'relations', limit: 100 });
  }
  await relations.relate(last, 'blocks', other);
  expect((await relations.send(hub, 'blocks', other)).json.data.id).toBe(first.id);
});

describe('a relation between teams', () => {
  test('is created by members of both, and shows the other story only to those who may see it', async () => {
    const elsewhere = await workspace.team({ private: true });
    const both = await workspace.person('member', [team, elsewhere]);
    const api = relationApi(workspace, both.client);
    const hidden = await storyApi(workspace, both.client).create({ teamId: elsewhere.id });
    const open = await story();
    const relation = await api.relate(hidden, 'blocks', open);
    expect((await api.list(open))[0]!.relatedStory).toMatchObject({ id: hidden.id });
    const [seen] = await relations.list(open);
    expect(seen).toMatchObject({ id: relation.id, relatedStoryId: hidden.id, relatedStory: null });
    expect(await relations.blockersOf(open)).toEqual([]);
    expect(await api.blockersOf(open)).toMatchObject([{ storyId: open.id, id: hidden.id }]);
  });

  test('with an invisible story is refused like one with an unknown story', async () => {
    const elsewhere = await workspace.team();
    const stranger = await workspace.person('member', [elsewhere]);
    const foreign = await storyApi(workspace, stranger.client).create({ teamId: elsewhere.id });
    const own = await story();
    expectSameRefusal([
      await relations.send(own, 'blocks', foreign),
      await relations.send(own, 'blocks', { id: randomUUID() }),
    ]);
    expectRefusal(await relations.send(own, 'blocks', foreign), 400, 'invalid_reference');
    expectRefusal(await relations.send(foreign, 'blocks', own), 404, 'not_found');
  });
});

test('an invalid relation is refused', async () => {
  const [one, other] = await two();
  const post = (body: object) => member.client.post(`${workspace.path}/stories/${one.id}/relations`, body);
  expectBadFields(await post({ type: 'hinders', relatedStoryId: other.id }), ['type']);
  expectBadFields(await post({}), ['type', 'relatedStoryId']);
  expectRefusal(await relations.send(one, 'relates_to', one), 400, 'invalid_reference');
});

describe('the field blockedBy', () => {
  test('names the blocker until it is completed or cancelled, and again when it is taken up again', async () => {
    const [one, other, blocked] = (await someOf(3)) as [Story, Story, Story];
    await relations.relate(one, 'blocks', blocked);
    await relations.relate(blocked, 'blocked_by', other);
    const blockers = async () => (await relations.blockersOf(blocked)).map(({ id }) => id).sort();
    expect(await blockers()).toEqual([one.id, other.id].sort());
    const status = (category: string) => statusOf(workspace, member.client, team, category);
    const done = await stories.change(one, { statusId: await status('completed') });
    expect(await blockers()).toEqual([other.id]);
    await stories.change(other, { statusId: await status('cancelled') });
    expect(await blockers()).toEqual([]);
    await stories.change(done, { statusId: await status('started') });
    expect(await blockers()).toEqual([one.id]);
    expect(await relations.blockersOf(one)).toEqual([]);
  });

  test('follows in lists, with the title as it is now', async () => {
    const own = await workspace.team();
    const { client } = await workspace.person('member', [own]);
    const api = storyApi(workspace, client);
    const [one, blocked, free] = [
      await api.create({ teamId: own.id }),
      await api.create({ teamId: own.id }),
      await api.create({ teamId: own.id }),
    ];
    await relationApi(workspace, client).relate(one, 'blocks', blocked);
    const listed = async () =>
      (await api.list({ teamId: own.id, include: 'blockedBy' })).json.included.blockedBy;
    const shown = { storyId: blocked.id, ...shownOf(one), statusCategory: 'backlog' };
    expect(await listed()).toEqual([shown]);
    const renamed = await api.change(one, { title: 'Another title' });
    await expect.poll(listed).toEqual([{ ...shown, title: 'Another title' }]);
    await api.change(renamed, { statusId: await statusOf(workspace, client, own, 'completed') });
    await expect.poll(listed).toEqual([]);
    expect((await api.get(free.id)).json.included).toBeUndefined();
  });
});
