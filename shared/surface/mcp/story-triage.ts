import { runOperation, type ToolCall } from '../../kernel/api/mcp/tool.ts';
import type { ToolVariant } from '../../kernel/api/mcp/tool-variant.ts';
import { invalidRequest } from '../../kernel/core/errors.ts';
import { createComment } from '../../planning/comments/create-comment.ts';
import { listTriage } from '../../planning/triage/list-triage.ts';
import { triageStory } from '../../planning/triage/triage-story.ts';
import { withStoryIds } from '../../planning/stories/story-tool.ts';

/**
 * What a model is told of a story in triage. The list of tools, which every model reads, has no room to announce these
 * arguments.
 */
export const triageHint =
  'Waits for a decision: save_comment with triage accept, decline, duplicate (mergeInto: the other story) or snooze (until), and content as the reason. list_stories with teamId and triage true lists what waits.';

/** save_comment: decides about a story in triage and says why, if there is a reason. Each step can be repeated with the same key. */
export const decidedInTriage: ToolVariant = {
  askedBy: ['triage'],
  operations: [triageStory],
  run: async (call) => {
    const { workspaceId, storyId, triage, mergeInto, until, content, idempotencyKey, ...others } = call.args;
    const [other] = Object.keys(others);
    if (other !== undefined)
      throw invalidRequest([
        { path: other, message: 'cannot be sent with triage; send it in a call of its own' },
      ]);
    const duplicateOf = mergeInto === undefined ? undefined : await idOf(call, mergeInto, 'mergeInto');
    const named = { duplicateOf, until };
    const given = Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined));
    const place = { workspaceId, storyId };
    const args = { ...place, decision: triage, ...given, idempotencyKey };
    const decided = await runOperation(triageStory, { ...call, args });
    if (content !== undefined) {
      const comment = { ...place, content, idempotencyKey };
      await runOperation(createComment, { ...call, args: comment });
    }
    return decided;
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
  run: async ({ args, ...call }) => {
    const { workspaceId, teamId, limit, cursor, ...others } = args;
    const [other] = Object.keys(others);
    if (other !== undefined)
      throw invalidRequest([{ path: other, message: 'cannot be combined with triage' }]);
    if (teamId === undefined)
      throw invalidRequest([{ path: 'teamId', code: 'required', message: 'is required with triage' }]);
    const given = Object.entries({ workspaceId, teamId, limit, cursor });
    const present = Object.fromEntries(given.filter(([, value]) => value !== undefined));
    return await runOperation(listTriage, { ...call, args: present });
  },
};
