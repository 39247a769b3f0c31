import { randomBytes } from 'node:crypto';
import { commit } from '../../../shared/db/write.ts';
import { displayName } from '../../../shared/feedback/display-name.ts';
import { findItems, type ItemFilter } from '../../../shared/feedback/find-items.ts';
import type { FeedbackItem } from '../../../shared/feedback/item.ts';
import { deleteItem, itemSlugs, replaceItem } from '../../../shared/feedback/item-store.ts';
import { putItemWithVote } from '../../../shared/feedback/vote-store.ts';
import type { Member } from '../../../shared/members/member.ts';
import type { Portal } from '../../../shared/portals/portal.ts';
import { freeSlug, slugOf } from '../../../shared/portals/slug.ts';
import { findStoryKey, getStoryItem, storyIdOf, toStory } from '../../../shared/stories/story-store.ts';
import { raceLost, type OperatorContext } from './context.ts';

type Fields = Pick<FeedbackItem, 'boardId' | 'title' | 'description' | 'status' | 'roadmapSummary'>;

export const feedbackItemCommands = ({ database, read, newId, created, changed }: OperatorContext) => ({
  async createFeedbackItem(portal: Portal, author: Member, fields: Fields): Promise<FeedbackItem> {
    const slug = await freeSlug(read, itemSlugs(portal.id), slugOf(fields.title, 'item'), randomBytes);
    const item: FeedbackItem = {
      ...{ id: newId(), portalId: portal.id, slug, ...fields },
      ...{ authorId: author.id, authorName: displayName(author.name), storyIds: [], hidden: false },
      ...{ voteCount: 1, commentCount: 0 },
      ...created(),
    };
    await commit(database, putItemWithVote(item, raceLost));
    return item;
  },

  /** All items of a portal that a filter lets through. */
  async listFeedbackItems(portal: Portal, filter: ItemFilter): Promise<FeedbackItem[]> {
    const found: FeedbackItem[] = [];
    let after: string | undefined;
    do {
      const { items, next } = await findItems(read, portal.id, filter, { limit: 100, after });
      found.push(...items.map((item) => item.parse()));
      after = next;
    } while (after !== undefined);
    return found;
  },

  async updateFeedbackItem(
    item: FeedbackItem,
    changes: Partial<Fields & Pick<FeedbackItem, 'hidden' | 'storyIds'>>,
  ): Promise<FeedbackItem> {
    const next = changed(item, changes);
    await commit(database, replaceItem(next, item, raceLost));
    return next;
  },

  async deleteFeedbackItem(item: FeedbackItem): Promise<void> {
    await commit(database, deleteItem(item, raceLost));
  },

  /** The references of stories, such as `ENG-12`; of those that are gone none. */
  async storyReferences(ids: readonly string[]): Promise<string[]> {
    const stories = await Promise.all(ids.map((id) => getStoryItem(read, id)));
    return stories.flatMap((story) => (story ? [toStory(story).reference] : []));
  },

  /** The id of a team's story with a number, or undefined. */
  async findStoryId(teamId: string, sequenceId: number): Promise<string | undefined> {
    const key = await findStoryKey(read, teamId, sequenceId);
    return key && storyIdOf(key);
  },
});
