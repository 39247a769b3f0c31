import { notFound } from '../../kernel/core/errors.ts';
import type { Caller } from '../../kernel/core/caller.ts';
import type { Item } from '../../kernel/core/database.ts';
import { storyTeamOf } from './story-store.ts';

/**
 * Returns the story if the caller is a member of its team and the credential can access it; otherwise throws
 * a 404.
 */
export function readableStoryOrThrow(caller: Caller, item: Item | undefined): Item {
  if (!item || !caller.teamIds.has(storyTeamOf(item))) throw notFound('story');
  return item;
}
