import type { Caller } from '../../kernel/core/caller.ts';
import type { Item } from '../../kernel/core/database.ts';
import type { FoundResource } from '../../kernel/noun/define-noun.ts';
import { foundStory } from '../story/found-story.ts';
import { toComment } from './comment-store.ts';

/** A comment as a search hit, with its story's title; undefined without the story. */
export function foundComment(
  item: Item,
  search: { caller: Caller; archived: readonly boolean[]; parent: Item | undefined },
): FoundResource | undefined {
  const story = search.parent && foundStory(search.parent, search);
  const { content, updatedAt, storyId, origin } = toComment(item);
  return story && { ...story, storyId, text: content, updatedAt, origin };
}
