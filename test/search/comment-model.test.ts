import { beforeAll, expect, test } from 'vitest';
import { createComment } from '../../shared/planning/comments/create-comment.ts';
import { commentModel } from '../../shared/planning/comments/comment-index.ts';
import { createStory } from '../../shared/planning/stories/create-story.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import type { Reader } from '../../shared/kernel/core/database.ts';
import { bringUpToDate } from '../../shared/kernel/read-model/maintain.ts';
import { openModel } from '../../shared/kernel/read-model/model-file.ts';
import { ownTable } from '../support/own-table.ts';
import { newWorkspace, type TestWorkspace } from '../support/workspace.ts';

const STORIES = 6;

let workspace: TestWorkspace;
let teamId: string;
const written: string[] = [];

beforeAll(async () => {
  workspace = await newWorkspace(await ownTable());
  const team = await workspace.team();
  const { id } = await workspace.person('admin', [team]);
  const as = workspace.operator.within(workspace.id, id);
  teamId = team.id;
  for (let n = 0; n < STORIES; n++) {
    const { id: storyId } = await as.run(createStory, { body: { teamId, title: `Story ${n}` } });
    if (n % 2 > 0) continue;
    const path = { storyId };
    const root = await as.run(createComment, { path, body: { content: `Comment on ${n}` } });
    await as.run(createComment, { path, body: { content: `Reply on ${n}`, parentId: root.id } });
    written.push(`Comment on ${n}`, `Reply on ${n}`);
  }
});

test('the comments of a team are read by one query of its index, however many stories it has', async () => {
  const reader = createReader(workspace.database);
  const queries: string[] = [];
  const counting: Reader = {
    ...reader,
    query: (query) => {
      queries.push(query.index);
      return reader.query(query);
    },
  };
  const { documents, next } = await commentModel.build(counting, teamId, undefined);
  expect(documents.map(({ body }) => body)).toEqual(written);
  expect(next).toBeUndefined();
  expect(queries).toEqual(['parent']);
});

test('the first build follows what the log has of the last minutes again, as stories may just have moved', async () => {
  const asked: Date[] = [];
  const now = new Date();
  const { changes } = commentModel;
  const definition = {
    ...commentModel,
    changes: {
      ...changes,
      before: (...[read, log, time]: Parameters<typeof changes.before>) => {
        asked.push(time);
        return changes.before(read, log, time);
      },
    },
  };
  const model = (await openModel(definition, teamId))!;
  const read = createReader(workspace.database);
  const maintenance = { read, ownerId: teamId, now, retention: 86_400_000, isLate: () => false };
  expect(await bringUpToDate(model, maintenance)).toBe(true);
  expect(asked.map((time) => now.getTime() - time.getTime())).toEqual([600_000]);
  model.close();
});
