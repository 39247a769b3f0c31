import { beforeAll, describe, expect, test } from 'vitest';
import type { Team } from '../../shared/identity/team/team.ts';
import { expectBadFields, expectRefusal } from '../support/answers.ts';
import { until } from '../support/until.ts';
import { newKey, newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';
import { storyApi, type StoryApi } from '../stories/story-api.ts';
import { fieldApi } from './field-api.ts';

let workspace: TestWorkspace;
let team: Team;
let other: Team;
let admin: Person;
let fields: ReturnType<typeof fieldApi>;
let api: StoryApi;

beforeAll(async () => {
  workspace = await newWorkspace();
  [team, other] = [await workspace.team(), await workspace.team()];
  admin = await workspace.person('admin', [team, other]);
  fields = fieldApi(workspace, admin.client);
  api = storyApi(workspace, admin.client);
});

const create = (customFields: object) => api.create({ teamId: team.id, customFields });
const send = (customFields: object) => api.send({ teamId: team.id, title: 'A story', customFields });

describe('the custom fields of a story', () => {
  test('are empty, unless it has values', async () => {
    const story = await api.create({ teamId: team.id });
    expect(story.customFields).toEqual({});
    expect((await api.read(story.id)).customFields).toEqual({});
  });

  test('are at most 50 in a request, since each is looked up', async () => {
    const many = Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`unknown_${at}`, 1]));
    expectBadFields(await send(many), ['customFields']);
    const { unknown_0: _, ...fewer } = many;
    expectBadFields(
      await send(fewer),
      Object.keys(fewer).map((key) => `customFields.${key}`),
    );
  });

  test('have values of every type', async () => {
    const types = {
      text: 'Two\nlines',
      number: -1.5,
      date: '2028-02-29',
      select: 'High',
      multi_select: ['Low', 'High'],
      user: admin.id,
      url: 'https://example.com/a?b=c',
      checkbox: false,
    };
    const made = await Promise.all(
      Object.keys(types).map((type) =>
        fields.create({ type, ...(type.includes('select') ? { options: ['Low', 'High'] } : {}) }),
      ),
    );
    const values = Object.fromEntries(made.map(({ key, type }) => [key, types[type]]));
    const story = await create(values);
    expect(story.customFields).toEqual(values);
    expect(await api.read(story.id)).toEqual(story);
    expect((await api.list({ teamId: team.id, limit: 1 })).json.data[0].customFields).toEqual(values);
  });

  test.each([
    ['text', 5],
    ['text', ' '],
    ['number', '5'],
    ['number', 1e300],
    ['date', '2027-02-29'],
    ['date', '2027-02-28T00:00:00.000Z'],
    ['select', 'Huge'],
    ['multi_select', ['Low', 'Huge']],
    ['multi_select', ['Low', 'Low']],
    ['multi_select', 'Low'],
    ['user', 'somebody'],
    ['url', 'javascript:alert(1)'],
    ['url', 'https://user:secret@example.com'],
    ['checkbox', 'true'],
    ['text', null],
    ['text', { deep: true }],
  ])('of the type %s cannot be %j', async (type, value) => {
    const options = type.includes('select') ? { options: ['Low', 'High'] } : {};
    const { key } = await fields.create({ type, ...options });
    expectBadFields(await send({ [key]: value }), [`customFields.${key}`]);
  });

  test('say which day of a date does not exist', async () => {
    const { key } = await fields.create({ type: 'date' });
    expect((await send({ [key]: '2027-02-29' })).text).toContain('has the day 29, but 2027-02 has 28 days');
    expect((await send({ [key]: ['2027-02-28'] })).text).toContain('must be a date such as');
  });

  test('are those of the team and of the workspace that are not archived', async () => {
    const [theirs, archived] = [await fields.create({ teamId: other.id }), await fields.create()];
    await fields.archive(archived.id);
    for (const key of [theirs.key, archived.key, 'nothing', 'constructor'])
      expectBadFields(await send({ [key]: 'x' }), [`customFields.${key}`]);
  });

  test('are changed one by one, and cleared by name', async () => {
    const [one, two] = [await fields.create(), await fields.create()];
    const story = await create({ [one.key]: 'a', [two.key]: 'b' });
    const changed = await api.change(story, { customFields: { [one.key]: 'c' } });
    expect(changed.customFields).toEqual({ [one.key]: 'c', [two.key]: 'b' });
    const cleared = await api.change(changed, { clearFields: [`customFields.${two.key}`] });
    expect(cleared.customFields).toEqual({ [one.key]: 'c' });
    expect(await api.read(story.id)).toEqual(cleared);
    expect((await api.change(cleared, { clearFields: ['customFields'] })).customFields).toEqual({});
  });

  test('are named in the conflict of an update with a stale version', async () => {
    const { key } = await fields.create();
    const story = await create({ [key]: 'a' });
    await api.change(story, { customFields: { [key]: 'b' } });
    const late = await api.update(story.id, {
      expectedUpdatedAt: story.updatedAt,
      customFields: { [key]: 'c' },
    });
    expectRefusal(late, 409, 'version_conflict');
    expect(late.json.error.changedFields).toEqual([`customFields.${key}`]);
  });

  test('are not cleared where the request sets them, the story lacks them, or they are required', async () => {
    const { key } = await fields.create();
    const needed = await fields.create({ required: true, teamId: other.id });
    const story = await create({ [key]: 'a' });
    const refused = async (body: object, paths: string[], of = story) =>
      expectBadFields(await api.update(of.id, { expectedUpdatedAt: of.updatedAt, ...body }), paths);
    const both = { customFields: { [key]: 'b' }, clearFields: [`customFields.${key}`] };
    await refused(both, ['clearFields.0']);
    await refused({ clearFields: ['customFields.nothing'] }, ['clearFields']);
    await refused({ clearFields: ['title'] }, ['clearFields.0']);
    const bound = await api.create({ teamId: other.id, customFields: { [needed.key]: 'x' } });
    await refused({ clearFields: [`customFields.${needed.key}`] }, ['clearFields'], bound);
    await refused({ clearFields: ['customFields'] }, ['clearFields'], bound);
  });

  test('that are required must be sent, and those with a default need not', async () => {
    const place = await workspace.team();
    const owner = await workspace.person('admin', [place]);
    const own = fieldApi(workspace, owner.client);
    const stories = storyApi(workspace, owner.client);
    const needed = await own.create({ teamId: place.id, required: true });
    const filled = await own.create({ teamId: place.id, type: 'number', required: true, default: 3 });
    expectBadFields(await stories.send({ teamId: place.id, title: 'A story' }), [
      `customFields.${needed.key}`,
    ]);
    const story = await stories.create({ teamId: place.id, customFields: { [needed.key]: 'x' } });
    expect(story.customFields).toEqual({ [needed.key]: 'x', [filled.key]: 3 });
    await own.archive(needed.id);
    expect((await stories.create({ teamId: place.id })).customFields).toEqual({ [filled.key]: 3 });
  });

  test('are at most 8 KB together', async () => {
    const made = await Promise.all(Array.from({ length: 5 }, () => fields.create()));
    const values = Object.fromEntries(made.map(({ key }) => [key, 'x'.repeat(1_900)]));
    expectBadFields(await send(values), ['customFields']);
  });

  test('of the former team stay behind when the story moves', async () => {
    const [shared, own] = [await fields.create(), await fields.create({ teamId: team.id })];
    const story = await create({ [shared.key]: 'a', [own.key]: 'b' });
    const moved = await api.change(story, { teamId: other.id });
    expect(moved.customFields).toEqual({ [shared.key]: 'a' });
  });

  test('are changes of their own in events and in the history', async () => {
    const { key } = await fields.create();
    const story = await create({ [key]: 'a' });
    await api.change(story, { customFields: { [key]: 'b' } });
    const path = `${workspace.path}/stories/${story.id}/history`;
    const change = { field: `customFields.${key}`, from: 'a', to: 'b' };
    await until(async () => (await admin.client.get(path)).json.data[0]?.changes.length > 0);
    expect((await admin.client.get(path)).json.data[0].changes).toEqual([expect.objectContaining(change)]);
    const events = async (): Promise<any[]> =>
      (await admin.client.get(`${workspace.path}/changes`, { type: 'story.updated', since: story.createdAt }))
        .json.data;
    await until(async () => (await events()).some((event) => event.data.id === story.id));
    const event = (await events()).find((one) => one.data.id === story.id);
    expect(event.changes).toEqual([change]);
  });
});

describe('a filter by a custom field', () => {
  test.each([
    ['text', 'Blue sky', 'blue SKY', 'green'],
    ['number', 7, '>5', '8..9'],
    ['date', '2026-11-20', '2026-11-01..2026-11-30', '>2026-11-20'],
    ['select', 'High', 'high,low', 'Low'],
    ['multi_select', ['Low', 'High'], 'low', 'None of it'],
    ['checkbox', true, 'true', 'false'],
  ])('of the type %s finds stories', async (type, value, fits, differs) => {
    const place = await workspace.team();
    const owner = await workspace.person('admin', [place]);
    const options = type.includes('select') ? { options: ['Low', 'High', 'None of it'] } : {};
    const { key } = await fieldApi(workspace, owner.client).create({ type, ...options });
    const stories = storyApi(workspace, owner.client);
    const story = await stories.create({ teamId: place.id, customFields: { [key]: value } });
    const without = await stories.create({ teamId: place.id });
    const found = async (query: Record<string, string>) =>
      (await stories.list({ teamId: place.id, ...query })).json.data?.map(({ id }: { id: string }) => id);
    const unchecked = type === 'checkbox' ? [without.id] : [];
    await until(async () => (await found({ [`cf.${key}`]: fits })).includes(story.id));
    expect(await found({ [`cf.${key}`]: fits })).toEqual([story.id]);
    expect(await found({ [`cf[${key}]`]: fits })).toEqual([story.id]);
    expect(await found({ [`cf.${key}`]: differs })).toEqual(unchecked);
    expect(await found({ [`cf.${key}`]: 'none' })).toEqual([without.id]);
    expect(await found({ filter: `cf.${key}:${fits.includes(' ') ? `"${fits}"` : fits}` })).toEqual([
      story.id,
    ]);
    expect(await found({ filter: `-cf.${key}:none` })).toEqual([story.id]);
  });

  test('of a person accepts also me or a name', async () => {
    const { key } = await fields.create({ type: 'user' });
    const story = await create({ [key]: admin.id });
    for (const word of ['me', admin.id])
      await until(async () => (await api.list({ [`cf.${key}`]: word })).text.includes(story.id));
  });

  test('is refused for an unknown field, or with a value that does not fit', async () => {
    const { key } = await fields.create({ type: 'number' });
    expectBadFields(await api.list({ [`cf.${key}`]: 'many' }), [`query.cf.${key}`]);
    const day = (await fields.create({ type: 'date' })).key;
    const refused = await api.list({ filter: `cf.${day}:>2026-02-29` });
    expectBadFields(refused, [`query.cf.${day}`]);
    expect(refused.text).toContain('a day that does not exist: 2026-02-29 has the day 29');
    expectBadFields(await api.list({ 'cf.nothing': 'x' }), ['query.cf.nothing']);
    expectBadFields(await api.list({ 'cf.Odd key': 'x' }), ['query.cf.Odd key']);
    expectBadFields(await send({ 'Odd key': 'x' }), ['customFields.Odd key']);
    expectBadFields(await api.list({ cf: 'x' }), ['query.cf']);
    expectBadFields(await api.list({ filter: `cf.nothing:${newKey()}` }), ['query.cf.nothing']);
    expectBadFields(await api.list({ teamId: team.id, 'xf.key': 'x' }), ['query.xf.key']);
  });
});
