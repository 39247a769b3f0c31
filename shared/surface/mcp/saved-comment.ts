import { existingArguments, optional, save } from '../../kernel/api/mcp/saved-resource.ts';
import type { ToolOverrides } from '../../kernel/api/mcp/tool.ts';
import { createComment } from '../../planning/comments/create-comment.ts';
import { deleteComment } from '../../planning/comments/delete-comment.ts';
import { updateComment } from '../../planning/comments/update-comment.ts';
import * as z from 'zod';
import { commentOnStoryOrFeedback } from './feedback-decision.ts';

const lifecycle = { create: createComment, update: updateComment, remove: deleteComment, id: 'commentId' };

/** save_comment: adds a comment or, with its id, edits or deletes one of a story. */
export const savedComment: ToolOverrides = {
  extendInput: (shape) => ({
    ...optional(commentOnStoryOrFeedback.extendInput!(shape)),
    // What these two are for is in the description of the tool.
    parentId: z.string().optional(),
    commentId: z.string().optional(),
    ...existingArguments(updateComment),
  }),
  run: async (call) => {
    const { delete: isDeleted, ...args } = call.args;
    const { commentId, expectedUpdatedAt, feedbackItem } = args;
    const isOfExisting = commentId !== undefined || expectedUpdatedAt !== undefined || isDeleted === true;
    return feedbackItem === undefined && isOfExisting
      ? await save(lifecycle, call)
      : await commentOnStoryOrFeedback.run!(isDeleted === false ? { ...call, args } : call);
  },
};
