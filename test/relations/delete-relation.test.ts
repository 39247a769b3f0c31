import { beforeAll, expect, test } from 'vitest';
import type { Story } from '../../shared/planning/story/story.ts';
import type { Team } from '../../shared/identity/team/team.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { getStoryRelations } from '../../shared/planning/story/story-relations-store.ts';
import { expectRefusal } from '../support/answers.ts';
import type { Person, TestWorkspace } from '../support/workspace.ts';
import { newStoryWorkspace, type StoryApi } from '../stories/story-api.ts';
import { relationApi, type RelationApi } from './relation-api.ts';

let workspace: TestWorkspace;
let team: Team;
let member: Person;
let stories: StoryApi;
let relations: RelationApi;

beforeAll(async () => {
  ({ workspace, team, member, api: stories } = await newStoryWorkspace());
  relations = relationApi(workspace, member.client);
});

const story = (): Promise<Story> => stories.create({ teamId: team.id });

test.each(['from the story that blocks', 'from the story that is blocked'])(
  'a relation is deleted %s',
  async (side) => {
    const [one, other] = [await story(), await story()];
    const relation = await relations.relate(one, 'blocks', other);
    const from = side === 'from the story that blocks' ? one : other;
    const { status, json } = await relations.delete(from, relation);
    expect([status, json.data]).toEqual([200, { id: relation.id, deleted: true }]);
    expect(await relations.list(one)).toEqual([]);
    expect(await relations.list(other)).toEqual([]);
    expect(await relations.blockersOf(other)).toEqual([]);
    expectRefusal(await relations.delete(from, relation), 404, 'not_found');
    // What has ended can begin again, also the other way round.
    await relations.relate(other, 'blocks', one);
  },
);

test('a relation of other stories is not found, and stays', async () => {
  const [one, other, third] = [await story(), await story(), await story()];
  const relation = await relations.relate(one, 'blocks', other);
  expectRefusal(await relations.delete(third, relation), 404, 'not_found');
  expect(await relations.list(one)).toHaveLength(1);
});

test('the deletion of a story ends its relations', async () => {
  const [one, other, third] = [await story(), await story(), await story()];
  await relations.relate(one, 'blocks', other);
  await relations.relate(third, 'duplicates', one);
  await stories.delete(one.id);
  expect(await relations.list(other)).toEqual([]);
  expect(await relations.list(third)).toEqual([]);
  expect(await relations.blockersOf(other)).toEqual([]);
  const left = async (id: string) =>
    (await getStoryRelations(createReader(workspace.database), id))?.relations;
  await expect.poll(() => left(one.id)).toBeUndefined();
  expect(await left(other.id)).toEqual([]);
  expect(await left(third.id)).toEqual([]);
});
