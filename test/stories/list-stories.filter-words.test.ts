import { beforeAll, expect, test } from 'vitest';
import { expectBadFields, readAll } from '../support/answers.ts';
import { planningApi } from '../support/planning.ts';
import { until } from '../support/until.ts';
import { dataOf, newStoryWorkspace, storyApi, type StoryApi } from './story-api.ts';

/** Excluding words, missing values, estimates, the current sprint and orders of several keys. */
type Made = Awaited<ReturnType<typeof newStoryWorkspace>>;
let made: Made;
let ids: Record<string, string>;
let secondCode: string;

const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString();

const find = async (filter: string, query: Record<string, string | number> = {}) =>
  (await readAll(made.member.client, `${made.workspace.path}/stories`, { filter, ...query })).map(
    ({ id }: { id: string }) => Object.keys(ids).find((name) => ids[name] === id),
  );

beforeAll(async () => {
  made = await newStoryWorkspace();
  const { workspace, team, member } = made;
  const second = await workspace.team({ estimateScheme: 'hours' });
  secondCode = second.code;
  const inBoth = await workspace.person('member', [team, second]);
  made = { ...made, member: inBoth };
  const api: StoryApi = storyApi(workspace, inBoth.client);
  const plan = planningApi(workspace, member.client);
  const label = async (name: string) =>
    dataOf<{ id: string }>(
      await member.client.post(`${workspace.path}/labels`, { teamId: team.id, name, color: '#123456' }),
      201,
    ).id;
  const [bug, tiny] = [await label('bug'), await label('tiny')];
  const objective = await plan.objective(team, { name: 'Win' });
  const now = await plan.sprint(team, { name: 'Now', startDate: inDays(-3), endDate: inDays(3) });
  const past = await plan.sprint(team, { name: 'Past', startDate: inDays(-30), endDate: inDays(-16) });
  ids = {};
  const create = async (name: string, fields: object) => {
    ids[name] = (await api.create({ teamId: team.id, title: `The ${name}`, ...fields })).id;
  };
  await create('a', {
    labels: [bug],
    priority: 'high',
    estimateValue: 1,
    endDate: inDays(9),
    sprintId: now.id,
  });
  await create('b', { labels: [bug, tiny], priority: 'low', estimateValue: 3, sprintId: past.id });
  await create('c', { priority: 'high', estimateValue: 8, endDate: inDays(2), objectiveId: objective.id });
  await create('d', { priority: 'low', assigneeId: inBoth.id, parentId: ids['a'] });
  await create('e', { teamId: second.id, priority: 'high', endDate: inDays(5) });
  const related = { type: 'blocks', relatedStoryId: ids['b'] };
  await inBoth.client.post(`${workspace.path}/stories/${ids['a']}/relations`, related);
  await until(async () => (await find('is:unblocked')).length === 4);
});

test.each<[string, string[]]>([
  ['-label:bug', ['c', 'd', 'e']],
  ['label:bug -label:tiny', ['a']],
  ['-label:bug,tiny -priority:low', ['c', 'e']],
  ['-is:blocked', ['a', 'c', 'd', 'e']],
  ['-is:unblocked', ['b']],
  ['-is:unassigned', ['d']],
  ['-is:done,unassigned', ['d']],
  ['-is:archived', ['a', 'b', 'c', 'd', 'e']],
  ['-is:open', []],
  ['-assignee:me', ['a', 'b', 'c', 'e']],
  ['-reporter:me', []],
  ['-sprint:none', ['a', 'b']],
  ['-sprint:current', ['b', 'c', 'd', 'e']],
  ['-parent:none', ['d']],
  ['-objective:Win', ['a', 'b', 'd', 'e']],
  ['-due:<4d', ['a', 'b', 'd', 'e']],
  ['-estimate:none', ['a', 'b', 'c']],
  ['-category:backlog,unstarted', []],
  ['sprint:current', ['a']],
  ['sprint:current,Past', ['a', 'b']],
  ['due:none', ['b', 'd']],
  ['completed:none', ['a', 'b', 'c', 'd', 'e']],
  ['label:none', ['c', 'd', 'e']],
  ['label:none,tiny', ['b', 'c', 'd', 'e']],
  ['objective:none', ['a', 'b', 'd', 'e']],
  ['objective:none,Win due:none', ['b', 'd']],
  ['estimate:3', ['b']],
  ['estimate:1,8', ['a', 'c']],
  ['estimate:>3', ['c']],
  ['estimate:>=3', ['b', 'c']],
  ['estimate:<3', ['a']],
  ['estimate:<=3', ['a', 'b']],
  ['estimate:2..8', ['b', 'c']],
  ['estimate:none', ['d', 'e']],
  ['estimate:none,>3', ['c', 'd', 'e']],
  ['-estimate:>3', ['a', 'b', 'd', 'e']],
])('the filter %s finds its stories', async (filter, expected) => {
  expect((await find(filter)).sort()).toEqual(expected);
  const { json } = await made.member.client.get(`${made.workspace.path}/story-summary`, {
    filter,
    groupBy: 'team',
  });
  const count = json.data.reduce((sum: number, group: { count: number }) => sum + group.count, 0);
  expect(count).toBe(expected.length);
});

test('a team can be excluded', async () => {
  expect(await find(`-team:${secondCode} priority:high`)).not.toContain('e');
  expect(await find(`-team:${made.team.code}`)).toEqual(['e']);
  expect(await find(`-team:${secondCode},${made.team.code}`)).toEqual([]);
});

test.each<[string, string[]]>([
  ['sort:-priority,due', ['c', 'e', 'a', 'b', 'd']],
  ['sort:-priority,-due', ['a', 'e', 'c', 'd', 'b']],
  ['sort:priority,-estimate', ['b', 'd', 'c', 'a', 'e']],
  ['sort:due,-priority,sequenceId', ['c', 'e', 'a', 'b', 'd']],
  ['sort:estimate,created', ['a', 'b', 'c', 'd', 'e']],
])('the order of %s is kept in pages of every size', async (filter, expected) => {
  for (const limit of [1, 2, 3, 50]) {
    expect(await find(filter, { limit }), `by ${limit}`).toEqual(expected);
  }
});

test.each([
  '-sort:priority',
  'sort:priority,-priority',
  'sort:relevance,priority x',
  'sort:priority sort:due',
  'estimate:much',
  'estimate:>2..3',
  'created:none',
  'updated:none',
  'reporter:none',
  'label:',
  'label: bug',
  '-labels:bug',
  '-is:green',
  '-label:unknown',
  '-due:soon',
  'due_date:none',
  'is:blocked -is:blocked',
])('the filter %s is refused', async (filter) => {
  expectBadFields(await made.member.client.get(`${made.workspace.path}/stories`, { filter }), [
    'query.filter',
  ]);
});

test('an unknown word in a filter is answered with the known ones', async () => {
  const messageOf = async (filter: string): Promise<string> =>
    (await made.member.client.get(`${made.workspace.path}/stories`, { filter })).json.error.message as string;
  expect(await messageOf('-lable:bug')).toMatch(/It knows is: status:.*did you mean label:/);
  expect(await messageOf('-is:green')).toMatch(/there are blocked, unblocked, claimed, unclaimed, overdue/);
  expect(await messageOf('sort:sideways')).toMatch(/createdAt/);
});

test('words with a - in front and words that only end in a colon are searched for', async () => {
  expect(await find('The -b')).not.toContain('b');
  expect(
    (await made.member.client.get(`${made.workspace.path}/stories`, { filter: 'Todo: "The c"' })).status,
  ).toBe(200);
});

test('a saved view runs expressions of filters', async () => {
  const { workspace, member } = made;
  const view = await member.client.post(`${workspace.path}/views`, {
    name: 'Rest',
    visibility: 'personal',
    filter: '-label:bug sort:-priority,due',
  });
  const { id } = dataOf<{ id: string }>(view, 201);
  const stories = await readAll(member.client, `${workspace.path}/views/${id}/stories`, { limit: 1 });
  expect(stories.map((story) => story.id)).toEqual(['c', 'e', 'd'].map((name) => ids[name]));
});
