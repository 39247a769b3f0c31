import { beforeAll, expect, test } from 'vitest';
import type { Story } from '../../shared/planning/story/story.ts';
import type { Team } from '../../shared/identity/team/team.ts';
import { expectBadFields } from '../support/answers.ts';
import { newStoryWorkspace, seed, type StoryApi } from './story-api.ts';

let team: Team;
let api: StoryApi;
let objectiveId: string;
let keyResultId: string;
let otherObjectiveId: string;
let otherKeyResultId: string;

beforeAll(async () => {
  const made = await newStoryWorkspace();
  ({ team, api } = made);
  const put = seed(made.workspace);
  objectiveId = await put.objective(team);
  keyResultId = await put.keyResult(team, objectiveId);
  otherObjectiveId = await put.objective(team);
  otherKeyResultId = await put.keyResult(team, otherObjectiveId);
});

const send = ({ id, updatedAt }: Story, patch: object) =>
  api.update(id, { expectedUpdatedAt: updatedAt, ...patch });

test('a key result brings its objective, and another one the other', async () => {
  const story = await api.create({ teamId: team.id });
  const first = await api.change(story, { keyResultId });
  expect(first).toMatchObject({ keyResultId, objectiveId });

  expect(await api.change(first, { keyResultId: otherKeyResultId })).toMatchObject({
    keyResultId: otherKeyResultId,
    objectiveId: otherObjectiveId,
  });
});

test('clearing the key result keeps the objective; clearing both clears both', async () => {
  const story = await api.create({ teamId: team.id, keyResultId });
  const without = await api.change(story, { clearFields: ['keyResultId'] });
  expect(without).toMatchObject({ keyResultId: null, objectiveId });

  const again = await api.change(without, { keyResultId });
  expect(await api.change(again, { clearFields: ['objectiveId', 'keyResultId'] })).toMatchObject({
    keyResultId: null,
    objectiveId: null,
  });
});

test('another objective comes with another key result, or with none', async () => {
  const story = await api.create({ teamId: team.id, keyResultId });
  const both = { objectiveId: otherObjectiveId, keyResultId: otherKeyResultId };
  expect(await api.change(story, both)).toMatchObject(both);

  const second = await api.create({ teamId: team.id, keyResultId });
  const parted = await api.change(second, { objectiveId: otherObjectiveId, clearFields: ['keyResultId'] });
  expect(parted).toMatchObject({ objectiveId: otherObjectiveId, keyResultId: null });
});

test('naming the present objective keeps the key result', async () => {
  const story = await api.create({ teamId: team.id, keyResultId });

  expect(await api.change(story, { objectiveId, title: 'Same' })).toMatchObject({ keyResultId, objectiveId });
});

test.each<[string, () => object, string]>([
  [
    "another objective than the story's key result has",
    () => ({ objectiveId: otherObjectiveId }),
    'objectiveId',
  ],
  ["no objective for the story's key result", () => ({ clearFields: ['objectiveId'] }), 'objectiveId'],
  [
    'a key result of another objective than named',
    () => ({ objectiveId, keyResultId: otherKeyResultId }),
    'keyResultId',
  ],
  [
    'a key result without its objective',
    () => ({ keyResultId: otherKeyResultId, clearFields: ['objectiveId'] }),
    'keyResultId',
  ],
])('an update with %s is refused', async (_, patch, path) => {
  const story = await api.create({ teamId: team.id, keyResultId });

  expectBadFields(await send(story, patch()), [path], 'invalid_reference');
  expect(await api.read(story.id)).toEqual(story);
});
