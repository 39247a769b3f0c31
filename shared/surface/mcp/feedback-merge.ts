import { runOperation, type Arguments, type ToolCall } from '../../kernel/api/mcp/tool.ts';
import { operation } from '../../kernel/api/operation/operation.ts';
import { orNotFound } from '../../kernel/core/errors.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { ITEM_PATH, ownItemOrThrow } from '../../feedback/items/get-feedback-item.ts';
import { itemSchema, type FeedbackItem } from '../../feedback/items/item.ts';
import { getItem, toItem } from '../../feedback/items/item-store.ts';
import { mergeFeedbackItem } from '../../feedback/items/merge-feedback-item.ts';
import { getPortalItem } from '../../feedback/portal/portal-store.ts';
import { feedbackItemIdOf } from './feedback-item-name.ts';

/** Reads what an item can be merged into, and throws what the merge would: nothing is written before that is known. */
const findMergeTarget = operation({
  id: 'findMergeTarget',
  method: 'GET',
  path: `${ITEM_PATH}/merge-target`,
  tag: mergeFeedbackItem.tag,
  summary: mergeFeedbackItem.summary,
  scopes: mergeFeedbackItem.scopes,
  role: mergeFeedbackItem.role,
  params: { portalId: uuid(), itemId: uuid() },
  query: () => ({ intoItemId: uuid() }),
  output: itemSchema,
  load: ({ path, query, read }) => ({
    portal: getPortalItem(read, path.portalId),
    item: getItem(read, path.itemId),
    into: getItem(read, query.intoItemId),
  }),
  handle: async ({ query: { intoItemId }, loaded: { into, ...place }, caller }) => {
    const item = ownItemOrThrow(caller, place);
    // An earlier call has merged it.
    if (item.mergedIntoId === intoItemId) return toItem(orNotFound(into, 'item'));
    const { assertMergeable } = await import('../../feedback/items/merge-items.ts');
    return assertMergeable(item, { item: orNotFound(place.item, 'item'), into });
  },
});

/** The item of the same portal that a call merges another into, by its id or title. */
export async function mergeTargetOf(
  call: ToolCall,
  { item, place }: { item: FeedbackItem; place: Arguments },
): Promise<FeedbackItem> {
  const lookup = {
    portalIds: [place['portalId']],
    noun: 'other item of its portal',
    path: 'mergeInto',
    isMeant: ({ id }: FeedbackItem) => id !== item.id,
  };
  const intoItemId = await feedbackItemIdOf(call, lookup, call.args['mergeInto']);
  const { data } = await runOperation(findMergeTarget, { ...call, args: { ...place, intoItemId } });
  return data;
}
