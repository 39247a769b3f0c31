import {
  commentKind,
  findReplies,
  findRoots,
  getCommentItem,
  replyCountOf,
  toComment,
} from '../comments/comment-store.ts';
import type { Item, Reader } from '../core/database.ts';
import { withLongText } from '../db/long-text.ts';
import { getWorkspaceOfPortal } from '../portals/portal-store.ts';
import { eventLog } from '../log/event-log.ts';
import type { IndexedDocument, ModelDefinition } from '../read-model/definition.ts';
import { getItem, itemPartitions, toItem, toShownItem } from '../feedback/item-store.ts';
import { objectiveKind, objectivesOf, toObjective } from '../objectives/objective-store.ts';
import { findStoryIdPage } from '../stories/story-store.ts';

const columns = { type: 'TEXT', storyId: 'TEXT' } as const;

/** More of a team's objectives are not searched. */
const LISTED_MAX = 20_000;

const COMMENTS_MAX = 5_000;

/** Feedback items read at once by the first build, so that a request notices in time that it is late. */
const ITEMS_PER_STEP = 200;

/** Stories whose comments a step of the first build reads. */
const STORIES_PER_STEP = 50;

/** The read model of a team's other texts: comments and objectives. */
export const textModel: ModelDefinition = {
  name: 'texts',
  version: 1,
  columns,
  indexes: [],
  changes: eventLog,
  logOf: (_read, teamId) => Promise.resolve(teamId),
  kinds: ['comment', 'objective'],
  async build(read, teamId, from) {
    if (from === undefined)
      return { documents: await objectiveDocuments(read, teamId), next: String(Infinity) };
    const { ids, next } = await findStoryIdPage(read, teamId, Number(from), STORIES_PER_STEP);
    const comments = await Promise.all(ids.map((id) => commentsOf(read, id)));
    return {
      documents: comments.flat().map(commentDocument),
      next: next === undefined ? undefined : String(next),
      read: ids.length + comments.flat().length,
    };
  },
  async load(read, kind, ids) {
    const items = await Promise.all(
      ids.map((id) => (kind === 'comment' ? getCommentItem(read, id) : read.get(objectiveKind.key(id)))),
    );
    const documentOf = kind === 'comment' ? commentDocument : objectiveDocument;
    return items.map((item, position) => ({ id: ids[position]!, document: item ? documentOf(item) : null }));
  },
};

async function objectiveDocuments(read: Reader, teamId: string): Promise<IndexedDocument[]> {
  const lists = await Promise.all(
    objectivesOf(teamId).map((partition) => read.query({ index: 'list', partition, limit: LISTED_MAX })),
  );
  const items = lists.flat().filter((item) => objectiveKind.includes(item));
  return (await withLongText(read, items)).map(objectiveDocument);
}

async function commentsOf(read: Reader, storyId: string): Promise<Item[]> {
  const roots = await findRoots(read, storyId, { before: undefined, limit: COMMENTS_MAX });
  const replies = await Promise.all(
    roots.filter((root) => replyCountOf(root) > 0).map((root) => findReplies(read, commentKind.idOf(root))),
  );
  return [...roots, ...replies.flat()];
}

function commentDocument(item: Item): IndexedDocument {
  const { id, storyId, content } = toComment(item);
  return { id, reference: null, title: '', body: content, columns: { type: 'comment', storyId }, tags: {} };
}

function objectiveDocument(item: Item): IndexedDocument {
  const { id, name, shortSummary, description } = toObjective(item);
  const body = [shortSummary, description].filter((text) => text !== null).join('\n');
  return { id, reference: null, title: name, body, columns: { type: 'objective', storyId: null }, tags: {} };
}

/** The read model of a portal's feedback items. */
export const feedbackModel: ModelDefinition = {
  name: 'feedback',
  version: 2,
  columns: { ...columns, hidden: 'INTEGER', status: 'TEXT', boardId: 'TEXT' },
  indexes: [],
  changes: eventLog,
  // What belongs to no team is in the log of its workspace. A portal that is gone has no items either.
  logOf: async (read, portalId) => (await getWorkspaceOfPortal(read, portalId)) ?? portalId,
  kinds: ['feedback_item'],
  build: buildItems,
  async load(read, _kind, ids) {
    const items = await Promise.all(ids.map((id) => getItem(read, id)));
    return items.map((item, position) => ({
      id: ids[position]!,
      document: item ? feedbackDocument(item) : null,
    }));
  },
};

/** Reads a portal's items in order of their ids: first those that are not hidden. */
async function buildItems(read: Reader, portalId: string, from: string | undefined) {
  const [hidden, after] = from === undefined ? [false, undefined] : (JSON.parse(from) as [boolean, string?]);
  const partition = hidden ? itemPartitions.hidden(portalId) : itemPartitions.all(portalId);
  const items = await read.query({
    index: 'list',
    partition,
    ascending: { after },
    limit: ITEMS_PER_STEP,
  });
  const counts = new Map(items.map((item) => [item.pk, item]));
  const full = (await withLongText(read, items)).map((item) => ({ ...counts.get(item.pk), ...item }));
  const next = items.length === ITEMS_PER_STEP ? [hidden, items.at(-1)!.pk] : hidden ? undefined : [true];
  return { documents: full.map(feedbackDocument), next: next && JSON.stringify(next) };
}

/** With e-mail addresses masked: a portal's search must not reveal whose addresses an item contains. */
function feedbackDocument(item: Item): IndexedDocument {
  const { id, title, description, status, boardId } = toShownItem(item);
  const { hidden } = toItem(item);
  const columnsOf = { type: 'feedback_item', storyId: null, hidden: hidden ? 1 : 0, status, boardId };
  return { id, reference: null, title, body: description ?? '', columns: columnsOf, tags: {} };
}
