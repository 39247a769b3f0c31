/** The scopes that a machine credential can have, with their descriptions. */
export const scopes = {
  'workspace:read': 'See the workspace.',
  'workspace:write': 'Update the workspace.',
  'teams:read': 'List teams, their statuses and custom fields.',
  'teams:write': 'Create, update and join teams, and manage their statuses and custom fields.',
  'members:read': 'List members.',
  'members:write': 'Add, update and remove members.',
  'stories:read': 'List and read stories.',
  'stories:write': 'Create, update, archive and delete stories.',
  'comments:read': 'Read comments.',
  'comments:write': 'Write comments.',
  'labels:read': 'List labels.',
  'labels:write': 'Create and update labels.',
  'sprints:read': 'List sprints.',
  'sprints:write': 'Create and update sprints.',
  'objectives:read': 'List objectives and key results.',
  'objectives:write': 'Create and update objectives and key results.',
  'schedule:read': 'See working hours, time off and schedules.',
  'schedule:write': 'Set working hours, time off and busy times.',
  'rules:read': 'See rules.',
  'rules:write': 'Write rules.',
  'webhooks:manage': 'Manage webhook endpoints.',
  'feedback:read': 'Read feedback portals.',
  'feedback:write': 'Create and update feedback portals.',
  'proposals:read': 'See what others propose, and decide it.',
  'tokens:manage': 'Manage tokens and service accounts.',
  'audit:read': 'Read the audit trail.',
} as const;

export type Scope = keyof typeof scopes;

export const allScopes = Object.keys(scopes) as Scope[];

export const readScopes = allScopes.filter((scope) => scope.endsWith(':read'));

/** What a service account may do unless its creator says otherwise: work on stories, and say so in comments. */
export const defaultAccountScopes: readonly Scope[] = [
  'teams:read',
  'members:read',
  'labels:read',
  'stories:read',
  'stories:write',
  'comments:read',
  'comments:write',
];
