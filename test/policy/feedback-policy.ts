import { admin, byPeople, member, read, workspaceWide, write, type Rule } from './rules.ts';

/** The policy of portals and what is on them. */
export const feedbackPolicy: Readonly<Record<string, Rule>> = {
  listPortals: member(read, 'feedback:read'),
  getPortal: member(read, 'feedback:read'),
  createPortal: write(admin(workspaceWide, 'feedback:write'), 'portal.created'),
  updatePortal: write(admin(workspaceWide, 'feedback:write'), 'portal.updated'),
  deletePortal: write(admin(workspaceWide, 'feedback:write'), 'portal.deleted'),
  listPortalImages: member(read, 'feedback:read'),
  createPortalImage: write(member(workspaceWide, 'feedback:write')),
  createPortalImageUpload: write(member(workspaceWide, 'feedback:write')),
  deletePortalImage: write(member(workspaceWide, 'feedback:write')),
  rotateCustomerSecret: write(admin(byPeople, 'feedback:write')),
  deleteCustomerSecret: write(admin(byPeople, 'feedback:write')),

  listFeedbackItems: member(read, 'feedback:read'),
  getFeedbackItem: member(read, 'feedback:read'),
  createFeedbackItem: write(member(workspaceWide, 'feedback:write'), 'feedback_item.created'),
  updateFeedbackItem: write(member(workspaceWide, 'feedback:write'), 'feedback_item.updated'),
  deleteFeedbackItem: write(member(workspaceWide, 'feedback:write'), 'feedback_item.deleted'),
  createStoryFromFeedback: write(
    member(workspaceWide, 'feedback:write', 'stories:write'),
    'story.created',
    'feedback_item.updated',
  ),
  listFeedbackComments: member(read, 'feedback:read'),
  createFeedbackComment: write(member(workspaceWide, 'feedback:write'), 'feedback_comment.created'),
  updateFeedbackComment: write(member(workspaceWide, 'feedback:write'), 'feedback_comment.updated'),
  deleteFeedbackComment: write(member(workspaceWide, 'feedback:write'), 'feedback_comment.deleted'),

  mergeFeedbackItem: write(member(workspaceWide, 'feedback:write'), 'feedback_item.updated'),
  unmergeFeedbackItem: write(member(workspaceWide, 'feedback:write'), 'feedback_item.updated'),
  listFeedbackVotes: admin(byPeople, 'feedback:read'),
  createFeedbackVote: write(member(workspaceWide, 'feedback:write')),
  deleteFeedbackVote: write(member(workspaceWide, 'feedback:write')),
  listBannedVisitors: member(read, 'feedback:read'),
  banVisitor: write(admin(workspaceWide, 'feedback:write')),
  unbanVisitor: write(admin(workspaceWide, 'feedback:write')),

  listFeedbackUpdates: member(read, 'feedback:read'),
  getFeedbackUpdate: member(read, 'feedback:read'),
  createFeedbackUpdate: write(member(workspaceWide, 'feedback:write'), 'feedback_update.created'),
  updateFeedbackUpdate: write(member(workspaceWide, 'feedback:write'), 'feedback_update.updated'),
  deleteFeedbackUpdate: write(member(workspaceWide, 'feedback:write'), 'feedback_update.deleted'),
  publishFeedbackUpdate: write(member(workspaceWide, 'feedback:write'), 'feedback_update.updated'),
  withdrawFeedbackUpdate: write(member(workspaceWide, 'feedback:write'), 'feedback_update.updated'),
};
