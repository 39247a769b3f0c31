import type { Reader } from '../../kernel/core/database.ts';
import type { Story } from '../story/story.ts';
import { getWatch } from '../story/watcher-store.ts';
import { watchersOf } from '../story/watchers.ts';

/** Whether a member is notified of a story, as its page says. */
export async function pageWatchOf(
  read: Reader,
  story: Pick<Story, 'id' | 'reporterId' | 'assigneeId'>,
  memberId: string,
): Promise<boolean> {
  const chosen = await getWatch(read, story.id, memberId);
  return watchersOf(story, new Map(chosen === undefined ? [] : [[memberId, chosen]])).has(memberId);
}
