import { existingArguments, optional, save } from '../../kernel/api/mcp/saved-resource.ts';
import type { ToolOverrides } from '../../kernel/api/mcp/tool.ts';
import { withVariants } from '../../kernel/api/mcp/tool-variant.ts';
import { invalidRequest } from '../../kernel/core/errors.ts';
import { reportedActivity } from '../../planning/agent-sessions/agent-session-tool.ts';
import { createComment } from '../../planning/comments/create-comment.ts';
import { deleteComment } from '../../planning/comments/delete-comment.ts';
import { updateComment } from '../../planning/comments/update-comment.ts';
import { savedTime } from '../../planning/time-entries/time-entry-tool.ts';
import * as z from 'zod';
import { commentOnStoryOrFeedback } from './feedback-triage.ts';
import { decidedInTriage } from './story-triage.ts';

const lifecycle = { create: createComment, update: updateComment, remove: deleteComment, id: 'commentId' };

/** Adds a comment or, with its id, edits or deletes one of a story. */
const comment: ToolOverrides = {
  extendInput: (shape) => ({
    ...optional(commentOnStoryOrFeedback.extendInput!(shape)),
    // What these two are for is in the description of the tool.
    parentId: z.string().optional(),
    commentId: z.string().optional(),
    ...existingArguments(updateComment),
  }),
  run: async (call) => {
    const { commentId, expectedUpdatedAt, delete: isDeleted, feedbackItem } = call.args;
    if ([commentId, expectedUpdatedAt, isDeleted].every((value) => value === undefined)) {
      return await commentOnStoryOrFeedback.run!(call);
    }
    if (feedbackItem === undefined) return await save(lifecycle, call);
    throw invalidRequest([
      { path: 'commentId', message: 'is of a story; those of feedback cannot be changed' },
    ]);
  },
};

/** save_comment: also for an agent, what it says in its session; about time; and what becomes of a story in triage. */
export const savedComment = withVariants(createComment, comment, [
  reportedActivity,
  decidedInTriage,
  savedTime,
]);
