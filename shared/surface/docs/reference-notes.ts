const IMPORTED = 'When and by whom it was written in another tool. Only admins send it.';
const INCLUDED = 'What `include` asked for, by kind, each resource once.';
const WEEKLY = 'The hours of each weekday.';

/**
 * Descriptions of fields that hold a named component or a list of it, by the component and the name of the field. The
 * same name can hold something else elsewhere, and then means something else.
 */
export const referenceNotes: Record<string, string> = {
  'Actor.actor': 'Who did it, and through what.',
  'AgedStory.oldest': 'The stories that have been in progress longest, the oldest first.',
  'AttachmentUpload.upload': 'The form to send the file with, by POST; it expires within minutes.',
  'BlockSpan.blocks': 'The stretches of time in which it is planned.',
  'BurnDownDay.burnDown': 'The work left at the end of each day, the first day first.',
  'CommentImported.imported': IMPORTED,
  'CreateRuleRequest.rule': 'The rule, as createRule takes it.',
  'DurationSpread.age': 'How long stories in progress have been, in days.',
  'DurationSpread.cycleTime': 'How long completed stories were in progress, in days.',
  'ErrorDetails.error': 'What was wrong. A program reads its code.',
  'EstimateScheme.estimateScheme': 'The unit in which the team estimates.',
  'EventChange.changes': 'The fields that changed, each with its value before (from) and after (to).',
  'FeedbackBoard.boards': 'The boards that items are sorted into.',
  'FeedbackReactionKind.kind': 'The reaction.',
  'KeyResultMeasurementType.measurementType': 'What its values count.',
  'LinkKind.kind': 'What the link leads to.',
  'ObjectiveHealth.health': 'Whether it is on track, by its lead.',
  'ObjectiveIncluded.included': INCLUDED,
  'PageMeta.meta': 'Whether there is a next page, and its cursor.',
  'PortalImageType.type': 'The media type.',
  'PrincipalKind.kind': 'Whether a person or a service account.',
  'Priority.priority': 'How important it is, compared with other stories.',
  'RecurringStoryContentRequest.story': 'The story.',
  'Role.role': 'What the member may do in the workspace.',
  'Scope.scopes': 'Its scopes.',
  'StatusCategory.statusCategory': 'The category of its status, such as started.',
  'StatusSubject.type': 'What it is, such as story.',
  'Story.story': 'The story.',
  'StoryClearableField.clearFields': 'The fields of the story to clear; none that the request sets.',
  'StoryCounts.storyCounts': 'Story counts by status category, updated shortly after each change.',
  'StoryImported.imported': IMPORTED,
  'StoryIncluded.included': INCLUDED,
  'StorySort.sort': 'The order of its stories, as listStories takes it.',
  'WorkAmount.completed': 'Work that was completed.',
  'WorkAmount.inProgress': 'Work that is started and not completed.',
  'WorkAmount.remaining': 'Work that is neither completed nor cancelled.',
  'WorkGroup.groups': 'The same figures for each team, assignee or objective.',
  'WorkWeek.throughput': 'Completed work by week, the oldest week first.',
  'WorkingWeek.weekly': WEEKLY,
  'WorkingWeekInput.weekly': WEEKLY,
};

/** Descriptions of fields by what a component is for, which the end of its name says: they go before those by name. */
export const purposeNotes: Record<'Request' | 'Response' | 'Event', Record<string, string>> = {
  Request: { endDate: 'Must not be before startDate.' },
  Response: { data: 'What the operation returns.' },
  Event: {
    type: 'The event type.',
    data: 'The resource that the event is about.',
    changes: 'The fields that changed, each with its value before (from) and after (to).',
  },
};
