import { beforeAll, expect, test } from 'vitest';
import { expectBadFields, expectRefusal } from '../support/answers.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';
import type { Team } from '../../shared/identity/team/team.ts';
import type { Story } from '../../shared/planning/story/story.ts';
import { dataOf, statusOf, storyApi, type StoryApi } from './story-api.ts';
import { newKey } from '../support/workspace.ts';

let workspace: TestWorkspace;
let team: Team;
let admin: Person;
let member: Person;
let api: StoryApi;
const status: Record<string, string> = {};

beforeAll(async () => {
  workspace = await newWorkspace();
  team = await workspace.team();
  admin = await workspace.person('admin', [team]);
  member = await workspace.person('member', [team]);
  api = storyApi(workspace, admin.client);
  for (const category of ['backlog', 'started', 'completed', 'cancelled']) {
    status[category] = await statusOf(workspace, admin.client, team, category);
  }
});

const past = {
  createdAt: '2025-03-01T08:00:00.000Z',
  startedAt: '2025-03-03T08:00:00.000Z',
  completedAt: '2025-03-05T08:00:00.000Z',
};

const send = (body: object) => api.send({ teamId: team.id, title: 'From elsewhere', ...body });

test('an admin sets the past of a story, which says that it was imported', async () => {
  const before = new Date().toISOString();
  const story: Story = dataOf(
    await send({ statusId: status['completed'], imported: { ...past, reporterId: member.id } }),
    201,
  );
  expect(story).toMatchObject({
    createdAt: past.createdAt,
    completedAt: past.completedAt,
    reporterId: member.id,
    updatedAt: story.importedAt,
  });
  expect(story.importedAt! >= before).toBe(true);
  expect(await api.read(story.id)).toEqual(story);
  // A reader who keeps a copy in sync must not miss it, and the newest by id is what came last.
  const { data } = (await api.list({ updatedSince: before })).json;
  expect(data.map(({ id }: Story) => id)).toContain(story.id);
  expect(await api.create({ teamId: team.id })).toMatchObject({ importedAt: null, reporterId: admin.id });
});

test('without a date, completion stays open, and creation is the earliest date of the import', async () => {
  const undated: Story = dataOf(await send({ statusId: status['completed'], imported: {} }), 201);
  expect(undated).toMatchObject({ completedAt: null, createdAt: undated.importedAt, reporterId: admin.id });
  const same = await api.change(undated, { statusId: undated.statusId, title: 'Renamed' });
  expect(same.completedAt).toBeNull();
  const { completedAt } = past;
  const dated = dataOf(await send({ statusId: status['completed'], imported: { completedAt } }), 201);
  expect(dated).toMatchObject({ completedAt, createdAt: completedAt });
});

test.each([
  ['createdAt', { createdAt: '2999-01-01T00:00:00.000Z' }, 'completed', 'must not be in the future'],
  [
    'completedAt',
    { ...past, completedAt: '2025-02-01T00:00:00.000Z' },
    'completed',
    'must not be before startedAt',
  ],
  [
    'completedAt',
    { createdAt: past.createdAt, completedAt: '2025-02-01T00:00:00.000Z' },
    'completed',
    'must not be before createdAt',
  ],
  [
    'startedAt',
    { createdAt: past.createdAt, startedAt: '2025-02-01T00:00:00.000Z' },
    'started',
    'must not be before createdAt',
  ],
  ['completedAt', past, 'cancelled', 'requires a status of category completed'],
  [
    'startedAt',
    { startedAt: past.startedAt },
    'backlog',
    'requires a status of category started, completed or cancelled',
  ],
])('imported.%s of %j in a status that is %s %s', async (field, imported, category, message) => {
  const answer = await send({ statusId: status[category], imported });
  expectBadFields(answer, [`imported.${field}`]);
  expect(answer.json.error.fields[0].message).toBe(message);
});

test('a reporter is a principal of the workspace', async () => {
  const stranger = await (await newWorkspace()).person('member');
  expectRefusal(await send({ imported: { reporterId: stranger.id } }), 400, 'invalid_reference');
});

test('only an admin sets the past of a story, one by one or in bulk', async () => {
  const account = await workspace.serviceAccount([team]);
  for (const { client } of [member, account]) {
    const body = { teamId: team.id, title: 'Backdated', imported: past };
    const one = await storyApi(workspace, client).send(body);
    expectRefusal(one, 403, 'insufficient_role');
    const bulk = await client.post(`${workspace.path}/bulk/stories`, {
      items: [{ idempotencyKey: newKey(), body }],
    });
    expect(bulk.json.data.items).toMatchObject([{ httpStatus: 403, error: { code: 'insufficient_role' } }]);
  }
  const { data } = (await api.list()).json;
  expect(data.map(({ title }: Story) => title)).not.toContain('Backdated');
});
