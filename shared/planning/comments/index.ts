import { createComment } from './create-comment.ts';
import { deleteComment } from './delete-comment.ts';
import { getComment } from './get-comment.ts';
import { listComments } from './list-comments.ts';
import { listWorkspaceComments } from './list-workspace-comments.ts';
import { restoreComment } from './restore-comment.ts';
import { updateComment } from './update-comment.ts';

export const commentOperations = [
  listComments,
  listWorkspaceComments,
  createComment,
  getComment,
  updateComment,
  deleteComment,
  restoreComment,
];
