import { assertWithinQuota } from '../../kernel/api/limits/quotas.ts';
import { getWorkspaceLimits } from '../../kernel/api/limits/workspace-limits-store.ts';
import { operation } from '../../kernel/api/operation/operation.ts';
import { WithSecret } from '../../kernel/core/call.ts';
import type { Caller } from '../../kernel/core/caller.ts';
import type { Item } from '../../kernel/core/database.ts';
import { ApiError, conflict, invalidReference, notFound, writeConflict } from '../../kernel/core/errors.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { commentStoryOf, getCommentItem, toComment } from '../comments/comment-store.ts';
import { readableStoryOrThrow } from '../story/story-access.ts';
import { getStoryItem, storyTeamOf, storyIsOpen } from '../story/story-store.ts';
import { uploadOf } from './attachment-files.ts';
import { findAttachments, putAttachment } from './attachment-store.ts';
import { attachmentCreateSchema, ATTACHMENTS_MAX, attachmentSchema } from './attachment.ts';
import { uploadSchema } from '../../kernel/core/upload-form.ts';
import { ATTACHMENTS_PATH } from './list-attachments.ts';
import { recordedAttachment, recordOfAttachment } from './recorded-attachment.ts';

export const createAttachment = operation({
  id: 'createAttachment',
  method: 'POST',
  path: ATTACHMENTS_PATH,
  tag: 'Attachments',
  summary: 'Attach a file to a story or a comment',
  description: `Announces a file of at most 25 MiB and returns a form that uploads it: POST \`upload.fields\` and then the file, as the field \`file\`, to \`upload.url\` as multipart/form-data, within an hour. Then call completeAttachment. A story can have ${ATTACHMENTS_MAX} attachments, those of its comments included. With commentId, the file belongs to a comment that the caller has written on the story, and is deleted with it.`,
  scopes: ['stories:write'],
  role: 'member',
  teamRestricted: 'allowed',
  status: 201,
  errors: ['quota_exceeded', 'conflict', 'invalid_reference'],
  params: { storyId: uuid() },
  body: attachmentCreateSchema,
  output: attachmentSchema,
  secret: { name: 'upload', schema: uploadSchema },
  load: ({ path, body, read }) => ({
    story: getStoryItem(read, path.storyId),
    limits: getWorkspaceLimits(read, path.workspaceId),
    attachments: findAttachments(read, path.storyId, { limit: ATTACHMENTS_MAX }),
    comment: body.commentId === undefined ? Promise.resolve(undefined) : getCommentItem(read, body.commentId),
  }),
  handle: async ({ path: { storyId }, body, loaded, caller, now, newId, setting, commit }) => {
    const teamId = storyTeamOf(readableStoryOrThrow(caller, loaded.story));
    if (loaded.attachments.length >= ATTACHMENTS_MAX) throw tooMany();
    assertWithinQuota(loaded.limits, 'attachment_megabytes');
    const { commentId = null } = body;
    if (commentId !== null) assertOwnComment(caller, storyId, loaded.comment);
    const createdAt = now.toISOString();
    const attachment = {
      id: newId(),
      storyId,
      ...body,
      commentId,
      state: 'pending' as const,
      createdBy: caller.principalId,
      createdAt,
      updatedAt: createdAt,
    };
    const { workspaceId } = caller;
    const upload = uploadOf({ now, setting }, workspaceId, attachment);
    const isOpen = storyIsOpen(storyId, teamId, (current) => refusedByStory(current, teamId));
    await commit([isOpen, putAttachment(attachment, workspaceId, now)], recordOfAttachment(attachment));
    return new WithSecret(attachment, upload);
  },
  replay: recordedAttachment,
});

function assertOwnComment({ principalId }: Caller, storyId: string, comment: Item | undefined): void {
  if (comment && commentStoryOf(comment) === storyId && toComment(comment).authorId === principalId) return;
  throw invalidReference([{ path: 'commentId', message: 'is not a comment of yours on this story' }]);
}

const tooMany = () =>
  new ApiError('quota_exceeded', `A story can have ${ATTACHMENTS_MAX} attachments, and this one has them.`, {
    hint: 'Delete an attachment that is no longer needed.',
    details: { quota: 'attachments', limit: ATTACHMENTS_MAX },
  });

function refusedByStory(story: Item | undefined, teamId: string): Error {
  if (!story) return notFound('story');
  if (storyTeamOf(story) !== teamId) return writeConflict();
  return conflict(
    'The story is being deleted.',
    'To keep the story, update it; it then accepts files again.',
  );
}
