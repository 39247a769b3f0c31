import type { Reader } from '../../kernel/core/database.ts';
import { feedbackCommentIdOf, findCommentKeys } from '../../feedback/items/comment-store.ts';
import { getItem, mergedOf, toItem } from '../../feedback/items/item-store.ts';
import type { RevertContext } from './take-over.ts';
import { nouns } from '../../nouns/nouns.ts';
import { findChildKeys } from '../../planning/stories/story-lookup-store.ts';
import { storyIdOf } from '../../planning/stories/story-store.ts';
import { commentIdOf, findReplies, findRoots, replyCountOf } from '../../planning/comments/comment-store.ts';

/** As many are looked at or named: one that is not of the change set is enough. */
const FOUND_MAX = 100;

/** What others have added to a resource: comments, of a story files, times and sub-stories, of a feedback item votes and what was merged into it. */
interface Added {
  field: string;
  now: unknown;
}

interface Named {
  resource: string;
  id: string;
}

/**
 * What would be deleted with a resource although the change set did not create it; undefined if nothing would. Eventually
 * consistent.
 */
export async function addedByOthers(
  context: Pick<RevertContext, 'read' | 'created' | 'isDry' | 'kept' | 'labelsOf'>,
  { resource, id }: Named,
): Promise<Added | undefined> {
  const { read, created: own } = context;
  if (resource === 'label') return keptWith(context, id);
  const comments = (await commentsOn(read, { resource, id })).filter((one) => !own.has(one));
  if (comments.length > 0) return { field: 'comments', now: comments.slice(0, FOUND_MAX) };
  if (resource === 'story') return (await hadByStory(read, id, own)) ?? (await keptBelow(context, id));
  return resource === 'feedback_item' ? await votesOrMerged(read, id) : undefined;
}

async function commentsOn(read: Reader, { resource, id }: Named): Promise<string[]> {
  if (resource === 'comment') return (await findReplies(read, id)).map(commentIdOf);
  if (resource === 'feedback_item') return (await findCommentKeys(read, id)).map(feedbackCommentIdOf);
  if (resource !== 'story') return [];
  const roots = await findRoots(read, id, { before: undefined, limit: FOUND_MAX });
  const answered = roots.filter((root) => replyCountOf(root) > 0);
  const replies = await Promise.all(answered.map((root) => findReplies(read, commentIdOf(root))));
  return [...roots, ...replies.flat()].map(commentIdOf);
}

/** What changes no version of the story. */
async function hadByStory(
  read: Reader,
  storyId: string,
  own: ReadonlySet<string>,
): Promise<Added | undefined> {
  const found = nouns.flatMap(({ item, plural, ofStory }) =>
    ofStory
      ? [ofStory.find(read, { storyId }, FOUND_MAX).then((keys) => ({ plural, ids: keys.map(item.idOf) }))]
      : [],
  );
  for (const { plural, ids } of await Promise.all(found)) {
    const others = ids.filter((one) => !own.has(one));
    if (others.length > 0) return { field: fieldOf(plural), now: others };
  }
  return undefined;
}

/** The stories that the change set created with a label, and that are kept. */
function keptWith(
  { created, kept, labelsOf }: Pick<RevertContext, 'created' | 'kept' | 'labelsOf'>,
  labelId: string,
): Added | undefined {
  const ids = [...kept].filter((id) => created.has(id) && labelsOf.get(id)?.includes(labelId));
  return ids.length > 0 ? { field: 'stories', now: ids.slice(0, FOUND_MAX) } : undefined;
}

/** The sub-stories that the story's deletion would leave without a parent: sub-stories are reverted first. */
async function keptBelow(
  { read, created, isDry, kept }: Pick<RevertContext, 'read' | 'created' | 'isDry' | 'kept'>,
  storyId: string,
): Promise<Added | undefined> {
  const keys = await findChildKeys(read, storyId, FOUND_MAX);
  const ids = isDry
    ? keys.map(storyIdOf).filter((one) => !created.has(one) || kept.has(one))
    : (await read.getMany(keys, ['parentId'])).flatMap((item) => (item ? storyIdOf(item) : []));
  return ids.length > 0 ? { field: 'subStories', now: ids } : undefined;
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
