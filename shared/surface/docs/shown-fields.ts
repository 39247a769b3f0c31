/** Fields that are null in a typical response. */
export const usuallyNull = new Set([
  'archivedAt',
  'completedAt',
  'disabledAt',
  'disabledReason',
  'removedAt',
  'revokedAt',
  'deletedAt',
  'parentId',
  'nextCursor',
  'nextAttemptAt',
  'statusReason',
  'teamRestriction',
  'officialCommentId',
  'addedBy',
  'importedAt',
  'externalId',
  'externalSource',
  'externalUrl',
  'claim',
  'triage',
]);

/** Optional fields shown in examples. */
export const shownOptional: Record<string, readonly string[]> = {
  UpdateNotificationPreferencesRequest: ['mail'],
  CreateStoryRequest: ['title', 'priority', 'estimateValue'],
  CreateStoryFromFeedbackRequest: ['title'],
  UpdateStoryRequest: ['priority', 'clearFields'],
  CreateObjectiveRequest: ['endDate'],
  CreateStatusRequest: ['teamId'],
  RegisterServiceAccountClientRequest: ['jwksUri'],
  CreateCommentRequest: [],
  CreatePortalRequest: ['visibility', 'boards'],
  UpdateFeedbackItemRequest: ['status'],
  BulkCreateStoriesItem: ['data'],
  BulkUpdateStoriesItem: ['data'],
};
