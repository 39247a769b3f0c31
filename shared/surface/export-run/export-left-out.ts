/** What no export has, and why, as its manifest says. */
export const leftOutOfExports: Readonly<Record<string, string>> = {
  secrets:
    'Tokens, keys, signing secrets, passwords and addresses of calendars are never exported; make new ones.',
  'bytes of attachments': 'The export names them; plotline export downloads them.',
  'deleted things':
    'They can be restored for 30 days where they were deleted, and are no longer the workspace.',
  'former references of stories': 'A story that changed its team is found by its newest one.',
  'notifications and their preferences': 'They are those of one person, who has them in their account.',
  'change sets': 'They say again what the histories say.',
  'the audit trail': 'It has its own readers and retention; listAuditEvents returns it.',
  'webhook deliveries': 'They end after days.',
  'limits and use': 'The operator of a deployment sets them.',
  'forecasts, analyses and the schedule': 'They are computed from the rest.',
};

/** The lists that are in no export, and why, by their paths. */
export const listsLeftOut: Readonly<Record<string, string>> = {
  'stories/{storyId}/comments': 'They are among the comments of the team.',
  'stories/{storyId}/links': 'They are in the story.',
  'stories/{storyId}/time-entries': 'They are among those of the team.',
  'objectives/{objectiveId}/updates': 'They are among the updates of the team.',
  'views/{viewId}/stories': 'They are among the stories.',
  'joinable-teams': 'Its creator is in none of them.',
  rules: 'They act with the rights of the person who saves them; make new ones.',
  'rules/{ruleId}/runs': 'They end after days.',
  schedule: 'forecasts, analyses and the schedule',
  tokens: 'secrets',
  'calendar-feeds': 'secrets',
  'members/{memberId}/busy-feeds': 'secrets',
  'service-accounts/{serviceAccountId}/keys': 'secrets',
  'webhook-endpoints/{webhookId}/deliveries': 'webhook deliveries',
  'change-sets': 'change sets',
  proposals: 'They say what is not so.',
  notifications: 'notifications and their preferences',
  'audit-events': 'the audit trail',
  exports: 'They end after days.',
};

/** What else can be read of a workspace and is in no export, and why, by its path. */
export const resourcesLeftOut: Readonly<Record<string, string>> = {
  search: 'It finds what the export has.',
  'story-summary': 'forecasts, analyses and the schedule',
  analysis: 'forecasts, analyses and the schedule',
  'time-spent': 'forecasts, analyses and the schedule',
  'stories-by-reference/{reference}': 'It is among the stories.',
  'stories/{storyId}/similar': 'forecasts, analyses and the schedule',
  'stories/{storyId}/schedule': 'forecasts, analyses and the schedule',
  'sprints/{sprintId}/analysis': 'forecasts, analyses and the schedule',
  'sprints/{sprintId}/forecast': 'forecasts, analyses and the schedule',
  'sprints/{sprintId}/plan': 'forecasts, analyses and the schedule',
  'sprints/{sprintId}/report': 'forecasts, analyses and the schedule',
  'objectives/{objectiveId}/analysis': 'forecasts, analyses and the schedule',
  'objectives/{objectiveId}/forecast': 'forecasts, analyses and the schedule',
  'stories/{storyId}/attachments/{attachmentId}/download': 'bytes of attachments',
  'exports/{exportId}/files/{fileName}': 'They end after days.',
  'jobs/{jobId}': 'They end after days.',
  'principals/{principalId}': 'It is among the members or service accounts.',
  'teams/{teamId}/triage-address': 'An address belongs to a deployment; make a new one.',
  limits: 'limits and use',
  'notifications/unread-count': 'notifications and their preferences',
  'notification-preferences': 'notifications and their preferences',
};
