import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { clearDanglingReferences } from '../../shared/planning/stories/clear-dangling-references.ts';
import type { Database } from '../../shared/kernel/core/database.ts';
import { WriteConflict } from '../../shared/kernel/core/errors.ts';
import { newId } from '../../shared/kernel/core/id.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { commit } from '../../shared/kernel/db/write.ts';
import { createStory } from '../../shared/planning/stories/create-story.ts';
import { getStoryItem, toStory, putStory } from '../../shared/planning/story/story-store.ts';
import type { Story } from '../../shared/planning/story/story.ts';
import { ownTable } from '../support/own-table.ts';
import { span } from '../support/planning.ts';
import { newWorkspace } from '../support/workspace.ts';

let database: Database;
let story: Story;
const NOW = new Date('2100-01-01T00:00:00.000Z');

beforeAll(async () => {
  const { id: workspaceId, operator, ...workspace } = await newWorkspace(await ownTable());
  database = workspace.database;
  const team = await workspace.team();
  const member = await workspace.person('member', [team]);
  const sprint = await operator.createSprint(team, { name: 'It exists', ...span });
  const body = { teamId: team.id, title: 'A story', sprintId: sprint.id };
  story = {
    ...(await operator.within(workspaceId, member.id).run(createStory, { body })),
    updatedAt: NOW.toISOString(),
  };
});

async function stored(fields: Partial<Story>) {
  const id = newId(NOW);
  await commit(database, [putStory({ ...story, id, ...fields })]);
  return (await getStoryItem(createReader(database), id))!;
}

test('references to deleted things are cleared, others stay, and the version moves past the last one', async () => {
  const item = await stored({ objectiveId: randomUUID(), keyResultId: randomUUID() });
  const cleared = await clearDanglingReferences(database, createReader(database), [item], NOW);
  const { id, sprintId } = toStory(item);
  const next = toStory((await getStoryItem(createReader(database), id))!);
  expect(cleared.get(id)).toEqual(next);
  expect(next).toMatchObject({ sprintId, objectiveId: null, keyResultId: null });
  expect(next.updatedAt).toBe('2100-01-01T00:00:00.001Z');
});

test('a story whose references exist is left alone', async () => {
  const item = await stored({});
  const cleared = await clearDanglingReferences(database, createReader(database), [item], new Date());
  expect([...cleared.values()]).toEqual([toStory(item)]);
  expect(await getStoryItem(createReader(database), toStory(item).id)).toEqual(item);
});

test('the clearing stops where a story was changed between read and write', async () => {
  const item = await stored({ sprintId: randomUUID() });
  const clear = () => clearDanglingReferences(database, createReader(database), [item], NOW);
  await clear();
  await expect(clear()).rejects.toBeInstanceOf(WriteConflict);
});
