import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Story } from '../../shared/planning/story/story.ts';
import type { Team } from '../../shared/identity/team/team.ts';
import { expectBadFields, expectRefusal, expectSameRefusal } from '../support/answers.ts';
import type { Person, TestWorkspace } from '../support/workspace.ts';
import { newStoryWorkspace, seed, statusOf, storyApi, type StoryApi } from './story-api.ts';

let workspace: TestWorkspace;
let team: Team;
let member: Person;
let api: StoryApi;

beforeAll(async () => {
  ({ workspace, team, member, api } = await newStoryWorkspace());
});

const newStory = (fields: object = {}) => api.create({ teamId: team.id, ...fields });
const send = ({ id, updatedAt }: Story, patch: object) =>
  api.update(id, { expectedUpdatedAt: updatedAt, ...patch });

test('an update changes the fields that are sent, moves the version, and leaves the rest unchanged', async () => {
  const story = await newStory({ description: 'Kept', priority: 'low' });
  const answer = await send(story, { title: 'Changed', priority: 'high' });

  expect(answer.status).toBe(200);
  const { updatedAt } = answer.json.data;
  expect(answer.json.data).toEqual({ ...story, title: 'Changed', priority: 'high', updatedAt });
  expect(updatedAt > story.updatedAt).toBe(true);
  expect(await api.read(story.id)).toEqual(answer.json.data);
});

test('an update sets every field that a create can set, and clears each that can be empty', async () => {
  const put = seed(workspace);
  const objectiveId = await put.objective(team);
  const { id: labelId } = await workspace.operator.createLabel({
    workspaceId: workspace.id,
    teamId: null,
    name: 'all',
    color: '#00ff00',
  });
  const optional = {
    description: 'x'.repeat(2_000),
    assigneeId: member.id,
    sprintId: await put.sprint(team),
    objectiveId,
    keyResultId: await put.keyResult(team, objectiveId),
    parentId: (await newStory()).id,
    estimateValue: 8,
    estimatedDurationMinutes: 90,
    minimumFocusBlockMinutes: 30,
    labels: [labelId],
    startDate: '2026-11-20T00:00:00.000Z',
    endDate: '2026-11-21T00:00:00.000Z',
  };
  const statusId = await statusOf(workspace, member.client, team, 'started');
  const always = { title: 'All', statusId, priority: 'urgent', autoSchedulingEnabled: true };
  const story = await newStory();
  const full = await api.change(story, { ...always, ...optional });
  expect(full).toMatchObject({
    ...always,
    ...optional,
    estimateLabel: '8',
    autoSchedulingStatus: 'planning',
  });

  const cleared = await api.change(full, { clearFields: Object.keys(optional) });
  const empty = Object.fromEntries(
    Object.keys(optional).map((field) => [field, field === 'labels' ? [] : null]),
  );
  expect(cleared).toMatchObject({
    ...always,
    ...empty,
    estimateLabel: null,
    autoSchedulingStatus: 'needs_owner',
  });
  expect(await api.read(story.id)).toEqual(cleared);
  for (const filter of [{ assigneeId: member.id }, { sprintId: optional.sprintId }, { objectiveId }]) {
    expect((await api.list(filter)).json.data).toEqual([]);
  }
});

test('a long description shrinks and grows', async () => {
  let story = await newStory({ description: 'x'.repeat(2_000) });
  for (const description of ['short', 'é'.repeat(16 * 1024), '']) {
    story = await api.change(story, { description });
    expect((await api.read(story.id)).description).toBe(description);
  }
});

test('the version strictly increases, however fast the changes come', async () => {
  let story = await newStory();
  for (let round = 0; round < 20; round++) {
    const next = await api.change(story, { title: `Round ${round}` });
    expect(next.updatedAt > story.updatedAt).toBe(true);
    story = next;
  }
});

test('an update to the same values leaves the version as it is', async () => {
  const story = await newStory({ priority: 'low' });
  const answer = await send(story, { title: story.title, priority: 'low', clearFields: ['sprintId'] });

  expect([answer.status, answer.json.data]).toEqual([200, story]);
});

test.each([
  [
    'the same instant in another offset',
    (at: string) => new Date(Date.parse(at) + 3_600_000).toISOString().replace('Z', '+01:00'),
  ],
  ['the same instant with microseconds', (at: string) => at.replace('Z', '000Z')],
])('%s is the expected version too', async (_, write) => {
  const story = await newStory();
  const { status } = await api.update(story.id, { expectedUpdatedAt: write(story.updatedAt), title: 'New' });

  expect(status).toBe(200);
});

test.each<[string, (story: Story) => object, string[]]>([
  ['no version', () => ({ title: 'x' }), ['expectedUpdatedAt']],
  [
    'a version that is no date',
    () => ({ expectedUpdatedAt: 'yesterday', title: 'x' }),
    ['expectedUpdatedAt'],
  ],
  ['no change', ({ updatedAt }) => ({ expectedUpdatedAt: updatedAt }), ['body']],
  [
    'an empty list of fields to clear',
    ({ updatedAt }) => ({ expectedUpdatedAt: updatedAt, clearFields: [] }),
    ['body'],
  ],
])('an update with %s is refused', async (_, body, paths) => {
  const story = await newStory();

  expectBadFields(await api.update(story.id, body(story)), paths);
  expect(await api.read(story.id)).toEqual(story);
});

test.each<[string, object, string[]]>([
  ['null', { description: null }, ['description']],
  ['null for a list', { labels: null }, ['labels']],
  [
    'setting and clearing one field',
    { description: 'x', clearFields: ['sprintId', 'description'] },
    ['clearFields.1'],
  ],
  ['clearing a field twice', { clearFields: ['labels', 'labels'] }, ['clearFields']],
  ['clearing what is never empty', { clearFields: ['title'] }, ['clearFields.0']],
  ['clearing what does not exist', { clearFields: ['colour'] }, ['clearFields.0']],
  [
    'setting what the service sets',
    { completedAt: '2026-11-20T12:00:00Z', sequenceId: 7 },
    ['completedAt', 'sequenceId'],
  ],
  ['an estimate that the team does not use', { estimateValue: 4 }, ['estimateValue']],
  [
    'a focus block that outlasts what is left',
    { estimatedDurationMinutes: 10 },
    ['minimumFocusBlockMinutes'],
  ],
  [
    'a focus block without its duration',
    { clearFields: ['estimatedDurationMinutes'] },
    ['minimumFocusBlockMinutes'],
  ],
  ['an end before the start that stands', { endDate: '2026-11-19T23:59:59Z' }, ['endDate']],
])('an update with %s is refused and changes nothing', async (_, patch, paths) => {
  const story = await newStory({
    startDate: '2026-11-20T00:00:00Z',
    estimatedDurationMinutes: 60,
    minimumFocusBlockMinutes: 20,
  });

  expectBadFields(await send(story, patch), paths);
  expect(await api.read(story.id)).toEqual(story);
});

describe('completedAt', () => {
  test('is set on completing, kept between completed statuses, cleared on leaving', async () => {
    const { client } = member;
    const done = await statusOf(workspace, client, team, 'completed');
    const released = await seed(workspace).status(team, 'completed');
    const story = await newStory();

    const first = await api.change(story, { statusId: done });
    expect(first.completedAt).toBe(first.updatedAt);
    const second = await api.change(first, { statusId: released });
    expect(second.completedAt).toBe(first.completedAt);
    const renamed = await api.change(second, { title: 'Renamed' });
    expect(renamed.completedAt).toBe(first.completedAt);
    const reopened = await api.change(renamed, {
      statusId: await statusOf(workspace, client, team, 'started'),
    });
    expect(reopened.completedAt).toBeNull();
    const again = await api.change(reopened, { statusId: done });
    expect(again.completedAt! > first.completedAt!).toBe(true);
  });
});

test('references that are missing, or of a team the caller is not in, are refused in the same words', async () => {
  const closed = await workspace.team({ private: true });
  const insider = await workspace.person('member', [closed]);
  const theirs = {
    statusId: await statusOf(workspace, insider.client, closed, 'started'),
    assigneeId: insider.id,
    sprintId: await seed(workspace).sprint(closed),
    objectiveId: await seed(workspace).objective(closed),
    parentId: (await storyApi(workspace, insider.client).create({ teamId: closed.id })).id,
  };
  const story = await newStory();
  for (const [field, id] of Object.entries(theirs)) {
    const answers = [await send(story, { [field]: randomUUID() }), await send(story, { [field]: id })];
    for (const answer of answers) expectBadFields(answer, [field], 'invalid_reference');
    expectSameRefusal(answers);
  }
  expect(await api.read(story.id)).toEqual(story);
});

test('a service account of the team updates its stories', async () => {
  const account = await workspace.serviceAccount([team]);
  const story = await newStory();
  const changed = await storyApi(workspace, account.client).change(story, { title: 'By a program' });

  expect(changed).toMatchObject({ title: 'By a program', reporterId: member.id });
});

test('a guest and an outsider change nothing', async () => {
  const story = await newStory();
  const patch = { expectedUpdatedAt: story.updatedAt, title: 'Not theirs' };
  const guest = await workspace.person('guest', [team]);
  const outsider = await workspace.person('admin');

  const byGuest = await storyApi(workspace, guest.client).update(story.id, patch);
  expectRefusal(byGuest, 403, 'insufficient_role');
  expectRefusal(await storyApi(workspace, outsider.client).update(story.id, patch), 404, 'not_found');
  expectRefusal(await api.update(randomUUID(), patch), 404, 'not_found');
  expect(await api.read(story.id)).toEqual(story);
});
