import { memberKind } from '../../kernel/auth/membership-store.ts';
import type { Change } from '../../kernel/core/database.ts';
import { createReader } from '../../kernel/db/reader.ts';
import type { ItemChange } from '../../kernel/db/stream-record.ts';
import { commit } from '../../kernel/db/write.ts';
import { deleteNotificationsOf } from '../news/notification-store.ts';
import type { ProjectionContext } from '../../kernel/log/projection.ts';

/** Deletes the notifications of a removed member, unless they are a member again. */
export async function forgetFormerMember(
  { database }: ProjectionContext,
  { key, after }: ItemChange,
): Promise<void> {
  const read = createReader(database);
  if (after !== undefined || (await read.get(key))) return;
  const [workspaceId, memberId] = memberKind.idOf(key).split('#') as [string, string];
  const owner = { workspaceId, memberId };
  for (let changes: Change[]; (changes = await deleteNotificationsOf(read, owner)).length > 0;) {
    await commit(database, changes);
  }
}
