import { existingArguments, optional, save } from '../../kernel/api/mcp/saved-resource.ts';
import type { ToolOverrides } from '../../kernel/api/mcp/tool.ts';
import { invalidRequest } from '../../kernel/core/errors.ts';
import { createComment } from '../../planning/comments/create-comment.ts';
import { deleteComment } from '../../planning/comments/delete-comment.ts';
import { updateComment } from '../../planning/comments/update-comment.ts';
import * as z from 'zod';
import { commentOnStoryOrFeedback } from './feedback-triage.ts';

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
