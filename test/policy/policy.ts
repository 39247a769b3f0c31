/**
 * Who may call what: the policy, written and reviewed apart from the code that carries it out. Nothing here is
 * derived from a declaration, so a declaration that is wrong differs from it. Who adds an operation adds a line.
 */

interface Rule {
  /** The weakest role that a person needs. */
  role: 'guest' | 'member' | 'admin';
  /** All that the credential needs. */
  scopes: readonly string[];
  /** `user`, and beside it what else may call. */
  principals: readonly string[];
  /**
   * What a token that is restricted to teams gets, whatever else its holder may do: a read (`reads`), a change
   * within its teams (`own teams`), the same of things that the workspace can own too, which it does not change
   * (`own teams, not shared`), or nothing (`refused`).
   */
  teamRestricted: 'reads' | 'own teams' | 'own teams, not shared' | 'refused';
}

type Kind = Pick<Rule, 'principals' | 'teamRestricted'>;

const people = ['user'];
const programs = ['user', 'serviceAccount'];

const guest = (kind: Kind, ...scopes: string[]): Rule => ({ role: 'guest', scopes, ...kind });
const member = (kind: Kind, ...scopes: string[]): Rule => ({ role: 'member', scopes, ...kind });
const admin = (kind: Kind, ...scopes: string[]): Rule => ({ role: 'admin', scopes, ...kind });

const read: Kind = { principals: people, teamRestricted: 'reads' };
const readByPrograms: Kind = { principals: programs, teamRestricted: 'reads' };
const readByClients: Kind = { principals: ['user', 'oauth'], teamRestricted: 'reads' };
const readByAll: Kind = { principals: ['user', 'serviceAccount', 'oauth'], teamRestricted: 'reads' };
const inTeams: Kind = { principals: people, teamRestricted: 'own teams' };
const inTeamsByPrograms: Kind = { principals: programs, teamRestricted: 'own teams' };
const inTeamsNotShared: Kind = { principals: people, teamRestricted: 'own teams, not shared' };
const workspaceWide: Kind = { principals: people, teamRestricted: 'refused' };

/** Open to everyone, without a credential. */
export const publicOperations = [
  'getOpenAPIDescription',
  'getAPILiveness',
  'getAPIReadiness',
  'getPublicFeedbackPortal',
  'listPublicFeedbackUpdates',
  'getPublicFeedbackUpdate',
];

export const policy: Readonly<Record<string, Rule>> = {
  getCaller: guest(readByPrograms),
  listWorkspaces: guest(readByClients),
  getWorkspace: guest(read, 'workspace:read'),
  getLimits: guest(readByPrograms),

  listChanges: guest(read),
  listStoryHistory: guest(read, 'stories:read'),
  listObjectiveHistory: guest(read, 'objectives:read'),
  listSprintHistory: guest(read, 'sprints:read'),
  listAuditEvents: admin(workspaceWide, 'audit:read'),

  listMembers: guest(readByPrograms, 'members:read'),
  getMember: guest(read, 'members:read'),
  getPrincipal: guest(read, 'members:read'),
  addMember: admin(workspaceWide, 'members:write'),
  updateMember: admin(workspaceWide, 'members:write'),
  removeMember: admin(workspaceWide, 'members:write'),
  leaveWorkspace: guest(workspaceWide, 'members:write'),

  getSchedule: guest(read, 'schedule:read', 'stories:read'),
  getStorySchedule: guest(read, 'schedule:read', 'stories:read'),
  previewSchedule: guest(read, 'schedule:read', 'stories:read'),
  getWorkingHours: guest(read, 'schedule:read'),
  updateWorkingHours: guest(workspaceWide, 'schedule:write'),
  listTimeOff: guest(read, 'schedule:read'),
  createTimeOff: guest(workspaceWide, 'schedule:write'),
  deleteTimeOff: guest(workspaceWide, 'schedule:write'),
  listBusyTimes: guest(read, 'schedule:read'),
  createBusyTime: guest(workspaceWide, 'schedule:write'),
  deleteBusyTime: guest(workspaceWide, 'schedule:write'),

  listTokens: admin(workspaceWide, 'tokens:manage'),
  createToken: admin(workspaceWide, 'tokens:manage'),
  revokeToken: admin(workspaceWide, 'tokens:manage'),

  listServiceAccounts: admin(workspaceWide, 'tokens:manage'),
  createServiceAccount: admin(workspaceWide, 'tokens:manage'),
  getServiceAccount: admin(workspaceWide, 'tokens:manage'),
  updateServiceAccount: admin(workspaceWide, 'tokens:manage'),
  deleteServiceAccount: admin(workspaceWide, 'tokens:manage'),
  addServiceAccountTeam: admin(workspaceWide, 'tokens:manage'),
  removeServiceAccountTeam: admin(workspaceWide, 'tokens:manage'),
  listServiceAccountKeys: admin(workspaceWide, 'tokens:manage'),
  createServiceAccountKey: admin(workspaceWide, 'tokens:manage'),
  revokeServiceAccountKey: admin(workspaceWide, 'tokens:manage'),

  listTeams: guest(readByPrograms, 'teams:read'),
  listJoinableTeams: member(read, 'teams:read'),
  getTeam: guest(read, 'teams:read'),
  createTeam: admin(workspaceWide, 'teams:write'),
  updateTeam: admin(inTeams, 'teams:write'),
  deleteTeam: admin(inTeams, 'teams:write'),
  joinTeam: member(workspaceWide, 'teams:write'),
  leaveTeam: guest(inTeams, 'teams:write'),
  addTeamMember: admin(inTeams, 'teams:write'),
  removeTeamMember: admin(inTeams, 'teams:write'),

  listStatuses: guest(readByPrograms, 'teams:read'),
  getStatus: guest(read, 'teams:read'),
  createStatus: member(inTeamsNotShared, 'teams:write'),
  updateStatus: member(inTeamsNotShared, 'teams:write'),
  archiveStatus: member(inTeamsNotShared, 'teams:write'),
  unarchiveStatus: member(inTeamsNotShared, 'teams:write'),

  listLabels: guest(readByPrograms, 'labels:read'),
  getLabel: guest(read, 'labels:read'),
  createLabel: member(inTeamsNotShared, 'labels:write'),
  updateLabel: member(inTeamsNotShared, 'labels:write'),
  archiveLabel: member(inTeamsNotShared, 'labels:write'),
  unarchiveLabel: member(inTeamsNotShared, 'labels:write'),

  listStories: guest(readByPrograms, 'stories:read'),
  getStorySummary: guest(readByPrograms, 'stories:read'),
  search: guest(read),
  getStory: guest(readByAll, 'stories:read'),
  getStoryByReference: guest(readByAll, 'stories:read'),
  createStory: member(inTeamsByPrograms, 'stories:write'),
  updateStory: member(
    { principals: ['user', 'serviceAccount', 'oauth'], teamRestricted: 'own teams' },
    'stories:write',
  ),
  archiveStory: member(inTeams, 'stories:write'),
  unarchiveStory: member(inTeams, 'stories:write'),
  deleteStory: member(inTeams, 'stories:write'),
  bulkCreateStories: member(inTeamsByPrograms, 'stories:write'),
  bulkUpdateStories: member(inTeamsByPrograms, 'stories:write'),

  listComments: guest(read, 'comments:read', 'stories:read'),
  getComment: guest(read, 'comments:read', 'stories:read'),
  listViews: guest(read, 'stories:read'),
  getView: guest(read, 'stories:read'),
  listViewStories: guest(read, 'stories:read'),
  createView: member(inTeamsNotShared, 'stories:write'),
  updateView: member(inTeamsNotShared, 'stories:write'),
  deleteView: member(inTeamsNotShared, 'stories:write'),

  watchStory: guest(inTeams, 'stories:read'),
  unwatchStory: guest(inTeams, 'stories:read'),
  listRelations: guest(read, 'stories:read'),
  createRelation: member(inTeams, 'stories:write'),
  deleteRelation: member(inTeams, 'stories:write'),
  bulkCreateRelations: member(inTeams, 'stories:write'),
  createComment: guest(inTeams, 'comments:write'),
  updateComment: guest(inTeams, 'comments:write'),
  deleteComment: guest(inTeams, 'comments:write'),

  listSprints: guest(read, 'sprints:read'),
  getSprint: guest(read, 'sprints:read'),
  createSprint: member(inTeams, 'sprints:write'),
  updateSprint: member(inTeams, 'sprints:write'),
  deleteSprint: member(inTeams, 'sprints:write'),
  getSprintCadence: guest(read, 'sprints:read'),
  updateSprintCadence: member(inTeams, 'sprints:write'),
  applySprintPlan: member(inTeams, 'sprints:write', 'stories:write'),

  listObjectives: guest(read, 'objectives:read'),
  getObjective: guest(read, 'objectives:read'),
  createObjective: member(inTeams, 'objectives:write'),
  updateObjective: member(inTeams, 'objectives:write'),
  deleteObjective: member(inTeams, 'objectives:write'),

  listKeyResults: guest(read, 'objectives:read'),
  getKeyResult: guest(read, 'objectives:read'),
  createKeyResult: member(inTeams, 'objectives:write'),
  updateKeyResult: member(inTeams, 'objectives:write'),
  deleteKeyResult: member(inTeams, 'objectives:write'),

  analyzeSprint: guest(read, 'sprints:read', 'stories:read'),
  analyzeObjective: guest(read, 'objectives:read', 'stories:read'),
  getObjectiveForecast: guest(read, 'objectives:read', 'stories:read'),
  getSprintForecast: guest(read, 'sprints:read', 'stories:read'),
  getSprintPlan: guest(read, 'sprints:read', 'stories:read'),
  getSprintReport: guest(read, 'sprints:read', 'stories:read'),
  analyzeWork: guest(read, 'stories:read', 'teams:read'),

  listPortals: member(read, 'feedback:read'),
  getPortal: member(read, 'feedback:read'),
  createPortal: admin(workspaceWide, 'feedback:write'),
  updatePortal: admin(workspaceWide, 'feedback:write'),
  deletePortal: admin(workspaceWide, 'feedback:write'),
  listPortalImages: member(read, 'feedback:read'),
  createPortalImage: member(workspaceWide, 'feedback:write'),
  deletePortalImage: member(workspaceWide, 'feedback:write'),
  rotateCustomerSecret: admin(workspaceWide, 'feedback:write'),
  deleteCustomerSecret: admin(workspaceWide, 'feedback:write'),

  listFeedbackItems: member(read, 'feedback:read'),
  getFeedbackItem: member(read, 'feedback:read'),
  createFeedbackItem: member(workspaceWide, 'feedback:write'),
  updateFeedbackItem: member(workspaceWide, 'feedback:write'),
  deleteFeedbackItem: member(workspaceWide, 'feedback:write'),
  listFeedbackComments: member(read, 'feedback:read'),
  createFeedbackComment: member(workspaceWide, 'feedback:write'),
  updateFeedbackComment: member(workspaceWide, 'feedback:write'),
  deleteFeedbackComment: member(workspaceWide, 'feedback:write'),

  mergeFeedbackItem: member(workspaceWide, 'feedback:write'),
  unmergeFeedbackItem: member(workspaceWide, 'feedback:write'),
  listFeedbackVotes: admin(workspaceWide, 'feedback:read'),
  createFeedbackVote: member(workspaceWide, 'feedback:write'),
  deleteFeedbackVote: member(workspaceWide, 'feedback:write'),
  listBannedVisitors: member(read, 'feedback:read'),
  banVisitor: admin(workspaceWide, 'feedback:write'),
  unbanVisitor: admin(workspaceWide, 'feedback:write'),

  listFeedbackUpdates: member(read, 'feedback:read'),
  getFeedbackUpdate: member(read, 'feedback:read'),
  createFeedbackUpdate: member(workspaceWide, 'feedback:write'),
  updateFeedbackUpdate: member(workspaceWide, 'feedback:write'),
  deleteFeedbackUpdate: member(workspaceWide, 'feedback:write'),
  publishFeedbackUpdate: member(workspaceWide, 'feedback:write'),
  withdrawFeedbackUpdate: member(workspaceWide, 'feedback:write'),

  listWebhooks: admin(workspaceWide, 'webhooks:manage'),
  getWebhook: admin(workspaceWide, 'webhooks:manage'),
  createWebhook: admin(workspaceWide, 'webhooks:manage'),
  updateWebhook: admin(workspaceWide, 'webhooks:manage'),
  deleteWebhook: admin(workspaceWide, 'webhooks:manage'),
  updateWebhookSubscriptions: admin(workspaceWide, 'webhooks:manage'),
  rotateWebhookSecret: admin(workspaceWide, 'webhooks:manage'),
  enableWebhook: admin(workspaceWide, 'webhooks:manage'),
  disableWebhook: admin(workspaceWide, 'webhooks:manage'),
  testWebhook: admin(workspaceWide, 'webhooks:manage'),
  listWebhookDeliveries: admin(workspaceWide, 'webhooks:manage'),
  getWebhookDelivery: admin(workspaceWide, 'webhooks:manage'),
  redeliverWebhookDelivery: admin(workspaceWide, 'webhooks:manage'),
  redeliverWebhookEvents: admin(workspaceWide, 'webhooks:manage'),
};

/** What only the operator of the deployment may run, by the command line: outside of any workspace, and in one. */
export const operatorOperations = {
  outside: [
    ...['createWorkspace', 'listAllWorkspaces', 'findWorkspace'],
    ...['retryFailedMail', 'allowMailAddress'],
  ],
  inWorkspace: [
    ...['renameWorkspace', 'setWorkspaceLimits', 'getToken', 'getMembership', 'getPerson'],
    ...['setPassword', 'inviteMember', 'setOwnName'],
  ],
};
