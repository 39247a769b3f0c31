/** What pages say after a visitor has done something, by the act as addresses name it. */
export const acts = {
  item: {
    suggested: 'Thank you! Your idea has been posted with your vote. Everyone can vote for it now.',
    voted: 'Your vote is counted.',
    unvoted: 'Your vote is removed.',
    edited: 'Your idea is saved.',
    followed: 'You get email when there is news about this idea.',
    unfollowed: 'You get no more email about this idea.',
  },
  comment: {
    commented: 'Your comment is posted.',
    'comment-edited': 'Your comment is saved.',
    'comment-deleted': 'Your comment is deleted.',
  },
} as const;
