import * as z from 'zod';
import { destructive } from '../../kernel/api/operation/tool-declaration.ts';
import {
  runOperation,
  type Arguments,
  type ToolCall,
  type ToolOperation,
  type ToolOverrides,
} from '../../kernel/api/mcp/tool.ts';
import { fieldsIn } from '../../kernel/api/mcp/result-data.ts';
import type { ToolOutcome } from '../../kernel/api/mcp/tool-result.ts';
import type { OperationResult } from '../../kernel/api/operation/operation-result.ts';
import { invalidRequest } from '../../kernel/core/errors.ts';
import { toolArguments } from '../../kernel/api/mcp/tool-schemas.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { restoreComment } from '../../planning/comments/restore-comment.ts';
import { restoreRelation } from '../../planning/relations/restore-relation.ts';
import { restoreStory } from '../../planning/stories/restore-story.ts';
import { getJob } from '../change-sets/get-job.ts';
import { revertChangeSet } from '../change-sets/revert-change-set.ts';
import { revertChanges } from '../change-sets/revert-changes.ts';
import { acceptedSchema, jobDetailsSchema, type ShownJob } from '../change-sets/revert-job.ts';
import { revertOutcomeSchema, type RevertOutcome } from '../change-sets/revert-outcome.ts';
import { optional } from '../../kernel/api/mcp/saved-resource.ts';
import { withFormerNames } from './named-change-set.ts';
import { isReference, withStoryIds } from '../../planning/stories/story-tool.ts';

/** The operations by the argument that asks for each, the most specific first. */
const byArgument: readonly (readonly [argument: string, ToolOperation])[] = [
  ['jobId', getJob],
  ['relationId', restoreRelation],
  ['commentId', restoreComment],
  ['storyId', restoreStory],
  ['actorId', revertChanges],
];

/** revert_change_set: reverts a change set, or what someone changed since a time; or restores what was deleted. */
export const revertedChanges: ToolOverrides = {
  declared: {
    name: 'revert_change_set',
    set: 'core',
    alsoIn: 'history',
    title: 'Undo changes',
    description:
      'Undoes a change set, or all that someone changed since a time, unless changed again; needs idempotencyKey unless dryRun: {"actorId":"Night agent","since":"2026-11-25T18:00:00Z","dryRun":true}. Or restores what was deleted: story (id), commentId or relationId. Long ones are jobs: ask with jobId.',
    annotations: destructive,
  },
  operations: [revertChangeSet, ...byArgument.map(([, operation]) => operation)],
  extendInput: ({ idempotencyKey, ...shape }) => ({
    ...optional({ ...shape, ...toolArguments(revertChanges, ['idempotencyKey']) }),
    story: z.string().optional(),
    commentId: z.string().optional(),
    relationId: z.string().optional(),
    jobId: z.string().optional(),
    idempotencyKey: (idempotencyKey as z.ZodType).optional(),
  }),
  run: async (call) => {
    const args = await withStory(call);
    assertSource(args);
    const [, operation] = byArgument.find(([argument]) => args[argument] !== undefined) ?? [];
    const done = await runOperation(operation ?? revertChangeSet, {
      ...call,
      args: withKey(call, operation, args),
    });
    return await describedReversal({ ...call, args }, operation, done);
  },
};

/** Throws a 400 that says how to name what is to be undone, if nothing does. */
function assertSource(args: Arguments): void {
  const named = ['changeSetId', ...byArgument.map(([argument]) => argument)];
  if (named.some((argument) => args[argument] !== undefined)) return;
  const isOfTime = ['since', 'before', 'teamId'].some((argument) => args[argument] !== undefined);
  throw invalidRequest([
    isOfTime
      ? {
          path: 'actorId',
          code: 'required',
          message: 'is required: whose changes, or send changeSetId alone',
        }
      : {
          path: 'changeSetId',
          code: 'required',
          message: 'is required, or actorId with since, or story, commentId, relationId or jobId',
        },
  ]);
}

/** What a reversal did, or would do, with names and in a sentence. */
export async function describedReversal(
  call: ToolCall,
  operation: ToolOperation | undefined,
  done: OperationResult,
): Promise<ToolOutcome> {
  const isRead = call.args['dryRun'] === true || operation === getJob;
  const data = await withNames(call, fieldsIn(done.data));
  return { ...done, isRead, data: { ...data, message: messageOf(operation, done) } };
}

/** A reversal, or a job with what came of one, with the names of what it lists. */
async function withNames(call: ToolCall, data: Arguments): Promise<Arguments> {
  if ('reverted' in data) return await withFormerNames(call, data);
  const { outcome } = data;
  return 'outcome' in data ? { ...data, outcome: await withFormerNames(call, fieldsIn(outcome)) } : data;
}

/** Reads take no key, and a call that only asks what would be done needs none of the client. */
function withKey(
  { services }: ToolCall,
  operation: ToolOperation | undefined,
  { idempotencyKey: sent, ...args }: Arguments,
): Arguments {
  if (operation === getJob) return args;
  const isGiven = sent !== undefined || args['dryRun'] !== true;
  return { ...args, idempotencyKey: isGiven ? sent : services.randomBytes(16).toString('hex') };
}

function messageOf(
  operation: ToolOperation | undefined,
  { data, accepted }: Pick<OperationResult, 'data' | 'accepted'>,
): string {
  if (accepted) return goesOn(acceptedSchema().parse(data).job);
  if (operation === getJob) {
    const job = jobDetailsSchema().parse(data);
    return job.status === 'running' ? goesOn(job) : (job.problem ?? sentenceOf(job.outcome));
  }
  return operation === undefined || 'reverted' in fieldsIn(data)
    ? sentenceOf(revertOutcomeSchema().parse(data))
    : 'Restored.';
}

const goesOn = ({ id, done, total }: ShownJob): string =>
  `Goes on in the background, ${done} of ${total} done. Ask again with jobId ${id}.`;

/** What a reversal did, or would do; its lists can all be empty. */
function sentenceOf({ reverted, conflicts, irreversible, dryRun }: RevertOutcome): string {
  if (reverted.length + conflicts.length + irreversible.length === 0) return 'There is nothing to revert.';
  const kept = `${conflicts.length} kept because of later changes, ${irreversible.length} that cannot be reverted`;
  return `${dryRun ? 'Nothing was changed. Would revert' : 'Reverted'} ${reverted.length}; ${kept}.`;
}

/** The arguments with the ids of stories; a deleted one has no reference. */
async function withStory({ args: given, ...rest }: ToolCall): Promise<Arguments> {
  const call = { ...rest, args: await withResourceIds({ ...rest, args: given }) };
  const { story } = call.args;
  if (story === undefined || uuid().safeParse(story).success) {
    const { story: storyId, ...args } = call.args;
    return storyId === undefined ? args : { ...args, storyId };
  }
  const [args] = await withStoryIds(restoreStory, call, [call.args]);
  return args!;
}

/** The arguments with the ids of resources in place of references of stories. */
async function withResourceIds(call: ToolCall): Promise<Arguments> {
  const { resourceIds } = call.args;
  if (!Array.isArray(resourceIds) || !resourceIds.some(isReference)) return call.args;
  const pathOf = (position: number) => `resourceIds.${position}`;
  const groups = resourceIds.map((storyId: unknown) => ({ storyId }));
  const found = await withStoryIds(restoreStory, call, groups, pathOf);
  return { ...call.args, resourceIds: found.map(({ storyId }) => storyId) };
}
