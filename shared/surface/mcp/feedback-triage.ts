import * as z from 'zod';
import { invalidRequest, notFound } from '../../kernel/core/errors.ts';
import { memoize, uuid } from '../../kernel/core/schema.ts';
import { operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import {
  runOperation,
  type Arguments,
  type ToolOverrides,
  type ToolCall,
} from '../../kernel/api/mcp/tool.ts';
import type { ToolVariant } from '../../kernel/api/mcp/tool-variant.ts';
import type { OperationResult } from '../../kernel/api/operation/operation-result.ts';
import { createStoryFromFeedback } from '../feedback-stories/create-story-from-feedback.ts';
import { createComment } from '../../planning/comments/create-comment.ts';
import { createFeedbackComment } from '../../feedback/items/create-feedback-comment.ts';
import { itemSchema, type FeedbackItem, itemStatuses } from '../../feedback/items/item.ts';
import { getItem, itemPortalOf } from '../../feedback/items/item-store.ts';
import { ownItemOrThrow } from '../../feedback/items/get-feedback-item.ts';
import { listFeedbackComments } from '../../feedback/items/list-feedback-comments.ts';
import { mergeFeedbackItem } from '../../feedback/items/merge-feedback-item.ts';
import { updateFeedbackItem } from '../../feedback/items/update-feedback-item.ts';
import { getPortalItem } from '../../feedback/portals/portal-store.ts';

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

const itemArgument = () => z.string().optional().meta({ description: 'Its id, not a story.' });

/** The arguments without those of a feedback item, whose path they name. */
async function onItem(call: ToolCall): Promise<{ item: FeedbackItem; place: Arguments }> {
  const { workspaceId, feedbackItem: itemId } = call.args;
  const { data } = await runOperation(findFeedbackItem, { ...call, args: { workspaceId, itemId } });
  const item = data as FeedbackItem;
  return { item, place: { workspaceId, portalId: item.portalId, itemId } };
}

/** Creates a story that delivers a feedback item. */
export async function createFromFeedback(call: ToolCall): Promise<OperationResult> {
  const { feedbackItem: _, ...story } = call.args;
  const { place } = await onItem(call);
  // Each call has a key, so that it makes one story however often it is sent.
  const args = { ...story, ...place, anotherStory: true };
  return await runOperation(createStoryFromFeedback, { ...call, args });
}

const withoutStory = ({ story, storyId: _, ...shape }: z.ZodRawShape): z.ZodRawShape => ({
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
  input: () => ({ feedbackItem: itemArgument() }),
  run: async (call) => {
    const { place } = await onItem(call);
    const { limit, cursor } = call.args;
    const page = Object.entries({ limit, cursor }).filter(([, value]) => value !== undefined);
    const args = { ...place, ...Object.fromEntries(page), internal: 'include' };
    return await runOperation(listFeedbackComments, { ...call, args });
  },
};

const triage = memoize(() => ({
  public: z.boolean().optional().meta({ description: 'Else an internal note.' }),
  status: z.enum(itemStatuses).optional(),
  internalTags: z.array(z.string()).optional(),
  mergeInto: z.string().optional().meta({ description: 'What it duplicates.' }),
}));

/**
 * save_comment: also on a feedback item, whose status and tags it then sets and which it merges into another. Each step
 * can be repeated with the same key.
 */
export const commentOnStoryOrFeedback: ToolOverrides = {
  extendInput: (shape) => ({ ...withoutStory(shape), feedbackItem: itemArgument(), ...triage() }),
  run: async (call) => {
    const { feedbackItem, public: isPublic, status, internalTags, mergeInto, ...args } = call.args;
    if (feedbackItem === undefined) {
      const unused = Object.keys(triage()).find((name) => call.args[name] !== undefined);
      if (unused)
        throw invalidRequest([{ path: unused, code: 'invalid_value', message: 'needs feedbackItem' }]);
      return await runOperation(createComment, { ...call, args });
    }
    const { item, place } = await onItem(call);
    const { content, idempotencyKey } = args;
    const commented = await runOperation(createFeedbackComment, {
      ...call,
      args: { ...place, content, idempotencyKey, internal: isPublic !== true },
    });
    const fields = Object.entries({ status, internalTags }).filter(([, value]) => value !== undefined);
    if (fields.length > 0) {
      const patch = { ...place, expectedUpdatedAt: item.updatedAt, ...Object.fromEntries(fields) };
      await runOperation(updateFeedbackItem, { ...call, args: patch });
    }
    if (mergeInto !== undefined) {
      const key = call.services.randomBytes(16).toString('hex');
      const into = { ...place, intoItemId: mergeInto, idempotencyKey: key };
      await runOperation(mergeFeedbackItem, { ...call, args: into });
    }
    return commented;
  },
};
