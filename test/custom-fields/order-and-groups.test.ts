import { beforeAll, describe, expect, test } from 'vitest';
import type { CustomFieldValue } from '../../shared/planning/story-parts/custom-field.ts';
import type { Story } from '../../shared/planning/story/story.ts';
import { storyApi, type StoryApi } from '../stories/story-api.ts';
import { expectBadFields, readAll } from '../support/answers.ts';
import { until } from '../support/until.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';
import { viewApi } from '../views/view-api.ts';
import { fieldApi } from './field-api.ts';

let workspace: TestWorkspace;
let admin: Person;
let outsider: Person;
let teamIds: [string, string];
let api: StoryApi;

beforeAll(async () => {
  workspace = await newWorkspace();
  const [team, second, other] = [await workspace.team(), await workspace.team(), await workspace.team()];
  teamIds = [team.id, second.id];
  admin = await workspace.person('admin', [team, second]);
  outsider = await workspace.person('member', [other]);
  api = storyApi(workspace, admin.client);
});

/** A field, and a story for each value in two teams by turns; undefined for a story without one. */
async function storiesWith(field: object, values: readonly (CustomFieldValue | undefined)[]) {
  const { key } = await fieldApi(workspace, admin.client).create(field);
  const made: Story[] = [];
  for (const [index, value] of values.entries()) {
    const customFields = value === undefined ? {} : { [key]: value };
    made.push(await api.create({ teamId: teamIds[index % 2]!, title: `A ${key}`, customFields }));
  }
  const mine = { filter: `"${key}"` };
  const list = (query: Record<string, string | number>): Promise<Story[]> =>
    readAll(admin.client, `${workspace.path}/stories`, { ...mine, ...query });
  await until(async () => (await list({})).length === made.length);
  /** The positions of the values in a list. */
  const listed = async (query: Record<string, string | number>) =>
    (await list(query)).map(({ id }) => made.findIndex((one) => one.id === id));
  return { key, made, listed, mine };
}

describe('stories are sorted by a custom field', () => {
  test.each([
    ['a number', { type: 'number' }, [10, 9, undefined, -1.5, 9], [3, 1, 4, 0, 2], [0, 4, 1, 3, 2]],
    ['a date', { type: 'date' }, ['2026-11-02', undefined, '2025-01-01'], [2, 0, 1], [0, 2, 1]],
    ['a text', { type: 'text' }, ['beta', 'Alpha', undefined, 'gamma'], [1, 0, 3, 2], [3, 0, 1, 2]],
    [
      'a choice, in the order of its options',
      { type: 'select', options: ['Low', 'High', "It's late"] },
      ["It's late", 'Low', undefined, 'High'],
      [1, 3, 0, 2],
      [0, 3, 1, 2],
    ],
    ['a checkbox', { type: 'checkbox' }, [true, undefined, false], [1, 2, 0], [0, 2, 1]],
  ] as const)('%s, those without a value last', async (_, field, values, ascending, descending) => {
    const { key, listed } = await storiesWith(field, values);
    expect(await listed({ sort: `cf.${key}` })).toEqual(ascending);
    expect(await listed({ sort: `-cf.${key}` })).toEqual(descending);
    // Page by page, too.
    expect(await listed({ sort: `-cf.${key}`, limit: 1 })).toEqual(descending);
    expect(await listed({ sort: `cf.${key}`, limit: 2 })).toEqual(ascending);
  });

  test('after other fields, as people write it, and in views', async () => {
    const { key, made, listed } = await storiesWith({ type: 'number' }, [3, 2, 1]);
    await api.change(made[2]!, { priority: 'high' });
    const filter = `"${key}" sort:-priority,-cf.${key}`;
    await expect.poll(() => listed({ filter })).toEqual([2, 0, 1]);
    const views = viewApi(workspace, admin.client);
    const view = await views.create({ filter: `"${key}"`, sort: `cf.${key}` });
    const { json } = await views.stories(view.id);
    expect(json.data.map(({ id }: Story) => id)).toEqual(made.map(({ id }) => id).toReversed());
  });

  test('that has an order, and that the caller knows', async () => {
    const fields = fieldApi(workspace, admin.client);
    const several = await fields.create({ type: 'multi_select', options: ['a'] });
    const person = await fields.create({ type: 'user' });
    for (const { key } of [several, person])
      expectBadFields(await api.list({ sort: `cf.${key}` }), ['query.sort']);
    expectBadFields(await api.list({ sort: 'cf.nothing' }), ['query.cf.nothing']);
    expectBadFields(await api.list({ sort: "cf.a'b" }), ['query.sort']);
    const own = await fields.create({ teamId: teamIds[0] });
    const theirs = storyApi(workspace, outsider.client);
    expectBadFields(await theirs.list({ sort: `cf.${own.key}` }), [`query.cf.${own.key}`]);
    const path = `${workspace.path}/story-summary`;
    const groups = await outsider.client.get(path, { groupBy: `cf.${own.key}` });
    expectBadFields(groups, [`query.cf.${own.key}`]);
  });
});

test('stories are counted by the values of a custom field, in each group that they have', async () => {
  const options = ['red', 'green'];
  const { key, mine } = await storiesWith({ type: 'multi_select', options }, [
    ['red'],
    ['red', 'green'],
    undefined,
    ['red'],
  ]);
  const groups = await admin.client.get(`${workspace.path}/story-summary`, { ...mine, groupBy: `cf.${key}` });
  expect(groups.json.data).toEqual([
    { key: 'red', count: 3, estimate: 0 },
    { key: 'green', count: 1, estimate: 0 },
    { key: null, count: 1, estimate: 0 },
  ]);
});
