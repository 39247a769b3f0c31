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

const find = (reference: string, { client } = member) =>
  client.get(`${workspace.path}/stories-by-reference/${reference}`);

test('a reference finds the story, whatever the case of the code', async () => {
  await api.create({ teamId: team.id });
  const story = await api.create({ teamId: team.id });

  expect((await find(story.reference)).json.data).toEqual(story);
  expect((await find(story.reference.toLowerCase())).json.data).toEqual(story);
});

test('a reference finds an archived story as it is now', async () => {
  const story = await api.create({ teamId: team.id });
  const { json } = await api.archive(story.id);

  expect((await find(story.reference)).json.data).toEqual(json.data);
});

test('a guest and a service account of the team find the story by its reference too', async () => {
  const story = await api.create({ teamId: team.id });
  for (const reader of [await workspace.person('guest', [team]), await workspace.serviceAccount([team])]) {
    expect((await find(story.reference, reader)).json.data).toEqual(story);
  }
});

test('the same code in another workspace means the team there', async () => {
  const abroad = await newStoryWorkspace();
  const namesake = await abroad.workspace.team({ code: team.code });
  const there = await abroad.workspace.person('member', [namesake]);
  const story = await storyApi(abroad.workspace, there.client).create({
    teamId: namesake.id,
    title: 'There',
  });
  await api.create({ teamId: team.id, title: 'WorkspaceOperations' });

  const path = `${abroad.workspace.path}/stories-by-reference/${story.reference}`;
  expect((await there.client.get(path)).json.data).toEqual(story);
});

test('unknown codes, unused numbers and teams not joined are 404 in the same words', async () => {
  const gone = await api.create({ teamId: team.id });
  await api.delete(gone.id);
  const closed = await workspace.team({ private: true });
  const insider = await workspace.person('member', [closed]);
  const theirs = await storyApi(workspace, insider.client).create({ teamId: closed.id });
  const references = [`${team.code}-999999999`, 'NONE-1', gone.reference, theirs.reference];
  const answers = await Promise.all(references.map((reference) => find(reference)));

  for (const answer of answers) {
    expectRefusal(answer, 404, 'not_found');
    expectSameRefusal([answer, answers[0]!]);
  }
});

test.each([
  'ENG',
  'ENG-0',
  'ENG-01',
  'ENG-1.5',
  'E-1',
  'MUCHTOOLONG-1',
  'ENG-1234567890',
  'ENG_1',
  '-1',
  'ÄNG-1',
])('the reference %s is refused', async (reference) => {
  expectBadFields(await find(encodeURIComponent(reference)), ['path.reference']);
});
