import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Team } from '../../shared/identity/team/team.ts';
import type { Story } from '../../shared/planning/story/story.ts';
import { expectBadFields } from '../support/answers.ts';
import { newKey, type TestWorkspace } from '../support/workspace.ts';
import { dataOf, newStoryWorkspace, statusOf, storyApi, type StoryApi } from './story-api.ts';

let workspace: TestWorkspace;
let team: Team;
let member: Awaited<ReturnType<typeof newStoryWorkspace>>['member'];
let api: StoryApi;
/** In the order of their creation, by one letter each. */
let stories: Record<string, Story>;

beforeEach(async () => {
  ({ workspace, team, member, api } = await newStoryWorkspace());
  stories = {};
  for (const title of ['a', 'b', 'c', 'd', 'e']) await create(title);
});

async function create(title: string, fields: object = {}): Promise<Story> {
  return (stories[title] = await api.create({ title, teamId: team.id, ...fields }));
}

const idOf = (title: string): string => stories[title]!.id;

async function rank(title: string, placement: object | 'first' | 'last'): Promise<Story> {
  return (stories[title] = await api.change(await api.read(idOf(title)), { rank: placement }));
}

async function order(query: object = {}): Promise<string> {
  const { json } = await api.list({ teamId: team.id, sort: 'rank', limit: 100, ...query });
  return (json.data as Story[]).map(({ title }) => title).join('');
}

const expectOrder = (expected: string, query: object = {}) => expect.poll(() => order(query)).toBe(expected);

/** Ranks stories in an order; the others stay without a rank. */
async function rankAll(titles: string): Promise<void> {
  for (const title of titles) await rank(title, 'last');
  await expectOrder(titles, { filter: 'is:ranked' });
}

describe('the order by hand', () => {
  test('has the newest first until a story is moved', async () => {
    await expectOrder('edcba');
    expect(stories['a']!.rank).toBeNull();
    await expectOrder('abcde', { sort: '-rank' });
  });

  test('has ranked stories before all others', async () => {
    await rank('b', 'first');
    await expectOrder('bedca');
    await rank('a', 'last');
    await expectOrder('baedc');
    await rank('c', 'first');
    await expectOrder('cbaed');
    await create('f');
    await expectOrder('cbafed');
    await expectOrder('cba', { filter: 'is:ranked' });
    await expectOrder('fed', { filter: '-is:ranked' });
  });

  test('puts a story right before or after another, ranked or not, and changes no other', async () => {
    await rankAll('abc');
    const before = await Promise.all(['a', 'b', 'c', 'd'].map((title) => api.read(idOf(title))));
    await rank('e', { before: idOf('b') });
    await expectOrder('aebcd');
    await rank('e', { after: idOf('b') });
    await expectOrder('abecd');
    expect(await Promise.all(['a', 'b', 'c', 'd'].map((title) => api.read(idOf(title))))).toEqual(before);
  });

  test('puts a story between others that have no rank', async () => {
    await rank('a', { after: idOf('d') });
    await expectOrder('edacb');
    await rank('b', { before: idOf('d') });
    await expectOrder('ebdac');
    await rank('e', { after: idOf('c') });
    await expectOrder('bdace');
    await create('f');
    await rank('c', 'last');
    await rank('a', 'first');
    await expect.poll(async () => (await order()).length).toBe(6);
    await expect.poll(async () => (await order())[0]).toBe('a');
  });

  test('is kept through many moves to one place', async () => {
    await rankAll('abcde');
    let expected = 'abcde';
    for (let move = 0; move < 60; move++) {
      const moved = 'cd'[move % 2]!;
      await rank(moved, { after: idOf('a') });
      const others = [...expected].filter((title) => title !== moved && title !== 'a').join('');
      expected = `a${moved}${others}`;
    }
    await expectOrder(expected);
    expect(stories['c']!.rank!.length).toBeLessThan(40);
  });

  test('does not change a story that is there already', async () => {
    await rankAll('abc');
    const { updatedAt } = await api.read(idOf('b'));
    expect((await rank('b', { after: idOf('a') })).updatedAt).toBe(updatedAt);
    expect((await rank('b', { before: idOf('c') })).updatedAt).toBe(updatedAt);
    const { updatedAt: first } = await api.read(idOf('a'));
    expect((await rank('a', 'first')).updatedAt).toBe(first);
    const { updatedAt: last } = await api.read(idOf('c'));
    expect((await rank('c', 'last')).updatedAt).toBe(last);
  });

  test('takes the order of a bulk request, pages, and other filters', async () => {
    const items = [...'cadbe'].map((title) => ({
      storyId: idOf(title),
      body: { expectedUpdatedAt: stories[title]!.updatedAt, rank: 'last' },
    }));
    const { json } = await member.client.patch(`${workspace.path}/bulk/stories`, { items });
    expect(json.data.items.map(({ httpStatus }: { httpStatus: number }) => httpStatus)).toEqual(
      Array(5).fill(200),
    );
    await expectOrder('cadbe');
    const first = await api.list({ teamId: team.id, sort: 'rank', limit: 2 });
    const { nextCursor: cursor } = first.json.meta;
    const second = await api.list({ teamId: team.id, sort: 'rank', limit: 2, cursor });
    expect([...first.json.data, ...second.json.data].map(({ title }: Story) => title).join('')).toBe('cadb');
    await expectOrder('cd', { filter: 'c OR d' });
  });

  test('stays with a story in another status, and ends with its rank or its team', async () => {
    await rankAll('abc');
    const started = await statusOf(workspace, member.client, team, 'started');
    stories['b'] = await api.change(stories['b']!, { statusId: started });
    expect(stories['b'].rank).not.toBeNull();
    await expectOrder('abced');
    const { rank: cleared } = await api.change(await api.read(idOf('a')), { clearFields: ['rank'] });
    expect(cleared).toBeNull();
    await expectOrder('bceda');
  });

  test('ends where a story moves to another team', async () => {
    await rank('a', 'first');
    const other = await workspace.team();
    await workspace.operator.joinTeam({
      workspaceId: workspace.id,
      teamId: other.id,
      principalId: member.id,
    });
    const moved = await api.change(await api.read(idOf('a')), { teamId: other.id });
    expect(moved.rank).toBeNull();
    const again = await api.change(moved, { rank: 'last' });
    const back = await api.change(again, { teamId: team.id, rank: { after: idOf('c') } });
    expect(back.rank).not.toBeNull();
    await expectOrder('edcab');
  });
});

describe('a place that does not exist', () => {
  const update = async (placement: unknown) =>
    await api.update(idOf('a'), { expectedUpdatedAt: stories['a']!.updatedAt, rank: placement });

  test.each([
    ['a word', 'top'],
    ['a number', 3],
    ['two neighbours', { before: randomUUID(), after: randomUUID() }],
    ['nothing', {}],
    ['what is no rank', { at: 'a' }],
    ['a rank with a last zero', { at: 'a10' }],
  ])('is refused: %s', async (_, placement) => {
    const answer = await update(placement);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('rank');
    expect(answer.json.error.code).toBe('invalid_request');
  });

  test('is refused for the story itself, one of another team, an archived one and one that does not exist', async () => {
    const other = await workspace.team();
    const stranger = await workspace.person('member', [other]);
    const foreign = await storyApi(workspace, stranger.client).create({ teamId: other.id });
    await api.archive(idOf('b'));
    for (const id of [idOf('a'), foreign.id, idOf('b'), randomUUID()]) {
      const answer = await update({ before: id });
      expectBadFields(answer, ['rank.before'], 'invalid_reference');
      expect(answer.text).toContain('is not another story');
    }
  });

  test('is refused for a neighbour whose status has another category', async () => {
    const started = await statusOf(workspace, member.client, team, 'started');
    const busy = await create('f', { statusId: started });
    expectBadFields(await update({ after: busy.id }), ['rank.after'], 'invalid_reference');
    const { updatedAt } = stories['a']!;
    const both = { expectedUpdatedAt: updatedAt, statusId: started, rank: { after: busy.id } };
    expect((await api.update(idOf('a'), both)).status).toBe(200);
  });
});

test('a change set is reverted with the places of its stories', async () => {
  await rankAll('abc');
  const changeSet = randomUUID();
  const move = async (title: string, placement: object | 'last') => {
    const { updatedAt } = await api.read(idOf(title));
    return dataOf<Story>(
      await member.client.patch(
        `${workspace.path}/stories/${idOf(title)}`,
        { expectedUpdatedAt: updatedAt, rank: placement },
        { 'change-set': changeSet },
      ),
      200,
    );
  };
  await move('a', 'last');
  await move('e', { after: idOf('b') });
  await expectOrder('becad');
  const answer = await member.client.post(
    `${workspace.path}/change-sets/${changeSet}/revert`,
    {},
    { 'idempotency-key': newKey() },
  );
  expect(answer.json.data.conflicts).toEqual([]);
  expect(answer.json.data.reverted).toHaveLength(2);
  await expectOrder('abced');
});
