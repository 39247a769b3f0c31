import type { OperationResult } from '../../kernel/api/operation/operation-result.ts';
import * as z from 'zod';
import { inSteps } from '../../kernel/api/mcp/steps.ts';
import { assertArguments, runOperation, type ToolCall } from '../../kernel/api/mcp/tool.ts';
import { PAGE, type ToolVariant } from '../../kernel/api/mcp/tool-variant.ts';
import { invalidRequest } from '../../kernel/core/errors.ts';
import { createComment } from '../../planning/comments/create-comment.ts';
import { listTriage } from '../../planning/triage/list-triage.ts';
import { triageDecisions } from '../../planning/triage/triage-requests.ts';
import { triageStory } from '../../planning/triage/triage-story.ts';
import type { Triage } from '../../planning/story-parts/triage.ts';
import { withStoryIds } from '../../planning/stories/story-tool.ts';

const WAYS =
  'save_comment with triage: accept, decline, duplicate (mergeInto: the other story) or snooze (until); content says why. list_stories with teamId and triage: true lists what waits.';

/** What a model is notified of a story in triage: what has been decided, and how to decide. */
export function triageHint({ state, until }: Triage): string {
  if (state === 'pending') return `Waits for a decision: ${WAYS}`;
  if (state === 'snoozed') return `Waits for a decision again at ${until!}; to decide now: ${WAYS}`;
  const decision = state === 'duplicate' ? 'it is a duplicate' : 'it was declined';
  return `Decided: ${decision}. save_comment with triage: accept takes it up all the same.`;
}

/** save_comment: decides about a story in triage and says why, if there is a reason. Each step can be repeated with the same key. */
export const decidedInTriage: ToolVariant = {
  askedBy: ['triage'],
  takes: ['storyId', 'mergeInto', 'until', 'content'],
  operations: [triageStory],
  input: () => ({
    triage: z.enum(triageDecisions).optional(),
    until: z.string().optional(),
  }),
  run: async (call) => {
    const { workspaceId, storyId, triage, mergeInto, until, content, idempotencyKey } = call.args;
    const duplicateOf = mergeInto === undefined ? undefined : await idOf(call, mergeInto, 'mergeInto');
    const named = { duplicateOf, until };
    const given = Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined));
    const place = { workspaceId, storyId };
    const args = { ...place, decision: triage, ...given, idempotencyKey };
    const comment = { ...call, args: { ...place, content, idempotencyKey } };
    if (content !== undefined) await assertArguments(createComment, comment);
    const reason = {
      done: 'the comment was written',
      run: () => runOperation(createComment, comment),
    };
    const [decided] = await inSteps<OperationResult>([
      { done: 'the decision was made', run: () => runOperation(triageStory, { ...call, args }) },
      ...(content === undefined ? [] : [reason]),
    ]);
    return decided!;
  },
};

/** The id of a story, by its id or reference. */
async function idOf(call: ToolCall, story: unknown, path: string): Promise<unknown> {
  const [found] = await withStoryIds({ role: 'member' }, call, [{ story }], () => path);
  return found!['storyId'];
}

/** list_stories: lists the stories that wait for a decision of a team. */
export const listedWaiting: ToolVariant = {
  askedBy: ['triage'],
  takes: ['teamId', ...PAGE],
  input: () => ({ triage: z.boolean().optional() }),
  run: async (call) => {
    if (call.args['teamId'] === undefined)
      throw invalidRequest([{ path: 'teamId', code: 'required', message: 'is required with triage' }]);
    return await runOperation(listTriage, call);
  },
};
