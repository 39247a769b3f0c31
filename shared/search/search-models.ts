import {
  commentKind,
  findReplies,
  findRoots,
  getCommentItem,
  replyCountOf,
  toComment,
} from '../comments/comment-store.ts';
import type { Caller } from '../core/caller.ts';
import type { Item, Reader } from '../core/database.ts';
import { withLongText } from '../db/long-text.ts';
import { getWorkspaceOfPortal } from '../portals/portal-store.ts';
import { eventLog } from '../log/event-log.ts';
import type { IndexedDocument, ModelDefinition } from '../read-model/definition.ts';
import { getItem, itemPartitions, toItem, toShownItem } from '../feedback/item-store.ts';
import {
  canSeeObjective,
  objectiveKind,
  objectivesOf,
  toObjective,
  toObjectiveReference,
} from '../objectives/objective-store.ts';
import { findStoryIdPage } from '../stories/story-store.ts';

/** More of a team's objectives are not searched. */
const LISTED_MAX = 20_000;

const COMMENTS_MAX = 5_000;

/** Feedback items read at once by the first build, so that a request notices in time that it is late. */
const ITEMS_PER_STEP = 200;

/** Stories whose comments a step of the first build reads. */
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
    loaded(ids, await Promise.all(ids.map((id) => getCommentItem(read, id))), commentDocument),
};

/** The read model of a team's objectives, without private ones. */
export const objectiveModel: ModelDefinition = {
  name: 'objectives',
  version: 1,
  columns: {},
  indexes: [],
  changes: eventLog,
  logOf: (_read, teamId) => Promise.resolve(teamId),
  kinds: ['objective'],
  async build(read, teamId) {
    const [shared] = objectivesOf(teamId);
    return { documents: (await objectivesIn(read, shared!)).map(objectiveDocument), next: undefined };
  },
  async load(read, _kind, ids) {
    const items = await Promise.all(ids.map((id) => read.get(objectiveKind.key(id))));
    return loaded(ids, items, (item) => (toObjective(item).private ? null : objectiveDocument(item)));
  },
};

/** The documents of a team's private objectives that a caller may see. */
export async function privateObjectives(
  read: Reader,
  caller: Caller,
  teamId: string,
): Promise<IndexedDocument[]> {
  const [, hidden] = objectivesOf(teamId);
  const items = await objectivesIn(read, hidden!, (item) =>
    canSeeObjective(caller, toObjectiveReference(item)),
  );
  return items.map(objectiveDocument);
}

/** Reads the objectives of a partition that are wanted, with their whole texts. */
async function objectivesIn(
  read: Reader,
  partition: string,
  wanted: (item: Item) => boolean = () => true,
): Promise<Item[]> {
  const items = await read.query({ index: 'list', partition, limit: LISTED_MAX });
  const objectives = items.filter((item) => objectiveKind.includes(item) && wanted(item));
  return objectives.length === 0 ? [] : await withLongText(read, objectives);
}

const loaded = (
  ids: readonly string[],
  items: readonly (Item | undefined)[],
  documentOf: (item: Item) => IndexedDocument | null,
) => items.map((item, position) => ({ id: ids[position]!, document: item ? documentOf(item) : null }));

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

function objectiveDocument(item: Item): IndexedDocument {
  const { id, name, shortSummary, description } = toObjective(item);
  const body = [shortSummary, description].filter((text) => text !== null).join('\n');
  return { id, reference: null, title: name, body, columns: {}, tags: {} };
}

/** The read models of a portal's feedback items: of those that its visitors see, and of hidden ones. */
export const feedbackModel = itemModel('feedback', { hidden: false });
export const hiddenFeedbackModel = itemModel('hidden-feedback', { hidden: true });

function itemModel(name: string, { hidden }: { hidden: boolean }): ModelDefinition {
  return {
    name,
    version: 3,
    columns: { status: 'TEXT', boardId: 'TEXT' },
    indexes: [],
    changes: eventLog,
    // What belongs to no team is in the log of its workspace. A portal that is gone has no items either.
    logOf: async (read, portalId) => (await getWorkspaceOfPortal(read, portalId)) ?? portalId,
    kinds: ['feedback_item'],
    async build(read, portalId, after) {
      const partition = hidden ? itemPartitions.hidden(portalId) : itemPartitions.all(portalId);
      const items = await read.query({
        index: 'list',
        partition,
        ascending: { after },
        limit: ITEMS_PER_STEP,
      });
      const counts = new Map(items.map((item) => [item.pk, item]));
      const full = (await withLongText(read, items)).map((item) => ({ ...counts.get(item.pk), ...item }));
      return {
        documents: full.map(feedbackDocument),
        next: items.length === ITEMS_PER_STEP ? items.at(-1)!.pk : undefined,
      };
    },
    async load(read, _kind, ids) {
      const items = await Promise.all(ids.map((id) => getItem(read, id)));
      return loaded(ids, items, (item) => (toItem(item).hidden === hidden ? feedbackDocument(item) : null));
    },
  };
}

/** With e-mail addresses masked: a portal's search must not reveal whose addresses an item contains. */
function feedbackDocument(item: Item): IndexedDocument {
  const { id, title, description, status, boardId } = toShownItem(item);
  return { id, reference: null, title, body: description ?? '', columns: { status, boardId }, tags: {} };
}
