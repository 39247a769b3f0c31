import type { FeedbackItem } from './item.ts';

type Optional =
  | 'description'
  | 'status'
  | 'roadmapSummary'
  | 'storyIds'
  | 'officialCommentId'
  | 'mergedIntoId'
  | 'tags'
  | 'internalTags'
  | 'hidden'
  | 'addedBy'
  | 'voteCount'
  | 'commentCount';

/** An item as it is when it is made, with what is given. */
export const newItem = ({
  description = null,
  status = 'pending',
  roadmapSummary = null,
  storyIds = [],
  officialCommentId = null,
  mergedIntoId = null,
  tags = [],
  internalTags = [],
  hidden = false,
  addedBy = null,
  voteCount = 0,
  commentCount = 0,
  ...given
}: Omit<FeedbackItem, Optional> & { [K in Optional]?: FeedbackItem[K] | undefined }): FeedbackItem => ({
  ...given,
  description,
  status,
  roadmapSummary,
  storyIds,
  officialCommentId,
  mergedIntoId,
  tags,
  internalTags,
  hidden,
  addedBy,
  voteCount,
  commentCount,
});
