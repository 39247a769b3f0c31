import { beforeAll, describe, expect, test } from 'vitest';
import type { EstimateScheme, Team } from '../../shared/identity/team/team.ts';
import { expectBadFields, expectRefusal } from '../support/answers.ts';
import type { Person, TestWorkspace } from '../support/workspace.ts';
import { newStoryWorkspace, seed, statusOf, storyApi, type StoryApi } from './story-api.ts';

let workspace: TestWorkspace;
let team: Team;
let member: Person;
let api: StoryApi;

beforeAll(async () => {
  ({ workspace, team, member, api } = await newStoryWorkspace());
});

/** A refused request has left no story in a team that had none. */
async function expectNoStory({ id: teamId }: Team, reader = api) {
  for (const archived of ['exclude', 'only']) {
    expect((await reader.list({ teamId, archived })).json.data).toEqual([]);
  }
}

async function emptyTeam() {
  const empty = await workspace.team();
  const { client } = await workspace.person('member', [empty]);
  return { empty, reader: storyApi(workspace, client) };
}

test('title and team are enough; other fields have their defaults', async () => {
  const before = new Date().toISOString();
  const answer = await api.send({ title: 'Ship it', teamId: team.id });

  expect(answer.status).toBe(201);
  expect(answer.headers.get('x-request-id')).toMatch(/\S/);
  const story = answer.json.data;
  expect(story).toEqual({
    id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
    workspaceId: workspace.id,
    teamId: team.id,
    sequenceId: 1,
    reference: `${team.code}-1`,
    title: 'Ship it',
    description: null,
    statusId: await statusOf(workspace, member.client, team, 'backlog'),
    assigneeId: null,
    reporterId: member.id,
    sprintId: null,
    objectiveId: null,
    keyResultId: null,
    parentId: null,
    priority: 'none',
    estimateValue: null,
    estimateLabel: null,
    estimatedDurationMinutes: null,
    minimumFocusBlockMinutes: null,
    autoSchedulingEnabled: false,
    autoSchedulingLocked: false,
    autoSchedulingStatus: 'off',
    labels: [],
    customFields: {},
    links: [],
    externalId: null,
    externalSource: null,
    externalUrl: null,
    claim: null,
    triage: null,
    startDate: null,
    endDate: null,
    completedAt: null,
    importedAt: null,
    rank: null,
    archivedAt: null,
    createdAt: story.updatedAt,
    updatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  });
  expect(story.createdAt >= before && story.createdAt <= new Date().toISOString()).toBe(true);
  expect(await api.read(story.id)).toEqual(story);
});

test('every optional field is stored as it was sent', async () => {
  const put = seed(workspace);
  const objectiveId = await put.objective(team);
  const parent = await api.create({ teamId: team.id });
  const label = await workspace.operator.createLabel({
    workspaceId: workspace.id,
    teamId: team.id,
    name: 'bug',
    color: '#ff0000',
  });
  const body = {
    title: 'Everything',
    teamId: team.id,
    description: 'Line one\n\tLine two\r\n',
    statusId: await statusOf(workspace, member.client, team, 'started'),
    assigneeId: member.id,
    sprintId: await put.sprint(team),
    objectiveId,
    keyResultId: await put.keyResult(team, objectiveId),
    parentId: parent.id,
    priority: 'urgent',
    estimateValue: 5,
    estimatedDurationMinutes: 2400,
    minimumFocusBlockMinutes: 1,
    autoSchedulingEnabled: true,
    labels: [label.id],
    startDate: '2026-11-20T00:00:00.000Z',
    endDate: '2026-11-20T00:00:00.000Z',
  };
  const story = await api.create(body);

  expect(story).toMatchObject({ ...body, estimateLabel: '5', autoSchedulingStatus: 'planning' });
  expect(await api.read(story.id)).toEqual(story);
});

test('stories are counted from 1 in each team, and 64 at once get 64 numbers', async () => {
  const fresh = await workspace.team();
  const { client } = await workspace.person('member', [fresh]);
  const own = storyApi(workspace, client);
  const stories = await Promise.all(Array.from({ length: 64 }, () => own.create({ teamId: fresh.id })));

  const numbers = stories.map(({ sequenceId }) => sequenceId).sort((a, b) => a - b);
  expect(numbers).toEqual(Array.from({ length: 64 }, (_, index) => index + 1));
  for (const { reference, sequenceId } of stories) expect(reference).toBe(`${fresh.code}-${sequenceId}`);
});

test('a story that starts completed is completed when it is created, and others are not', async () => {
  for (const category of ['backlog', 'unstarted', 'started', 'completed', 'cancelled']) {
    const statusId = await statusOf(workspace, member.client, team, category);
    const story = await api.create({ teamId: team.id, statusId });
    expect(story.completedAt, category).toBe(category === 'completed' ? story.createdAt : null);
  }
});

test('a plain date means its midnight UTC', async () => {
  const story = await api.create({ teamId: team.id, startDate: '2026-11-20', endDate: '2028-02-29' });
  const midnights = { startDate: '2026-11-20T00:00:00.000Z', endDate: '2028-02-29T00:00:00.000Z' };
  expect(story).toMatchObject(midnights);
  expect(await api.read(story.id)).toMatchObject(midnights);
});

test('the error of an invalid estimate lists the valid ones, in order', async () => {
  const answer = await api.send({ title: 'Sized', teamId: team.id, estimateValue: 4 });
  const { fields } = expectRefusal(answer, 400, 'invalid_request');
  expect(fields[0].message).toBe('must be one of 0, 0.5, 1, 2, 3, 5, 8, 13, 21 in this team');
});

test('auto-scheduling waits for an owner, then for a duration, then plans', async () => {
  const statusWith = async (fields: object) =>
    (await api.create({ teamId: team.id, autoSchedulingEnabled: true, ...fields })).autoSchedulingStatus;
  const time = { estimatedDurationMinutes: 60 };
  const owner = { assigneeId: member.id };

  expect(await statusWith({ ...owner, ...time, autoSchedulingEnabled: false })).toBe('off');
  expect(await statusWith(time)).toBe('needs_owner');
  expect(await statusWith(owner)).toBe('needs_time');
  expect(await statusWith({ ...owner, ...time })).toBe('planning');
});

describe('the estimates of a team', () => {
  test.each<[EstimateScheme, [number, string][], number[]]>([
    [
      'points',
      [0, 0.5, 1, 2, 3, 5, 8, 13, 21].map((value) => [value, `${value}`]),
      [4, 34, -1, -0.5, 0.25, 1.5],
    ],
    ['tshirt', ['XS', 'S', 'M', 'L', 'XL'].map((label, index) => [index + 1, label]), [0, 6, 2.5]],
    [
      'hours',
      [
        [0.25, '0.25h'],
        [1000, '1000h'],
      ],
      [0, -1, 1000.5],
    ],
    ['ideal_days', [[2, '2d']], [0, -0.5]],
  ])('are the values and labels of %s', async (estimateScheme, allowed, refused) => {
    const sized = await workspace.team({ estimateScheme });
    const { client } = await workspace.person('member', [sized]);
    const own = storyApi(workspace, client);

    for (const estimateValue of refused) {
      expectBadFields(await own.send({ title: 'Sized', teamId: sized.id, estimateValue }), ['estimateValue']);
    }
    await expectNoStory(sized, own);
    for (const [estimateValue, estimateLabel] of allowed) {
      expect(await own.create({ teamId: sized.id, estimateValue })).toMatchObject({
        estimateValue,
        estimateLabel,
      });
    }
  });
});

test.each([
  ['a duration of nothing', { estimatedDurationMinutes: 0 }, 'estimatedDurationMinutes'],
  ['a duration over 40 hours', { estimatedDurationMinutes: 2401 }, 'estimatedDurationMinutes'],
  ['half a minute', { estimatedDurationMinutes: 1.5 }, 'estimatedDurationMinutes'],
  ['a focus block without a duration', { minimumFocusBlockMinutes: 30 }, 'minimumFocusBlockMinutes'],
  [
    'a focus block longer than the duration',
    { estimatedDurationMinutes: 30, minimumFocusBlockMinutes: 31 },
    'minimumFocusBlockMinutes',
  ],
  [
    'an end before the start',
    { startDate: '2026-11-20T12:00:00+01:00', endDate: '2026-11-20T10:59:59Z' },
    'endDate',
  ],
  ['a day that does not exist', { startDate: '2026-02-30T12:00:00Z' }, 'startDate'],
  ['a time without an offset', { endDate: '2026-11-20T12:00:00' }, 'endDate'],
  ['a year below 0 in UTC', { startDate: '0000-01-01T00:00:00+01:00' }, 'startDate'],
  ['a year above 9999 in UTC', { endDate: '9999-12-31T23:59:59-01:00' }, 'endDate'],
  ['an unknown priority', { priority: 'Urgent' }, 'priority'],
  [
    'a label twice',
    { labels: ['019a', '019a'].map((head) => `${head}0000-0000-7000-8000-000000000000`) },
    'labels',
  ],
  ['a state that only the service sets', { completedAt: '2026-11-20T12:00:00Z' }, 'completedAt'],
  ['an empty title', { title: '' }, 'title'],
  ['a blank title', { title: ' \u3000 ' }, 'title'],
  ['a title of 501 characters', { title: '🚀'.repeat(501) }, 'title'],
  ['a description of 32,769 characters', { description: 'x'.repeat(32_769) }, 'description'],
  ['a description of 32,769 characters of four bytes', { description: '🚀'.repeat(32_769) }, 'description'],
])('a story with %s is refused and not stored', async (_, fields, path) => {
  const { empty, reader } = await emptyTeam();

  expectBadFields(await reader.send({ title: 'Refused', teamId: empty.id, ...fields }), [path]);
  await expectNoStory(empty, reader);
});

test('dates in other offsets and precisions are the same instants in UTC with milliseconds', async () => {
  const story = await api.create({
    teamId: team.id,
    startDate: '2026-11-20T01:30:00+02:30',
    endDate: '2026-11-19T23:00:00.5Z',
  });

  expect(story).toMatchObject({ startDate: '2026-11-19T23:00:00.000Z', endDate: '2026-11-19T23:00:00.500Z' });
});

test.each([
  ['a title of 500 emoji', { title: '🚀'.repeat(500) }],
  ['a title in several scripts', { title: 'Ünïcödé — 計画 — خطة — नियोजन — 👩‍👩‍👧‍👦' }],
  ['a description of exactly 32 KiB', { description: 'x'.repeat(32 * 1024) }],
  ['a description of exactly 32 KiB in two-byte letters', { description: 'é'.repeat(16 * 1024) }],
  ['an empty description', { description: '' }],
])('%s comes back as it was sent, alone and in a list', async (_, fields) => {
  const { empty, reader } = await emptyTeam();
  const story = await reader.create({ teamId: empty.id, ...fields });

  expect(story).toMatchObject(fields);
  expect((await reader.get(story.id)).json.data).toEqual(story);
  expect((await reader.list({ teamId: empty.id })).json.data).toEqual([story]);
});

test('a service account is the reporter of its stories', async () => {
  const account = await workspace.serviceAccount([team]);
  const story = await storyApi(workspace, account.client).create({ teamId: team.id });

  expect(story.reporterId).toBe(account.id);
});

test('a guest creates nothing', async () => {
  const guest = await workspace.person('guest', [team]);
  const { empty, reader } = await emptyTeam();

  const answer = await storyApi(workspace, guest.client).send({ title: 'No', teamId: empty.id });
  expectRefusal(answer, 403, 'insufficient_role');
  await expectNoStory(empty, reader);
});

test('an id in upper case is the same id', async () => {
  const story = await api.create({ teamId: team.id.toUpperCase(), assigneeId: member.id.toUpperCase() });

  expect(story).toMatchObject({ teamId: team.id, assigneeId: member.id });
});
