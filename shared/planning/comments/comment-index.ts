import type { Item, Reader } from '../../kernel/core/database.ts';
import { eventLog } from '../../kernel/log/event-log.ts';
import type { IndexedDocument, ModelDefinition } from '../../kernel/read-model/definition.ts';
import { loadedDocuments } from '../../kernel/read-model/loaded-documents.ts';
import { getStoryItem, storyTeamOf } from '../story/story-store.ts';
import {
  commentKind,
  commentSortKey,
  findReplies,
  findRoots,
  findTeamComments,
  getCommentItem,
  replyCountOf,
  storedPlaceOf,
  toComment,
} from './comment-store.ts';

const COMMENTS_MAX = 5_000;

/** Comments read at once by the first build. */
const COMMENTS_PER_STEP = 500;

/** How long, in milliseconds, comments may be in the index of the team that their story has left: well above a late stream's. */
const MOVING_MS = 10 * 60_000;

/** The read model of the comments on a team's stories. */
export const commentModel: ModelDefinition = {
  name: 'comments',
  version: 2,
  columns: { storyId: 'TEXT', authorId: 'TEXT' },
  indexes: [['storyId'], ['authorId']],
  changes: eventLog,
  logOf: (_read, teamId) => Promise.resolve(teamId),
  kinds: ['comment', 'story.moved'],
  lagMs: MOVING_MS,
  async build(read, teamId, from) {
    const items = await findTeamComments(read, teamId, { after: from, limit: COMMENTS_PER_STEP });
    return {
      documents: items.map(commentDocument),
      next: items.length === COMMENTS_PER_STEP ? commentSortKey(commentKind.idOf(items.at(-1)!)) : undefined,
    };
  },
  async load(read, kind, ids, teamId) {
    if (kind === 'comment') {
      const items = await Promise.all(ids.map((id) => getCommentItem(read, id)));
      return loadedDocuments(ids, items, (item) =>
        storedPlaceOf(item).teamId === teamId ? commentDocument(item) : null,
      );
    }
    const moved = await Promise.all(ids.map((id) => commentsOfMoved(read, id, teamId)));
    return moved.flat();
  },
};

/** The comments of a story that came to a team or left it. */
async function commentsOfMoved(read: Reader, storyId: string, teamId: string) {
  const [story, comments] = await Promise.all([getStoryItem(read, storyId), commentsOf(read, storyId)]);
  const isHere = story !== undefined && storyTeamOf(story) === teamId;
  return comments.map((item) => ({
    id: commentKind.idOf(item),
    document: isHere ? commentDocument(item) : null,
  }));
}

async function commentsOf(read: Reader, storyId: string): Promise<Item[]> {
  const roots = await findRoots(read, storyId, { before: undefined, limit: COMMENTS_MAX });
  const replies = await Promise.all(
    roots.filter((root) => replyCountOf(root) > 0).map((root) => findReplies(read, commentKind.idOf(root))),
  );
  return [...roots, ...replies.flat()];
}

function commentDocument(item: Item): IndexedDocument {
  const { id, storyId, authorId, content } = toComment(item);
  return { id, reference: null, title: '', body: content, columns: { storyId, authorId }, tags: {} };
}
