import * as z from 'zod';
import { destructive } from '../../kernel/api/operation/tool-declaration.ts';
import {
  runOperation,
  type Arguments,
  type ToolCall,
  type ToolOperation,
  type ToolOverrides,
} from '../../kernel/api/mcp/tool.ts';
import { toolArguments } from '../../kernel/api/mcp/tool-schemas.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { restoreComment } from '../../planning/comments/restore-comment.ts';
import { restoreRelation } from '../../planning/relations/restore-relation.ts';
import { restoreStory } from '../../planning/stories/restore-story.ts';
import { revertChangeSet } from '../change-sets/revert-change-set.ts';
import { revertChanges } from '../change-sets/revert-changes.ts';
import type { RevertOutcome } from '../change-sets/revert-outcome.ts';
import { optional } from '../../kernel/api/mcp/saved-resource.ts';
import { withStoryIds } from '../../planning/stories/story-tool.ts';

/** The operations by the argument that asks for each, the most specific first. */
const byArgument: readonly (readonly [argument: string, ToolOperation])[] = [
  ['relationId', restoreRelation],
  ['commentId', restoreComment],
  ['storyId', restoreStory],
  ['actorId', revertChanges],
];

/** revert_change_set: reverts a change set, or what someone changed since a time; or restores what was deleted. */
export const revertedChanges: ToolOverrides = {
  declared: {
    name: 'revert_change_set',
    set: 'history',
    title: 'Revert changes',
    description:
      'Takes back a change set, or all that someone changed since a time, unless it was changed again: {"actorId":"Night agent","since":"2026-11-25T18:00:00Z","dryRun":true,"idempotencyKey":"…"}. Or restores what was deleted: story (the id of a deleted one), with commentId or relationId of one on it.',
    annotations: destructive,
  },
  operations: [revertChangeSet, ...byArgument.map(([, operation]) => operation)],
  extendInput: ({ idempotencyKey, ...shape }) => ({
    ...optional({ ...shape, ...toolArguments(revertChanges, ['idempotencyKey']) }),
    story: z.string().optional(),
    commentId: z.string().optional(),
    relationId: z.string().optional(),
    idempotencyKey: idempotencyKey!,
  }),
  run: async (call) => {
    const args = await withStory(call);
    const [, operation] = byArgument.find(([argument]) => args[argument] !== undefined) ?? [];
    const done = await runOperation(operation ?? revertChangeSet, { ...call, args });
    const isReversal = operation === undefined || operation === revertChanges;
    const message = isReversal
      ? sentenceOf(done.data as RevertOutcome, args['dryRun'] === true)
      : 'Restored.';
    return { ...done, data: { ...(done.data as object), message } };
  },
};

/** What a reversal did, or would do; its lists can all be empty. */
function sentenceOf({ reverted, conflicts, irreversible }: RevertOutcome, isDry: boolean): string {
  if (reverted.length + conflicts.length + irreversible.length === 0) return 'There is nothing to revert.';
  const kept = `${conflicts.length} kept because of later changes, ${irreversible.length} that cannot be reverted`;
  return `${isDry ? 'Would revert' : 'Reverted'} ${reverted.length}; ${kept}.`;
}

/** The arguments with the id of the story; a deleted one has no reference. */
async function withStory(call: ToolCall): Promise<Arguments> {
  const { story } = call.args;
  if (story === undefined || uuid().safeParse(story).success) {
    const { story: storyId, ...args } = call.args;
    return storyId === undefined ? args : { ...args, storyId };
  }
  const [args] = await withStoryIds(restoreStory, call, [call.args]);
  return args!;
}
