/** Example values of what is proposed, by `Component.field`. */
export const proposalExamples: Record<string, unknown> = {
  'ProposedChange.operation': 'updateStory',
  'ProposedChange.resource': 'story',
  'AppliedChange.operation': 'updateStory',
  'AppliedChange.resource': 'story',
  'ProposalConflict.operation': 'updateStory',
  'ProposalConflict.resource': 'story',
  'ProposalConflict.code': 'version_conflict',
  'ProposalConflict.message': 'The story has changed since the version in expectedUpdatedAt.',
};
