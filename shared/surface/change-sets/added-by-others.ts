import type { Reader } from '../../kernel/core/database.ts';
import { feedbackCommentIdOf, findCommentKeys } from '../../feedback/items/comment-store.ts';
import { getItem, mergedOf, toItem } from '../../feedback/items/item-store.ts';
import { getLinkedItemIds } from '../../feedback/items/item-link-store.ts';
import type { RevertContext } from './take-over.ts';
import { nouns } from '../../nouns/nouns.ts';
import { findChildKeys } from '../../planning/story/story-lookup-store.ts';
import { getStoryRelations } from '../../planning/story/story-relations-store.ts';
import { storyIdOf, toStory } from '../../planning/story/story-store.ts';
import { isTakenBack } from './taken-back.ts';
import { commentIdOf, findReplies, findRoots, replyCountOf } from '../../planning/comments/comment-store.ts';

/** As many are looked at or named: one that is not taken back is enough. */
const FOUND_MAX = 100;

/** What others have added to a resource: comments, of a story files, times, relations, ideas and sub-stories, of an idea votes and what was merged into it. */
interface Added {
  field: string;
  now: unknown;
}

interface NamedResource {
  resource: string;
  id: string;
}

type AddedByOthersContext = Pick<RevertContext, 'read' | 'created' | 'takenBack'>;

/**
 * What would be deleted with a resource although it is not taken back with it; undefined if nothing would. Eventually
 * consistent.
 */
export async function addedByOthers(
  context: AddedByOthersContext,
  { resource, id }: NamedResource,
): Promise<Added | undefined> {
  const { read } = context;
  const comments = (await commentsOn(read, { resource, id })).filter((one) => !isTakenBack(context, one));
  if (comments.length > 0) return { field: 'comments', now: comments.slice(0, FOUND_MAX) };
  if (resource === 'story') return await addedToStory(context, id);
  return resource === 'feedback_item' ? await votesOrMerged(read, id) : undefined;
}

async function commentsOn(read: Reader, { resource, id }: NamedResource): Promise<string[]> {
  if (resource === 'comment') return (await findReplies(read, id)).map(commentIdOf);
  if (resource === 'feedback_item') return (await findCommentKeys(read, id)).map(feedbackCommentIdOf);
  if (resource !== 'story') return [];
  const roots = await findRoots(read, id, { before: undefined, limit: FOUND_MAX });
  const answered = roots.filter((root) => replyCountOf(root) > 0);
  const replies = await Promise.all(answered.map((root) => findReplies(read, commentIdOf(root))));
  return [...roots, ...replies.flat()].map(commentIdOf);
}

/** What changes no version of the story. */
async function addedToStory(context: AddedByOthersContext, storyId: string): Promise<Added | undefined> {
  const { read } = context;
  const had = nouns.flatMap(({ item, plural, ofStory }) =>
    ofStory
      ? [
          ofStory
            .find(read, { storyId }, FOUND_MAX)
            .then((keys) => staying(fieldOf(plural), keys.map(item.idOf))),
        ]
      : [],
  );
  const staying = (field: string, ids: readonly string[], reference?: string): Added => ({
    field,
    now: ids.filter((id) => !isTakenBack(context, id, reference)).slice(0, FOUND_MAX),
  });
  const related = getStoryRelations(read, storyId).then((found) =>
    staying('relations', found?.relations.map(({ id }) => id) ?? []),
  );
  const linked = getLinkedItemIds(read, storyId).then((ids) => staying('feedbackItems', ids, 'storyIds'));
  const below = childrenOf(read, storyId).then((ids) => staying('subStories', ids, 'parentId'));
  const found = await Promise.all([...had, related, linked, below]);
  return found.find(({ now }) => (now as string[]).length > 0);
}

/** The sub-stories that the story's deletion would leave without a parent. */
async function childrenOf(read: Reader, storyId: string): Promise<string[]> {
  const keys = await findChildKeys(read, storyId, FOUND_MAX);
  const items = await read.getMany(keys, ['doc']);
  return items.flatMap((item) => (item && toStory(item).parentId === storyId ? storyIdOf(item) : []));
}

/** The field that several are in: `time entries` are in `timeEntries`. */
const fieldOf = (plural: string): string =>
  plural.replaceAll(/ (\w)/g, (_, letter: string) => letter.toUpperCase());

/** Neither changes the version of the item. */
async function votesOrMerged(read: Reader, id: string): Promise<Added | undefined> {
  const item = await getItem(read, id);
  if (!item) return undefined;
  const merged = mergedOf(item);
  const votes = toItem(item).voteCount;
  if (merged.length > 0) return { field: 'mergedIntoId', now: merged };
  return votes > 0 ? { field: 'voteCount', now: votes } : undefined;
}
