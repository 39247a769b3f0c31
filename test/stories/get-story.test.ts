import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { Team } from '../../shared/identity/team/team.ts';
import { expectBadFields, expectRefusal, expectSameRefusal } from '../support/answers.ts';
import type { Person, TestWorkspace } from '../support/workspace.ts';
import { newStoryWorkspace, storyApi, type StoryApi } from './story-api.ts';

let workspace: TestWorkspace;
let team: Team;
let member: Person;
let api: StoryApi;

beforeAll(async () => {
  ({ workspace, team, member, api } = await newStoryWorkspace());
});

test('a guest, a colleague and a service account of the team get the same story', async () => {
  const story = await api.create({ teamId: team.id, description: 'x'.repeat(2_000) });
  const readers = [
    await workspace.person('guest', [team]),
    await workspace.person('admin', [team]),
    await workspace.serviceAccount([team]),
  ];

  for (const { client } of readers) expect(await storyApi(workspace, client).read(story.id)).toEqual(story);
});

test('an archived story is still returned', async () => {
  const story = await api.create({ teamId: team.id });
  const { json } = await api.archive(story.id);

  expect(await api.read(story.id)).toEqual(json.data);
});

test('a story that is missing, elsewhere, in a team not joined or beyond the credential is 404 in the same words', async () => {
  const second = await workspace.team();
  const other = await workspace.person('member', [second]);
  const foreign = await newStoryWorkspace();
  const theirs = await storyApi(workspace, other.client).create({ teamId: second.id });
  const abroad = await foreign.api.create({ teamId: foreign.team.id });
  const answers = [await api.get(randomUUID()), await api.get(theirs.id), await api.get(abroad.id)];
  await workspace.operator.joinTeam({ workspaceId: workspace.id, teamId: second.id, principalId: member.id });
  const narrow = storyApi(workspace, await workspace.clientFor(member.id, { teamIds: [team.id] }));
  answers.push(await narrow.get(theirs.id));

  for (const answer of answers) {
    expectRefusal(answer, 404, 'not_found');
    expectSameRefusal([answer, answers[0]!]);
  }
  expect((await api.get(theirs.id)).status).toBe(200);
});

test('leaving the team takes effect with the next request', async () => {
  const story = await api.create({ teamId: team.id });
  const leaver = await workspace.person('member', [team]);
  const own = storyApi(workspace, leaver.client);
  expect((await own.get(story.id)).status).toBe(200);

  await workspace.operator.leaveTeam({ workspaceId: workspace.id, teamId: team.id, principalId: leaver.id });
  expectRefusal(await own.get(story.id), 404, 'not_found');
});

test.each(['x', '1', randomUUID().slice(1), `${randomUUID()}0`, '%00', 'undefined'])(
  'the id %s is refused',
  async (id) => {
    expectBadFields(await api.get(id), ['path.storyId']);
  },
);

test('an encoded slash is one of the path, which then leads nowhere', async () => {
  expectRefusal(await api.get('..%2F..'), 404, 'not_found');
});

test('an id in upper case is the same id', async () => {
  const story = await api.create({ teamId: team.id });

  expect(await api.read(story.id.toUpperCase())).toEqual(story);
});

test('an unknown query parameter is refused', async () => {
  const { id } = await api.create({ teamId: team.id });
  const answer = await member.client.get(`${workspace.path}/stories/${id}`, { fields: 'title' });

  expectBadFields(answer, ['query.fields']);
});
