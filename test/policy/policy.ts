/**
 * Who may call what, and what it promises: the policy, written and reviewed apart from the code that carries it out. Nothing here is
 * derived from a declaration, so a declaration that is wrong differs from it. Who adds an operation adds a line.
 */

interface Rule {
  /** The weakest role that a person needs. */
  role: 'guest' | 'member' | 'admin';
  /** All that the credential needs. */
  scopes: readonly string[];
  /** `user`, and beside it what else may call: service accounts call all that does not need a person. */
  principals: readonly string[];
  /**
   * What a token that is restricted to teams gets, whatever else its holder may do: a read (`reads`), a change
   * within its teams (`own teams`), the same of things that the workspace can own too, which it does not change
   * (`own teams, not shared`), or nothing (`refused`).
   */
  teamRestricted: 'reads' | 'own teams' | 'own teams, not shared' | 'refused';
  /** What its `Idempotency-Key` is: nothing to a read; in bulk each item has one in the body. */
  idempotencyKey: 'none' | 'accepted' | 'required' | 'of each item';
  /** The types of the events that report it, when it is carried out for one thing. A read causes none. */
  events: readonly string[];
}

type Kind = Pick<Rule, 'principals' | 'teamRestricted'>;

const people = ['user'];
const programs = ['user', 'serviceAccount'];

const readOnly = { idempotencyKey: 'none', events: [] } as const;
const guest = (kind: Kind, ...scopes: string[]): Rule => ({ role: 'guest', scopes, ...kind, ...readOnly });
const member = (kind: Kind, ...scopes: string[]): Rule => ({ role: 'member', scopes, ...kind, ...readOnly });
const admin = (kind: Kind, ...scopes: string[]): Rule => ({ role: 'admin', scopes, ...kind, ...readOnly });

const write = (rule: Rule, ...events: string[]): Rule => ({ ...rule, idempotencyKey: 'accepted', events });
const writeWithKey = (rule: Rule, ...events: string[]): Rule => ({
  ...rule,
  idempotencyKey: 'required',
  events,
});
const bulk = (rule: Rule, ...events: string[]): Rule => ({ ...rule, idempotencyKey: 'of each item', events });

const read: Kind = { principals: programs, teamRestricted: 'reads' };
const readByPeople: Kind = { principals: people, teamRestricted: 'reads' };
const readByAll: Kind = { principals: ['user', 'serviceAccount', 'oauth'], teamRestricted: 'reads' };
const inTeams: Kind = { principals: programs, teamRestricted: 'own teams' };
const inTeamsByPeople: Kind = { principals: people, teamRestricted: 'own teams' };
const inTeamsNotShared: Kind = { principals: programs, teamRestricted: 'own teams, not shared' };
const inTeamsByPrograms: Kind = { principals: ['serviceAccount'], teamRestricted: 'own teams' };
const workspaceWide: Kind = { principals: programs, teamRestricted: 'refused' };
const byPeople: Kind = { principals: people, teamRestricted: 'refused' };

/** A team begins with a status of each category. */
const statusesOfTeam = Array<string>(5).fill('status.created');

/** Open to everyone, without a credential. */
export const publicOperations = [
  'getOpenAPIDescription',
  'getTagDescription',
  'getAPILiveness',
  'getAPIReadiness',
  'getPublicFeedbackPortal',
  'listPublicFeedbackUpdates',
  'getPublicFeedbackUpdate',
];

export const policy: Readonly<Record<string, Rule>> = {
  getCaller: guest(read),
  listWorkspaces: guest(readByAll),
  getWorkspace: guest(read, 'workspace:read'),
  getLimits: guest(read),

  listChanges: guest(read),
  listChangeSets: guest(read),
  getChangeSet: guest(read),
  revertChangeSet: write(guest(inTeams), 'story.updated'),
  revertChanges: write(guest(inTeams), 'story.updated'),
  listStoryHistory: guest(read, 'stories:read'),
  listObjectiveHistory: guest(read, 'objectives:read'),
  listSprintHistory: guest(read, 'sprints:read'),
  listAuditEvents: admin(workspaceWide, 'audit:read'),

  listMembers: guest(read, 'members:read'),
  getMember: guest(read, 'members:read'),
  getPrincipal: guest(read, 'members:read'),
  addMember: write(admin(byPeople, 'members:write'), 'member.created'),
  updateMember: write(admin(byPeople, 'members:write'), 'member.updated'),
  removeMember: write(admin(byPeople, 'members:write'), 'member.deleted'),
  leaveWorkspace: write(guest(byPeople, 'members:write'), 'member.deleted'),

  getSchedule: guest(read, 'schedule:read', 'stories:read'),
  getStorySchedule: guest(read, 'schedule:read', 'stories:read'),
  previewSchedule: guest(read, 'schedule:read', 'stories:read'),
  getWorkingHours: guest(read, 'schedule:read'),
  updateWorkingHours: write(guest(byPeople, 'schedule:write')),
  listTimeOff: guest(read, 'schedule:read'),
  createTimeOff: write(guest(byPeople, 'schedule:write')),
  deleteTimeOff: write(guest(byPeople, 'schedule:write')),
  listBusyTimes: guest(read, 'schedule:read'),
  createBusyTime: write(guest(byPeople, 'schedule:write')),
  deleteBusyTime: write(guest(byPeople, 'schedule:write')),

  listTokens: guest(byPeople, 'tokens:manage'),
  createToken: write(guest(byPeople, 'tokens:manage')),
  revokeToken: write(guest(byPeople, 'tokens:manage')),
  getTokenPolicy: guest(byPeople, 'tokens:manage'),
  updateTokenPolicy: write(admin(byPeople, 'tokens:manage')),

  listServiceAccounts: admin(byPeople, 'tokens:manage'),
  createServiceAccount: write(admin(byPeople, 'tokens:manage')),
  getServiceAccount: admin(byPeople, 'tokens:manage'),
  updateServiceAccount: write(admin(byPeople, 'tokens:manage')),
  deleteServiceAccount: write(admin(byPeople, 'tokens:manage')),
  addServiceAccountTeam: write(admin(byPeople, 'tokens:manage')),
  removeServiceAccountTeam: write(admin(byPeople, 'tokens:manage')),
  registerServiceAccountClient: write(admin(byPeople, 'tokens:manage')),
  listServiceAccountKeys: admin(byPeople, 'tokens:manage'),
  createServiceAccountKey: write(admin(byPeople, 'tokens:manage')),
  revokeServiceAccountKey: write(admin(byPeople, 'tokens:manage')),

  listIdentityProviders: admin(byPeople, 'tokens:manage'),
  getIdentityProvider: admin(byPeople, 'tokens:manage'),
  putIdentityProvider: write(admin(byPeople, 'tokens:manage')),
  verifyIdentityProvider: write(admin(byPeople, 'tokens:manage')),
  deleteIdentityProvider: write(admin(byPeople, 'tokens:manage')),

  listTeams: guest(read, 'teams:read'),
  listJoinableTeams: member(readByPeople, 'teams:read'),
  getTeam: guest(read, 'teams:read'),
  createTeam: write(admin(workspaceWide, 'teams:write'), 'team.created', ...statusesOfTeam),
  updateTeam: write(admin(inTeams, 'teams:write'), 'team.updated'),
  deleteTeam: write(admin(inTeamsByPeople, 'teams:write'), 'team.deleted'),
  joinTeam: write(member(byPeople, 'teams:write')),
  leaveTeam: write(guest(inTeamsByPeople, 'teams:write')),
  addTeamMember: write(admin(inTeams, 'teams:write')),
  removeTeamMember: write(admin(inTeams, 'teams:write')),

  listStatuses: guest(read, 'teams:read'),
  getStatus: guest(read, 'teams:read'),
  createStatus: write(member(inTeamsNotShared, 'teams:write'), 'status.created'),
  updateStatus: write(member(inTeamsNotShared, 'teams:write'), 'status.updated'),
  archiveStatus: write(member(inTeamsNotShared, 'teams:write'), 'status.updated'),
  unarchiveStatus: write(member(inTeamsNotShared, 'teams:write'), 'status.updated'),

  listLabels: guest(read, 'labels:read'),
  getLabel: guest(read, 'labels:read'),
  createLabel: write(member(inTeamsNotShared, 'labels:write'), 'label.created'),
  updateLabel: write(member(inTeamsNotShared, 'labels:write'), 'label.updated'),
  archiveLabel: write(member(inTeamsNotShared, 'labels:write'), 'label.updated'),
  unarchiveLabel: write(member(inTeamsNotShared, 'labels:write'), 'label.updated'),

  listCustomFields: guest(read, 'teams:read'),
  getCustomField: guest(read, 'teams:read'),
  createCustomField: write(member(inTeamsNotShared, 'teams:write'), 'custom_field.created'),
  updateCustomField: write(member(inTeamsNotShared, 'teams:write'), 'custom_field.updated'),
  archiveCustomField: write(member(inTeamsNotShared, 'teams:write'), 'custom_field.updated'),
  unarchiveCustomField: write(member(inTeamsNotShared, 'teams:write'), 'custom_field.updated'),

  listStoryTemplates: guest(read, 'stories:read'),
  getStoryTemplate: guest(read, 'stories:read'),
  createStoryTemplate: write(member(inTeams, 'stories:write'), 'story_template.created'),
  updateStoryTemplate: write(member(inTeams, 'stories:write'), 'story_template.updated'),
  deleteStoryTemplate: write(member(inTeams, 'stories:write'), 'story_template.deleted'),
  listStoryTemplateHistory: guest(read, 'stories:read'),

  listRecurringStories: guest(read, 'stories:read'),
  getRecurringStory: guest(read, 'stories:read'),
  createRecurringStory: write(member(inTeams, 'stories:write'), 'recurring_story.created'),
  updateRecurringStory: write(member(inTeams, 'stories:write'), 'recurring_story.updated'),
  deleteRecurringStory: write(member(inTeams, 'stories:write'), 'recurring_story.deleted'),
  listRecurringStoryHistory: guest(read, 'stories:read'),

  listStories: guest(read, 'stories:read'),
  getStorySummary: guest(read, 'stories:read'),
  search: guest(read),
  getStory: guest(readByAll, 'stories:read'),
  getStoryByReference: guest(readByAll, 'stories:read'),
  createStory: writeWithKey(member(inTeams, 'stories:write'), 'story.created'),
  updateStory: write(
    member({ principals: ['user', 'serviceAccount', 'oauth'], teamRestricted: 'own teams' }, 'stories:write'),
    'story.updated',
  ),
  archiveStory: write(member(inTeams, 'stories:write'), 'story.updated'),
  unarchiveStory: write(member(inTeams, 'stories:write'), 'story.updated'),
  deleteStory: write(member(inTeams, 'stories:write'), 'story.deleted'),
  restoreStory: write(member(inTeams, 'stories:write'), 'story.created'),
  bulkCreateStories: bulk(member(inTeams, 'stories:write'), 'story.created'),
  bulkUpdateStories: bulk(member(inTeams, 'stories:write'), 'story.updated'),

  listWorkspaceComments: guest(read, 'comments:read', 'stories:read'),
  listComments: guest(read, 'comments:read', 'stories:read'),
  getComment: guest(read, 'comments:read', 'stories:read'),
  listViews: guest(read, 'stories:read'),
  getView: guest(read, 'stories:read'),
  listViewStories: guest(read, 'stories:read'),
  createView: write(member(inTeamsNotShared, 'stories:write')),
  updateView: write(member(inTeamsNotShared, 'stories:write')),
  deleteView: write(member(inTeamsNotShared, 'stories:write')),

  claimNextStories: write(member(inTeams, 'stories:write'), 'story.claimed'),
  claimStory: write(member(inTeams, 'stories:write'), 'story.claimed'),
  renewStoryClaim: write(member(inTeams, 'stories:write'), 'story.claimed'),
  releaseStoryClaim: write(member(inTeams, 'stories:write'), 'story.released'),
  listAgentSessions: guest(read, 'stories:read'),
  getAgentSession: guest(read, 'stories:read'),
  listAgentActivities: guest(read, 'stories:read'),
  createAgentActivity: write(guest(inTeamsByPrograms, 'stories:write'), 'agent_session.updated'),
  watchStory: write(guest(inTeams, 'stories:read')),
  unwatchStory: write(guest(inTeams, 'stories:read')),
  listRelations: guest(read, 'stories:read'),
  createRelation: write(member(inTeams, 'stories:write'), 'relation.created'),
  deleteRelation: write(member(inTeams, 'stories:write'), 'relation.deleted'),
  restoreRelation: write(member(inTeams, 'stories:write'), 'relation.created'),
  bulkCreateRelations: bulk(member(inTeams, 'stories:write'), 'relation.created'),
  listStoryLinks: guest(read, 'stories:read'),
  getStoryLink: guest(read, 'stories:read'),
  createStoryLink: write(member(inTeams, 'stories:write'), 'story.updated'),
  updateStoryLink: write(member(inTeams, 'stories:write'), 'story.updated'),
  deleteStoryLink: write(member(inTeams, 'stories:write'), 'story.updated'),
  listAttachments: guest(read, 'stories:read'),
  getAttachment: guest(read, 'stories:read'),
  getAttachmentDownload: guest(read, 'stories:read'),
  createAttachment: write(member(inTeams, 'stories:write')),
  completeAttachment: write(member(inTeams, 'stories:write'), 'attachment.created'),
  deleteAttachment: write(member(inTeams, 'stories:write'), 'attachment.deleted'),
  listTriage: guest(read, 'stories:read'),
  listSimilarStories: guest(read, 'stories:read'),
  triageStory: write(member(inTeams, 'stories:write'), 'story.updated'),
  listStoryTimeEntries: guest(read, 'stories:read'),
  listTimeEntries: guest(read, 'stories:read'),
  listTimeEntryHistory: guest(read, 'stories:read'),
  getTimeEntry: guest(read, 'stories:read'),
  getTimeSpent: guest(read, 'stories:read'),
  createTimeEntry: write(member(inTeams, 'stories:write'), 'time_entry.created'),
  updateTimeEntry: write(member(inTeams, 'stories:write'), 'time_entry.updated'),
  deleteTimeEntry: write(member(inTeams, 'stories:write'), 'time_entry.deleted'),
  createComment: write(guest(inTeams, 'comments:write'), 'comment.created'),
  updateComment: write(guest(inTeams, 'comments:write'), 'comment.updated'),
  deleteComment: write(guest(inTeams, 'comments:write'), 'comment.deleted'),
  restoreComment: write(guest(inTeams, 'comments:write'), 'comment.created'),

  listSprints: guest(read, 'sprints:read'),
  getSprint: guest(read, 'sprints:read'),
  createSprint: write(member(inTeams, 'sprints:write'), 'sprint.created'),
  updateSprint: write(member(inTeams, 'sprints:write'), 'sprint.updated'),
  deleteSprint: write(member(inTeams, 'sprints:write'), 'sprint.deleted'),
  getSprintCadence: guest(read, 'sprints:read'),
  updateSprintCadence: write(member(inTeams, 'sprints:write')),
  applySprintPlan: write(member(inTeams, 'sprints:write', 'stories:write'), 'story.updated'),

  listObjectives: guest(read, 'objectives:read'),
  getObjective: guest(read, 'objectives:read'),
  createObjective: write(member(inTeams, 'objectives:write'), 'objective.created'),
  updateObjective: write(member(inTeams, 'objectives:write'), 'objective.updated'),
  deleteObjective: write(member(inTeams, 'objectives:write'), 'objective.deleted'),

  listKeyResults: guest(read, 'objectives:read'),
  getKeyResult: guest(read, 'objectives:read'),
  createKeyResult: write(member(inTeams, 'objectives:write'), 'key_result.created'),
  updateKeyResult: write(member(inTeams, 'objectives:write'), 'key_result.updated'),
  deleteKeyResult: write(member(inTeams, 'objectives:write'), 'key_result.deleted'),

  listObjectiveUpdates: guest(read, 'objectives:read'),
  listTeamObjectiveUpdates: guest(read, 'objectives:read'),
  getObjectiveUpdate: guest(read, 'objectives:read'),
  createObjectiveUpdate: write(member(inTeams, 'objectives:write'), 'objective_update.created'),
  updateObjectiveUpdate: write(member(inTeams, 'objectives:write'), 'objective_update.updated'),
  deleteObjectiveUpdate: write(member(inTeams, 'objectives:write'), 'objective_update.deleted'),

  analyzeSprint: guest(read, 'sprints:read', 'stories:read'),
  analyzeObjective: guest(read, 'objectives:read', 'stories:read'),
  getObjectiveForecast: guest(read, 'objectives:read', 'stories:read'),
  getSprintForecast: guest(read, 'sprints:read', 'stories:read'),
  getSprintPlan: guest(read, 'sprints:read', 'stories:read'),
  getSprintReport: guest(read, 'sprints:read', 'stories:read'),
  analyzeWork: guest(read, 'stories:read', 'teams:read'),

  listPortals: member(read, 'feedback:read'),
  getPortal: member(read, 'feedback:read'),
  createPortal: write(admin(workspaceWide, 'feedback:write'), 'portal.created'),
  updatePortal: write(admin(workspaceWide, 'feedback:write'), 'portal.updated'),
  deletePortal: write(admin(workspaceWide, 'feedback:write'), 'portal.deleted'),
  listPortalImages: member(read, 'feedback:read'),
  createPortalImage: write(member(workspaceWide, 'feedback:write')),
  deletePortalImage: write(member(workspaceWide, 'feedback:write')),
  rotateCustomerSecret: write(admin(byPeople, 'feedback:write')),
  deleteCustomerSecret: write(admin(byPeople, 'feedback:write')),

  listFeedbackItems: member(read, 'feedback:read'),
  getFeedbackItem: member(read, 'feedback:read'),
  createFeedbackItem: write(member(workspaceWide, 'feedback:write'), 'feedback_item.created'),
  updateFeedbackItem: write(member(workspaceWide, 'feedback:write'), 'feedback_item.updated'),
  deleteFeedbackItem: write(member(workspaceWide, 'feedback:write'), 'feedback_item.deleted'),
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

  listExports: admin(byPeople, 'workspace:read'),
  getExport: admin(byPeople, 'workspace:read'),
  getExportFile: admin(byPeople, 'workspace:read', 'stories:read'),
  createExport: write(admin(byPeople, 'workspace:read', 'stories:read')),
  deleteExport: write(admin(byPeople, 'workspace:read')),

  listHooks: admin(byPeople, 'webhooks:manage'),
  getHook: admin(byPeople, 'webhooks:manage'),
  createHook: write(admin(byPeople, 'webhooks:manage', 'stories:write')),
  updateHook: write(admin(byPeople, 'webhooks:manage', 'stories:write')),
  deleteHook: write(admin(byPeople, 'webhooks:manage')),
  rotateHookSecret: write(admin(byPeople, 'webhooks:manage', 'stories:write')),

  listWebhooks: admin(byPeople, 'webhooks:manage'),
  getWebhook: admin(byPeople, 'webhooks:manage'),
  createWebhook: write(admin(byPeople, 'webhooks:manage')),
  updateWebhook: write(admin(byPeople, 'webhooks:manage')),
  deleteWebhook: write(admin(byPeople, 'webhooks:manage')),
  updateWebhookSubscriptions: write(admin(byPeople, 'webhooks:manage')),
  rotateWebhookSecret: write(admin(byPeople, 'webhooks:manage')),
  enableWebhook: write(admin(byPeople, 'webhooks:manage')),
  disableWebhook: write(admin(byPeople, 'webhooks:manage')),
  testWebhook: write(admin(byPeople, 'webhooks:manage')),
  listWebhookDeliveries: admin(byPeople, 'webhooks:manage'),
  getWebhookDelivery: admin(byPeople, 'webhooks:manage'),
  redeliverWebhookDelivery: write(admin(byPeople, 'webhooks:manage')),
  redeliverWebhookEvents: write(admin(byPeople, 'webhooks:manage')),
};

/** What only the operator of the deployment may run, by the command line: outside of any workspace, and in one. */
export const operatorOperations = {
  outside: ['createWorkspace', 'listAllWorkspaces', 'findWorkspace', 'retryFailedMail', 'allowMailAddress'],
  inWorkspace: [
    'renameWorkspace',
    'setWorkspaceLimits',
    'confirmIdentityProvider',
    'getToken',
    'getMembership',
    'getPerson',
    'setPassword',
    'inviteMember',
    'setOwnName',
  ],
};
