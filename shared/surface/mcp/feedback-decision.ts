import * as z from 'zod';
import { inSteps } from '../../kernel/api/mcp/steps.ts';
import {
  assertArguments,
  runOperation,
  type Arguments,
  type ToolCall,
  type ToolOverrides,
} from '../../kernel/api/mcp/tool.ts';
import { assertAlone } from '../../kernel/api/mcp/tool-variant.ts';
import type { OperationResult, ResultOf } from '../../kernel/api/operation/operation-result.ts';
import { ApiError, conflict, invalidRequest } from '../../kernel/core/errors.ts';
import { memoize } from '../../kernel/core/schema.ts';
import { createFeedbackComment } from '../../feedback/items/create-feedback-comment.ts';
import { itemPatch, itemStatuses, type FeedbackItem } from '../../feedback/items/item.ts';
import { mergeFeedbackItem } from '../../feedback/items/merge-feedback-item.ts';
import { updateFeedbackItem } from '../../feedback/items/update-feedback-item.ts';
import { createComment } from '../../planning/comments/create-comment.ts';
import { mergeTargetOf } from './feedback-merge.ts';
import { itemArgument, onItem, withoutStory } from './feedback-triage.ts';

const decision = memoize(() => ({
  public: z.boolean().optional().meta({ description: 'Else an internal note.' }),
  status: z.enum(itemStatuses).optional(),
  internalTags: z.array(z.string()).optional(),
  mergeInto: z.string().optional().meta({ description: 'What it duplicates.' }),
}));

/** What a call about a feedback item takes. */
const TAKEN = ['content', 'parentId', 'expectedUpdatedAt', ...Object.keys(decision())];

/**
 * save_comment: also on a feedback item, whose status and tags it then sets and which it merges into another. Each step
 * can be repeated with the same key.
 */
export const commentOnStoryOrFeedback: ToolOverrides = {
  extendInput: (shape) => ({ ...withoutStory(shape), feedbackItem: itemArgument(), ...decision() }),
  run: async (call) => {
    const { feedbackItem, public: isPublic, ...args } = call.args;
    if (feedbackItem !== undefined) return await decide(call);
    const own = isPublic === true ? { ...args, public: isPublic } : args;
    const unused = Object.keys(decision()).filter((name) => name in own);
    if (unused.length > 0)
      throw invalidRequest(
        unused.map((path) => ({ path, code: 'invalid_value', message: 'needs feedbackItem' })),
      );
    return await runOperation(createComment, { ...call, args });
  },
};

/** Comments on a feedback item, changes it and merges it, as far as the arguments say. All of it is checked before. */
async function decide(call: ToolCall): Promise<OperationResult> {
  assertAlone(call.args, { asked: 'feedbackItem', takes: TAKEN });
  const { content, parentId, public: isPublic, mergeInto, idempotencyKey } = call.args;
  const { item, place } = await onItem(call);
  const fields = changedFields(item, call.args);
  assertAsked(call.args);
  const reply = parentId === undefined ? {} : { parentId };
  const said = { ...place, ...reply, content, idempotencyKey, internal: isPublic !== true };
  const comment = { ...call, args: said };
  if (content !== undefined) await assertArguments(createFeedbackComment, comment);
  if (Object.keys(fields).length > 0) await assertUpdatable(call, { item, place, fields });
  const into = mergeInto === undefined ? undefined : await mergeTargetOf(call, { item, place });
  if (isPublic === true && item.hidden && item.mergedIntoId === null)
    throw conflict('The item is hidden.', 'Show it first, or write an internal note.');
  let written: ResultOf<typeof createFeedbackComment> | undefined;
  let changed = item;
  const steps = [
    ...(content === undefined
      ? []
      : [
          {
            done: 'the comment was written',
            run: async () => {
              written = await runOperation(createFeedbackComment, comment);
            },
          },
        ]),
    ...(Object.keys(fields).length === 0
      ? []
      : [
          {
            done: changedWords(fields),
            run: async () => {
              changed = await update(call, { item, place, fields });
            },
          },
        ]),
    ...(into === undefined
      ? []
      : [
          {
            done: `the item was merged into ${JSON.stringify(into.title)}`,
            run: async () => {
              changed = await merge(call, { place, into });
            },
          },
        ]),
  ];
  await inSteps(steps);
  const message = `Done: ${steps.map(({ done }) => done).join(', ') || 'nothing, since it is so already'}.`;
  return {
    data: { ...(written?.data ?? shownItem(changed)), message },
    replayed: written?.replayed ?? false,
  };
}

const shownItem = ({ id, title, status, internalTags, mergedIntoId, updatedAt }: FeedbackItem) => ({
  id,
  title,
  status,
  internalTags,
  mergedIntoId,
  updatedAt,
});

/** Throws a 400 where nothing is asked for, or a public word is not there. */
function assertAsked({ content, public: isPublic, ...args }: Arguments): void {
  const asksMore = ['status', 'internalTags', 'mergeInto'].some((name) => args[name] !== undefined);
  if (content !== undefined || (asksMore && isPublic !== true)) return;
  const message = asksMore ? 'is required with public' : 'is required, or status, internalTags or mergeInto';
  throw invalidRequest([{ path: 'content', code: 'required', message }]);
}

/** What the item has otherwise: a call that is repeated changes nothing more. */
function changedFields(item: FeedbackItem, { status, internalTags }: Arguments): Arguments {
  const sent = Object.entries({ status, internalTags });
  return Object.fromEntries(
    sent.filter(
      ([name, value]) =>
        value !== undefined && JSON.stringify(value) !== JSON.stringify(Reflect.get(item, name)),
    ),
  );
}

const changedWords = ({ status, internalTags }: Arguments): string =>
  [
    ...(status === undefined ? [] : [`the status was set to ${status as string}`]),
    ...(internalTags === undefined ? [] : ['the internal tags were set']),
  ].join(' and ');

interface Update {
  item: FeedbackItem;
  place: Arguments;
  fields: Arguments;
}

/** Throws for fields that the update would refuse, or that are sent for another version. */
async function assertUpdatable(call: ToolCall, { item, place, fields }: Update): Promise<void> {
  const { expectedUpdatedAt = item.updatedAt } = call.args;
  const args = { ...place, ...fields, expectedUpdatedAt };
  await assertArguments(updateFeedbackItem, { ...call, args });
  if (expectedUpdatedAt !== item.updatedAt)
    throw itemPatch.conflict(item, { ...fields, expectedUpdatedAt: item.updatedAt });
}

/** How often an item that others change at the same time is read again. */
const TRIES = 3;

/** Sets fields: without a version of the caller, the last writer wins. */
async function update(call: ToolCall, { item, place, fields }: Update): Promise<FeedbackItem> {
  let { updatedAt: expectedUpdatedAt } = item;
  for (let attempt = 1; ; attempt++) {
    try {
      const args = { ...place, ...fields, expectedUpdatedAt };
      return (await runOperation(updateFeedbackItem, { ...call, args })).data;
    } catch (error) {
      const isStale = error instanceof ApiError && error.code === 'version_conflict';
      if (!isStale || call.args['expectedUpdatedAt'] !== undefined || attempt === TRIES) throw error;
      expectedUpdatedAt = (await onItem(call)).item.updatedAt;
    }
  }
}

async function merge(
  call: ToolCall,
  { place, into }: { place: Arguments; into: FeedbackItem },
): Promise<FeedbackItem> {
  const idempotencyKey = call.services.randomBytes(16).toString('hex');
  const args = { ...place, intoItemId: into.id, idempotencyKey };
  return (await runOperation(mergeFeedbackItem, { ...call, args })).data;
}
