import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { CallInput, Database, Key } from '../../shared/kernel/core/database.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { DatabaseRefusal } from '../../shared/kernel/aws/refusal.ts';
import type { ItemChange } from '../../shared/kernel/db/stream-record.ts';
import { createFeedbackItem } from '../../shared/feedback/items/create-feedback-item.ts';
import { feedbackItemKind, toItem } from '../../shared/feedback/items/item-store.ts';
import { createPortal } from '../../shared/feedback/portals/create-portal.ts';
import { feedbackStatus } from '../../shared/projections/feedback-status.ts';
import { CHANGES_AT_ONCE } from '../../shared/kernel/log/projection.ts';
import { listStatuses } from '../../shared/identity/statuses/list-statuses.ts';
import { createStory } from '../../shared/planning/stories/create-story.ts';
import { ownTable } from '../support/own-table.ts';
import { newWorkspace } from '../support/workspace.ts';

/** How long a transaction holds its items, in milliseconds. */
const TRANSACTION_MS = 10;

/** A database that refuses a transaction while another one writes one of its items, as DynamoDB does and no engine here. */
function refusingConflicts({ client, tableName }: Database): Database {
  const held = new Set<string>();
  const call: typeof client.call = async (name, input, options) => {
    if (name !== 'TransactWriteItems') return await client.call(name, input, options);
    const { TransactItems } = input as CallInput<'TransactWriteItems'>;
    const keys = TransactItems!.map(({ Put, Update, Delete, ConditionCheck }) => {
      const { pk, sk } = (Put?.Item ?? (Update ?? Delete ?? ConditionCheck)!.Key) as Key;
      return `${pk} ${sk}`;
    });
    if (keys.some((key) => held.has(key))) {
      const reasons = keys.map(() => ({ code: 'TransactionConflict', item: undefined }));
      throw new DatabaseRefusal('TransactionCanceledException', 'Busy.', { reasons });
    }
    for (const key of keys) held.add(key);
    try {
      await delay(TRANSACTION_MS);
      return await client.call(name, input, options);
    } finally {
      for (const key of keys) held.delete(key);
    }
  };
  return { client: { ...client, call }, tableName };
}

test('many ideas of a portal are completed at once, although each counts up the version of its content', async () => {
  const workspace = await newWorkspace(await ownTable());
  const { database } = workspace;
  const team = await workspace.team();
  const { id } = await workspace.person('admin', [team]);
  const as = workspace.operator.within(workspace.id, id);
  const statuses = await as.list(listStatuses, { query: { teamId: team.id } });
  const done = statuses.find(({ category }) => category === 'completed')!;
  const body = { teamId: team.id, title: 'A story', statusId: done.id };
  const story = await as.run(createStory, { body });
  const portal = await as.run(createPortal, {
    body: { name: 'A portal', visibility: 'public', boards: [{ name: 'Ideas' }] },
  });
  const changes: ItemChange[] = [];
  for (let number = 0; number < CHANGES_AT_ONCE; number++) {
    const idea = { title: `${number}`, boardId: portal.boards[0]!.id, storyIds: [story.id] };
    const item = await as.run(createFeedbackItem, { path: { portalId: portal.id }, body: idea });
    const key = feedbackItemKind.key(item.id);
    changes.push({
      sequenceNumber: `${number}`,
      at: new Date(),
      key,
      after: { ...key, portalId: portal.id },
    });
  }
  await feedbackStatus.handle(
    { database: refusingConflicts(database), now: new Date(), inOrder: true },
    changes,
  );
  const read = createReader(database);
  const items = await Promise.all(changes.map(({ key }) => read.get(key)));
  expect(new Set(items.map((item) => toItem(item!).status))).toEqual(new Set(['completed']));
});
