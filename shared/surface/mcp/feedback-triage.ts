import * as z from 'zod';
import { notFound } from '../../kernel/core/errors.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import {
  runOperation,
  type Arguments,
  type ToolOverrides,
  type ToolCall,
} from '../../kernel/api/mcp/tool.ts';
import { PAGE, type ToolVariant } from '../../kernel/api/mcp/tool-variant.ts';
import type { OperationResult } from '../../kernel/api/operation/operation-result.ts';
import { createStoryFromFeedback } from '../feedback-stories/create-story-from-feedback.ts';
import { itemSchema, type FeedbackItem } from '../../feedback/items/item.ts';
import { getItem, itemPortalOf } from '../../feedback/items/item-store.ts';
import { feedbackItemIdOf } from './feedback-item-name.ts';
import { ownItemOrThrow } from '../../feedback/items/get-feedback-item.ts';
import { listFeedbackComments } from '../../feedback/items/list-feedback-comments.ts';
import { getPortalItem } from '../../feedback/portal/portal-store.ts';

/** Reads a feedback item by its id alone, with the rights of getFeedbackItem. */
const findFeedbackItem = operation({
  id: 'findFeedbackItem',
  method: 'GET',
  path: `${WORKSPACE_PATH}/feedback-items/{itemId}`,
  tag: 'Feedback portals',
  summary: 'Find a feedback item',
  scopes: ['feedback:read'],
  role: 'member',
  params: { itemId: uuid() },
  output: itemSchema,
  load: ({ path, read }) => ({ item: getItem(read, path.itemId) }),
  handle: async ({ loaded: { item }, caller, read }) => {
    if (!item) throw notFound('item');
    return ownItemOrThrow(caller, { item, portal: await getPortalItem(read, itemPortalOf(item)) });
  },
});

export const itemArgument = () => z.string().optional().meta({ description: 'Id or title, not a story.' });

/** The arguments without those of a feedback item, whose path they name. */
export async function onItem(call: ToolCall): Promise<{ item: FeedbackItem; place: Arguments }> {
  const { workspaceId, feedbackItem } = call.args;
  const lookup = { noun: 'feedback item', path: 'feedbackItem' };
  const itemId = await feedbackItemIdOf(call, lookup, feedbackItem);
  const { data } = await runOperation(findFeedbackItem, { ...call, args: { workspaceId, itemId } });
  const item = data;
  return { item, place: { workspaceId, portalId: item.portalId, itemId } };
}

/** Creates a story that delivers a feedback item. */
export async function createFromFeedback(call: ToolCall): Promise<OperationResult<{ id: string }>> {
  const { feedbackItem: _, ...story } = call.args;
  const { place } = await onItem(call);
  // Each call has a key, so that it makes one story however often it is sent.
  const args = { ...story, ...place, anotherStory: true };
  return await runOperation(createStoryFromFeedback, { ...call, args });
}

export const withoutStory = ({ story, storyId: _, ...shape }: z.ZodRawShape): z.ZodRawShape => ({
  ...(story ? { story: z.string().optional().meta({ description: 'Id or reference.' }) } : {}),
  ...shape,
});

/** list_comments: the arguments of what is not of a story have no story. */
export const storyComments: ToolOverrides = {
  extendInput: (shape) => ({ ...withoutStory(shape), updatedSince: z.string().optional() }),
};

/** list_comments: lists the comments of a feedback item, with its internal notes. */
export const feedbackComments: ToolVariant = {
  askedBy: ['feedbackItem'],
  takes: PAGE,
  input: () => ({ feedbackItem: z.string().optional() }),
  run: async (call) => {
    const { place } = await onItem(call);
    const { feedbackItem: _, ...page } = call.args;
    const args = { ...place, ...page, internal: 'include' };
    return await runOperation(listFeedbackComments, { ...call, args });
  },
};
