import type { Item } from '../../kernel/core/database.ts';
import { withLongText } from '../../kernel/db/long-text.ts';
import { eventLog } from '../../kernel/log/event-log.ts';
import { getWorkspaceOfPortal } from '../portal/portal-store.ts';
import type { IndexedDocument, ModelDefinition } from '../../kernel/read-model/definition.ts';
import { loadedDocuments } from '../../kernel/read-model/loaded-documents.ts';
import { getItem, itemPartitions, itemPortalOf, toItem, toShownItem } from './item-store.ts';

/** The name of the public tags of items among a document's. */
export const ITEM_TAG = 'tag';

/** Feedback items read at once by the first build, so that a request notices in time that it is late. */
const ITEMS_PER_STEP = 200;

/** The read models of a portal's feedback items: of those that its visitors see, and of hidden ones. */
export const feedbackModel = itemModel('feedback', { hidden: false });
export const hiddenFeedbackModel = itemModel('hidden-feedback', { hidden: true });

function itemModel(name: string, { hidden }: { hidden: boolean }): ModelDefinition {
  return {
    name,
    version: 5,
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
    // The log has the items of all portals of the workspace.
    async load(read, _kind, ids, portalId) {
      const items = await Promise.all(ids.map((id) => getItem(read, id)));
      return loadedDocuments(ids, items, (item) =>
        itemPortalOf(item) === portalId && toItem(item).hidden === hidden ? feedbackDocument(item) : null,
      );
    },
  };
}

/** With email addresses masked: a portal's search must not reveal whose addresses an item contains. */
function feedbackDocument(item: Item): IndexedDocument {
  const { id, title, description, roadmapSummary, status, boardId, tags } = toShownItem(item);
  const body = [description, roadmapSummary].filter((text) => text !== null).join('\n\n');
  return { id, reference: null, title, body, columns: { status, boardId }, tags: { [ITEM_TAG]: tags } };
}
