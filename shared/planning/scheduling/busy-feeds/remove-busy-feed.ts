import type { Call } from '../../../kernel/core/call.ts';
import type { Item } from '../../../kernel/core/database.ts';
import { notFound, orNotFound } from '../../../kernel/core/errors.ts';
import { assertOwnOrAdmin } from '../working-time/working-time-access.ts';
import { currentFeeds } from './busy-feed-access.ts';
import { deleteBusyFeedChanges } from './busy-feed-job.ts';
import type { BusyFeedOwner } from './busy-feed-store.ts';

type Removal = Call<BusyFeedOwner & { busyFeedId: string }, object, unknown, { member: Item | undefined }>;

/** Deletes a feed of a member with its times. Throws a 403 or 404. */
export async function removeBusyFeed({ path, loaded, caller, read, commit }: Removal) {
  assertOwnOrAdmin(caller, path.memberId, loaded.member);
  const { busyFeedId: id } = path;
  const found = orNotFound(
    (await currentFeeds(read, path)).find(({ feed }) => feed.id === id),
    'busy feed',
  );
  await commit(
    deleteBusyFeedChanges(found, () => notFound('busy feed')),
    id,
  );
  return { id, deleted: true as const };
}
