import type { Item, Reader } from '../../kernel/core/database.ts';
import { eventLog } from '../../kernel/log/event-log.ts';
import type { IndexedDocument, ModelDefinition } from '../../kernel/read-model/definition.ts';
import { loadedDocuments } from '../../kernel/read-model/loaded-documents.ts';
import { findStoryIdPage } from '../stories/story-store.ts';
import {
  commentKind,
  findReplies,
  findRoots,
  getCommentItem,
  replyCountOf,
  toComment,
} from './comment-store.ts';

const COMMENTS_MAX = 5_000;

/** The number of stories whose comments one step of the first build reads. */
const STORIES_PER_STEP = 50;

/** The read model of the comments on a team's stories. */
export const commentModel: ModelDefinition = {
  name: 'comments',
  version: 1,
  columns: { storyId: 'TEXT' },
  indexes: [],
  changes: eventLog,
  logOf: (_read, teamId) => Promise.resolve(teamId),
  kinds: ['comment'],
  async build(read, teamId, from) {
    const after = from === undefined ? Infinity : Number(from);
    const { ids, next } = await findStoryIdPage(read, teamId, after, STORIES_PER_STEP);
    const comments = await Promise.all(ids.map((id) => commentsOf(read, id)));
    return {
      documents: comments.flat().map(commentDocument),
      next: next === undefined ? undefined : String(next),
      read: ids.length + comments.flat().length,
    };
  },
  load: async (read, _kind, ids) =>
    loadedDocuments(ids, await Promise.all(ids.map((id) => getCommentItem(read, id))), commentDocument),
};

async function commentsOf(read: Reader, storyId: string): Promise<Item[]> {
  const roots = await findRoots(read, storyId, { before: undefined, limit: COMMENTS_MAX });
  const replies = await Promise.all(
    roots.filter((root) => replyCountOf(root) > 0).map((root) => findReplies(read, commentKind.idOf(root))),
  );
  return [...roots, ...replies.flat()];
}

function commentDocument(item: Item): IndexedDocument {
  const { id, storyId, content } = toComment(item);
  return { id, reference: null, title: '', body: content, columns: { storyId }, tags: {} };
}
