import { expect, test } from 'vitest';
import { digestTable } from '../../cli/operate/digest.ts';
import { scanPage } from '../../shared/kernel/db/scan.ts';
import { commit } from '../../shared/kernel/db/write.ts';
import { getStory } from '../../shared/planning/stories/get-story.ts';
import type { Story } from '../../shared/planning/story/story.ts';
import { newHistory } from '../analysis/history.ts';
import { ownTable } from '../support/own-table.ts';
import { databaseOf } from '../support/service.ts';

/** A restore drill: items are exported, lost, restored into another table, which then serves, and compared. */
test('a restored table has the same counts and hashes, serves the same, and shows a single lost or changed item', async () => {
  const history = await newHistory();
  const sprint = await history.sprint();
  const story = await history.story({ sprintId: sprint.id });
  await history.fill(60, { sprintId: sprint.id });
  await history.count();
  const { items: exported } = await scanPage(history.database, undefined);
  const before = await digestTable(history.database);
  for (const { pk, sk } of exported) await commit(history.database, [{ delete: { pk, sk } }]);
  expect(await digestTable(history.database)).toEqual([]);

  const restored = databaseOf(await ownTable());
  for (const put of exported.toReversed()) await commit(restored, [{ put }]);
  expect(await digestTable(restored)).toEqual(before);
  const original = history.database.tableName;
  history.database.tableName = restored.tableName;
  const path = { storyId: story.id };
  expect(await history.run<Story>(getStory, { path })).toMatchObject({ id: story.id, sprintId: sprint.id });
  history.database.tableName = original;

  const [{ pk, sk }] = exported as [{ pk: string; sk: string }];
  await commit(restored, [{ update: { pk, sk }, with: { set: { changed: true } } }]);
  expect(await digestTable(restored)).not.toEqual(before);
  await commit(restored, [{ delete: { pk, sk } }]);
  expect(await digestTable(restored)).not.toEqual(before);
});
