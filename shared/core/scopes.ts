/** The closed list of scopes that a machine credential can carry, with what each allows. */
export const scopes = {
  'workspace:read': 'See the workspace.',
  'workspace:write': 'Change the workspace.',
  'teams:read': 'List teams and their statuses.',
  'teams:write': 'Create, change and join teams, and their statuses.',
  'members:read': 'List members.',
  'members:write': 'Add, change and remove members.',
  'stories:read': 'List and read stories.',
  'stories:write': 'Create, change, archive and delete stories.',
  'comments:read': 'Read comments.',
  'comments:write': 'Write comments.',
  'labels:read': 'List labels.',
  'labels:write': 'Create and change labels.',
  'sprints:read': 'List sprints.',
  'sprints:write': 'Create and change sprints.',
  'objectives:read': 'List objectives and key results.',
  'objectives:write': 'Create and change objectives and key results.',
  'webhooks:manage': 'Manage webhook endpoints.',
  'feedback:read': 'Read feedback portals.',
  'feedback:write': 'Create and change feedback portals.',
  'tokens:manage': 'Manage tokens and service accounts.',
} as const;

export type Scope = keyof typeof scopes;

export const allScopes = Object.keys(scopes) as Scope[];

export const readScopes = allScopes.filter((scope) => scope.endsWith(':read'));
