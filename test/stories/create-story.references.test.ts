import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Status } from '../../shared/identity/status/status.ts';
import type { Team } from '../../shared/identity/team/team.ts';
import { expectBadFields, expectSameRefusal } from '../support/answers.ts';
import type { Person, TestWorkspace } from '../support/workspace.ts';
import { newStoryWorkspace, seed, statusOf, storyApi, type StoryApi } from './story-api.ts';

let workspace: TestWorkspace;
let team: Team;
let member: Person;
let api: StoryApi;
/** A private team that the caller is not in, somebody who is, and another workspace. */
let closed: Team;
let insider: Person;
let elsewhere: Awaited<ReturnType<typeof newStoryWorkspace>>;

beforeAll(async () => {
  ({ workspace, team, member, api } = await newStoryWorkspace());
  closed = await workspace.team({ private: true });
  insider = await workspace.person('member', [closed]);
  elsewhere = await newStoryWorkspace();
});

const label = (place: TestWorkspace, teamId: string | null) =>
  place.operator
    .createLabel({ workspaceId: place.id, teamId, name: randomUUID(), color: '#123456' })
    .then(({ id }) => id);

/** For each reference: how to make one in a team, and which field its problem is reported at. */
const references = {
  statusId: (place: TestWorkspace, owner: Team, someone: Person) =>
    statusOf(place, someone.client, owner, 'started'),
  assigneeId: async (_: TestWorkspace, _owner: Team, someone: Person) => someone.id,
  sprintId: (place: TestWorkspace, owner: Team) => seed(place).sprint(owner),
  objectiveId: (place: TestWorkspace, owner: Team) => seed(place).objective(owner),
  keyResultId: async (place: TestWorkspace, owner: Team) =>
    seed(place).keyResult(owner, await seed(place).objective(owner)),
  parentId: async (place: TestWorkspace, owner: Team, someone: Person) =>
    (await storyApi(place, someone.client).create({ teamId: owner.id })).id,
  labels: (place: TestWorkspace, owner: Team) => label(place, owner.id),
};

describe.each(Object.entries(references))('a reference in %s', (field, make) => {
  const isList = field === 'labels';
  const send = (id: string) => api.send({ title: 'Refers', teamId: team.id, [field]: isList ? [id] : id });

  test("is accepted from the story's team", async () => {
    const id = await make(workspace, team, member);
    const answer = await send(id);
    expect(answer.status).toBe(201);
    expect(answer.json.data[field]).toEqual(isList ? [id] : id);
  });

  test('is refused in the same words if it is missing, of a team the caller is not in, or of another workspace', async () => {
    const before = (await api.list({ teamId: team.id, limit: 100 })).json.data.length;
    const answers = [
      await send(randomUUID()),
      await send(await make(workspace, closed, insider)),
      await send(await make(elsewhere.workspace, elsewhere.team, elsewhere.member)),
    ];
    for (const answer of answers) {
      expectBadFields(answer, [isList ? 'labels.0' : field], 'invalid_reference');
      expectSameRefusal([answer, answers[0]!]);
    }
    expect((await api.list({ teamId: team.id, limit: 100 })).json.data).toHaveLength(before);
  });
});

test('a team that is missing, closed, elsewhere or beyond the credential is refused in the same words', async () => {
  const second = await workspace.team();
  const person = await workspace.person('member', [team, second], { teamIds: [team.id] });
  const { send } = storyApi(workspace, person.client);
  const teamIds = [randomUUID(), closed.id, elsewhere.team.id, second.id];
  const answers = await Promise.all(teamIds.map((teamId) => send({ title: 'Refers', teamId })));

  for (const answer of answers) {
    expectBadFields(answer, ['teamId'], 'invalid_reference');
    expectSameRefusal([answer, answers[0]!]);
  }
  expect((await send({ title: 'Fits', teamId: team.id })).status).toBe(201);
});

test('labels of the workspace fit every team, and up to 50 fit a story', async () => {
  const labels = await Promise.all(Array.from({ length: 51 }, () => label(workspace, null)));

  const story = await api.create({ teamId: team.id, labels: labels.slice(1) });
  expect(story.labels).toEqual(labels.slice(1));
  expectBadFields(await api.send({ title: 'Too many', teamId: team.id, labels }), ['labels']);
});

test('a label of all teams of another workspace is refused here', async () => {
  const labels = [await label(elsewhere.workspace, null)];

  const answer = await api.send({ title: 'Refers', teamId: team.id, labels });
  expectBadFields(answer, ['labels.0'], 'invalid_reference');
});

test('an archived status is refused', async () => {
  const admin = await workspace.person('admin', [team]);
  const path = `${workspace.path}/statuses`;
  const body = { name: 'Waiting', category: 'started', color: '#123456', teamId: team.id };
  const status: Status = (await admin.client.post(path, body)).json.data;
  const send = () => api.send({ title: 'Waits', teamId: team.id, statusId: status.id });

  expect((await admin.client.post(`${path}/${status.id}/archive`)).status).toBe(200);
  expectBadFields(await send(), ['statusId'], 'invalid_reference');
  expect((await admin.client.post(`${path}/${status.id}/unarchive`)).status).toBe(200);
  expect((await send()).status).toBe(201);
});

test('the error names which of several labels does not fit', async () => {
  const labels = [await label(workspace, null), await label(workspace, closed.id)];

  const answer = await api.send({ title: 'Refers', teamId: team.id, labels });
  expectBadFields(answer, ['labels.1'], 'invalid_reference');
});

test('members and service accounts of other teams cannot be assigned', async () => {
  const account = await workspace.serviceAccount([closed]);
  const outsider = await workspace.person('admin');
  const foreign = await elsewhere.workspace.serviceAccount();
  for (const assigneeId of [account.id, outsider.id, foreign.id]) {
    const answer = await api.send({ title: 'Assigned', teamId: team.id, assigneeId });
    expectBadFields(answer, ['assigneeId'], 'invalid_reference');
  }
});

test('a guest of the team can be assigned', async () => {
  const guest = await workspace.person('guest', [team]);

  expect((await api.create({ teamId: team.id, assigneeId: guest.id })).assigneeId).toBe(guest.id);
});

test('the parent can be in any team that the caller reads', async () => {
  const second = await workspace.team();
  const both = await workspace.person('member', [team, second]);
  const own = storyApi(workspace, both.client);
  const parent = await own.create({ teamId: second.id });

  expect((await own.create({ teamId: team.id, parentId: parent.id })).parentId).toBe(parent.id);
  const blocked = await api.send({ title: 'Below', teamId: team.id, parentId: parent.id });
  expectBadFields(blocked, ['parentId'], 'invalid_reference');
  const restricted = storyApi(workspace, await workspace.clientFor(both.id, { teamIds: [team.id] }));
  const narrowed = await restricted.send({ title: 'Below', teamId: team.id, parentId: parent.id });
  expectSameRefusal([narrowed, blocked]);
});

describe('a key result', () => {
  test('brings its objective with it', async () => {
    const objectiveId = await seed(workspace).objective(team);
    const keyResultId = await seed(workspace).keyResult(team, objectiveId);

    expect(await api.create({ teamId: team.id, keyResultId })).toMatchObject({ keyResultId, objectiveId });
  });

  test('is refused with another objective than its own', async () => {
    const [objectiveId, other] = [
      await seed(workspace).objective(team),
      await seed(workspace).objective(team),
    ];
    const keyResultId = await seed(workspace).keyResult(team, other);

    const answer = await api.send({ title: 'Torn', teamId: team.id, objectiveId, keyResultId });
    expectBadFields(answer, ['keyResultId'], 'invalid_reference');
  });
});

test('all invalid references are reported at once', async () => {
  const answer = await api.send({
    title: 'Refers',
    teamId: team.id,
    statusId: randomUUID(),
    parentId: randomUUID(),
    labels: [randomUUID(), randomUUID()],
  });
  expectBadFields(answer, ['statusId', 'parentId', 'labels.0', 'labels.1'], 'invalid_reference');
});
