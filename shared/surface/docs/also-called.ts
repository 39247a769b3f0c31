/** What readers call things that the documentation names otherwise: each line in words that stand for one another. */
const GROUPS: readonly string[] = [
  'velocity throughput pace',
  'burndown burn-down analysis report',
  'subtask sub-task child parent sub-story nested',
  'epic initiative goal objective',
  'ticket issue task card story',
  'iteration cycle sprint',
  'project team',
  'board column view status',
  'user people person member',
  'invite add',
  'permission right scope role access',
  'unauthorized unauthenticated authentication credential',
  'forbidden insufficient scope role',
  'sso saml oidc google okta identity provider',
  'embed iframe widget',
  'deadline due endDate',
  'assign assignee assigneeId',
  'csv export download',
  'backup export',
  'migrate migration move import',
  'undo rollback revert',
  'undelete recover restore',
  'promote demote role',
  '2fa mfa two-factor second factor',
  'sdk library package client',
  'spec specification document',
  'deploy install host upgrade',
  'throttle throttling limit 429',
  'paging page pagination cursor limit',
  'tracking entries time timesheet worklog',
  'okr objective key result',
  'file attachment upload',
  'reaction vote',
  'roadmap portal',
  'realtime live push event webhook',
  'stop disable',
  'begin start',
  'callback webhook event',
  'simultaneously concurrent conflict version once',
  'log history audit changed',
];

/** Words under which a page is found although it hardly has them, by its address. */
export const alsoCalled: Readonly<Record<string, string>> = {
  '/docs/stories/updateStory':
    'mark done estimate points reorder assign reassign status due date deadline sprint estimate move edit change',
  '/docs/stories/createStory': 'subtask nested due date assign epic estimate points markdown description',
  '/docs/stories/listStories': 'backlog filter assignee sprint',
  '/docs/teams/updateTeam': 'rename',
  '/docs/sprints/updateSprint': 'start close complete sprint',
  '/docs/exports/createExport': 'download all data backup csv',
  '/docs/webhooks/disableWebhook': 'stop receiving',
  '/docs/webhook-events': 'real time realtime live updates slack teams zapier integration',
  '/docs/changes': 'real time realtime live updates',
  '/docs#client': 'postman insomnia openapi spec swagger document download',
  '/docs/time-entries/createTimeEntry': 'tracking',
  '/docs/comments/createComment': 'mention reply markdown',
  '/docs/workspaces/getCaller': 'who am whoami',
  '/docs/compatibility': 'api version versions',
  '/docs/relations/createRelation': 'dependency dependencies blocked depends',
  '/docs/attachments/createAttachment': 'upload file',
  '/docs/members/listMembers': 'users people',
  '/docs/members/addMember': 'invite user',
  '/docs/members/updateMember': 'change role promote demote',
  '/docs/analysis/analyzeWork': 'velocity throughput',
  '/docs/analysis/analyzeSprint': 'burndown velocity',
  '/docs/authentication': 'permissions roles scopes api key keys',
  '/docs/tokens/createToken': 'api key',
  '/docs/writes#retries': 'idempotency idempotency-key key header',
  '/docs/limits#rates': 'how many requests per minute second hour allowed',
  '/docs/webhook-events#verification': 'webhook signature signatures',
  '/docs/lists': 'pagination cursor',
  '/docs/writes': 'idempotency key retry concurrent conflict simultaneous edit same once',
  '/docs/errors#codes': 'error unauthorized forbidden expired cursor 401 403 404 409 429 500',
  '/docs/identity-providers/putIdentityProvider': 'sso saml oidc google okta sign in',
  '/docs/schedule/updateWorkingHours': 'timezone zone',
  '/docs/portals#on-your-own-site': 'embed widget iframe portal',
  '/docs/authentication#from-a-browser': 'cors origin frontend javascript preflight',
  '/docs/administration#reset-a-password-change-an-email-address-delete-an-account': 'two factor',
  '/docs/administration#deploy-and-upgrade-the-service': 'aws cdk self host install server',
  '/docs/administration#restore-what-was-deleted': 'backup',
  '/docs/administration#test-environments': 'sandbox staging playground demo try',
  '/docs/changes/revertChangeSet': 'undo',
  '/docs/changes/listStoryHistory': 'who changed log',
};

const byWord = new Map<string, Set<string>>();
for (const words of GROUPS.map((group) => group.split(' ')))
  for (const word of words) byWord.set(word, new Set([...(byWord.get(word) ?? []), ...words]));

/** The words that stand for a word, without itself. */
export const otherWordsFor = (word: string): string[] =>
  [...(byWord.get(word) ?? [])].filter((other) => other !== word);

/** All words of the list. */
export const listedWords: readonly string[] = [...byWord.keys()];
