import { randomUUID } from 'node:crypto';
import type { Team } from '../../../shared/identity/team/team.ts';
import { attachmentApi } from '../../attachments/attachment-api.ts';
import { changeSetApi } from '../../change-sets/change-set-api.ts';
import { planningApi, span } from '../../support/planning.ts';
import { createStoryAs, type Person, type TestWorkspace } from '../../support/workspace.ts';

/** A call of a tool, with the operations that it runs. */
export interface Act {
  tool: string;
  says: string;
  args: object;
  operations: readonly string[];
  /** Whether it names something of the team. */
  inTeam: boolean;
}

const key = () => ({ idempotencyKey: randomUUID() });
const version = ({ updatedAt }: { updatedAt: string }) => ({ expectedUpdatedAt: updatedAt });

/** Everything that tools do in a team as a principal, each on things of its own. */
export async function actsIn(
  { workspace, team, owner, leaver }: { workspace: TestWorkspace; team: Team; owner: Person; leaver: string },
  memberId: string,
): Promise<Act[]> {
  const teamId = team.id;
  const plan = planningApi(workspace, owner.client);
  const newStory = () => createStoryAs(owner.client, workspace, { teamId });
  const [story, changed, archived, gone, related, free, set] = await Promise.all(
    Array.from({ length: 7 }, newStory),
  );
  const [objective, sprint] = [await plan.objective(team), await plan.sprint(team)];
  const attached = await attachmentApi(workspace, owner.client).attach(story!);
  const open = await workspace.team();
  const changeSetId = randomUUID();
  await owner.client.patch(
    `${workspace.path}/stories/${set!.id}`,
    { title: 'In a set', ...version(set!) },
    {
      'change-set': changeSetId,
    },
  );
  await changeSetApi(workspace, owner.client).of(changeSetId, 1);
  const reference = story!.reference;
  const act = (tool: string, args: object, operations: string | readonly string[], inTeam = true): Act => ({
    tool,
    says: `${tool} ${Object.keys(args).join(' ')}`,
    args,
    operations: [operations].flat(),
    inTeam,
  });
  const setUp = (kind: string, action: string, args: object, operation: string, inTeam = true): Act => ({
    ...act('manage_setup', { kind, action, ...args, ...key() }, operation, inTeam),
    says: `manage_setup ${kind} ${action}${inTeam ? '' : ' outside of teams'}`,
  });
  const own = { memberId };
  const hours = { start: '09:00', end: '17:00' };
  const day = { startDate: '2031-01-07T09:00:00.000Z', endDate: '2031-01-07T10:00:00.000Z' };
  return [
    act('list_workspaces', {}, 'listWorkspaces', false),
    act('list_teams', {}, 'listTeams', false),
    act('list_members', { teamId }, 'listMembers'),
    act('list_members', { openWork: true, teamId }, ['listMembers', 'getStorySummary']),
    act('list_statuses', { teamId }, 'listStatuses'),
    act('list_labels', { teamId }, 'listLabels'),
    act('search', { q: 'story' }, 'search', false),
    act('list_stories', { teamId }, 'listStories'),
    act('list_stories', { teamId, groupBy: 'status' }, 'getStorySummary'),
    act('list_stories', { view: '?' }, 'listViews', false),
    act('get_story', { story: reference }, 'getStory'),
    act('list_comments', { story: story!.id }, 'listComments'),
    act('list_comments', { sessions: true }, 'listAgentSessions', false),
    act('list_comments', { objectiveId: objective.id }, 'listObjectiveUpdates'),
    act('get_story', { story: reference, file: attached.id }, ['listAttachments', 'getAttachmentDownload']),
    act('list_sprints', { teamId }, 'listSprints'),
    act('list_objectives', { teamId }, 'listObjectives'),
    act('list_key_results', { objectiveId: objective.id }, 'listKeyResults'),
    act('analyze_sprint', { sprintId: sprint.id }, ['analyzeSprint', 'getSprintForecast']),
    act('analyze_sprint', { sprintId: sprint.id, plan: true }, 'getSprintPlan'),
    act('analyze_objective', { objectiveId: objective.id }, ['analyzeObjective', 'getObjectiveForecast']),
    act('analyze_work', { teamId }, 'analyzeWork'),
    act('list_change_sets', { teamId }, 'listChangeSets'),
    act('get_change_set', { changeSetId }, 'getChangeSet'),
    act('revert_change_set', { changeSetId, dryRun: true, ...key() }, 'revertChangeSet'),
    act(
      'revert_change_set',
      { actorId: leaver, since: '2031-01-01', teamId, dryRun: true, ...key() },
      'revertChanges',
    ),
    act('create_story', { title: 'One', teamId, ...key() }, 'createStory'),
    act('create_story', { stories: [{ title: 'Of several' }], teamId, ...key() }, 'bulkCreateStories'),
    act(
      'update_stories',
      { stories: [{ story: changed!.id, ...version(changed!) }], title: 'Changed' },
      'bulkUpdateStories',
    ),
    act(
      'update_stories',
      { stories: [{ story: archived!.id, ...version(archived!) }], archived: true },
      'archiveStory',
    ),
    act('update_story', { story: related!.id, ...version(related!), title: 'Changed' }, 'updateStory'),
    act('delete_story', { story: gone!.reference }, 'deleteStory'),
    act(
      'manage_relations',
      { story: reference, relatedStory: related!.reference, type: 'blocks' },
      'createRelation',
    ),
    act('manage_relations', { story: reference, url: `https://example.com/${randomUUID()}` }, [
      'listStoryLinks',
      'createStoryLink',
    ]),
    act('list_notifications', {}, 'listNotifications', false),
    act('mark_notifications_read', { until: '2026-11-26T09:00:00Z' }, 'markNotificationsRead', false),
    act('manage_relations', { story: reference, file: `${randomUUID()}.txt`, content: 'aGVsbG8=' }, [
      'listAttachments',
      'createAttachment',
      'completeAttachment',
    ]),
    act('claim_story', { story: free!.reference }, 'claimStory'),
    act('claim_story', { filter: '"no such words"' }, 'claimNextStories', false),
    act('save_comment', { story: reference, content: 'A comment', ...key() }, 'createComment'),
    act('save_sprint', { teamId, name: `Sprint ${randomUUID()}`, ...span, ...key() }, 'createSprint'),
    act('save_sprint', { sprintId: sprint.id, goal: 'A goal', ...version(sprint) }, 'updateSprint'),
    act('save_objective', { teamId, name: 'Another', ...key() }, 'createObjective'),
    act(
      'save_key_result',
      { objectiveId: objective.id, name: 'A result', measurementType: 'percentage', ...key() },
      'createKeyResult',
    ),
    setUp('label', 'create', { name: `L ${randomUUID()}`, teamId }, 'createLabel'),
    setUp(
      'status',
      'create',
      { name: `S ${randomUUID().slice(0, 18)}`, category: 'started', teamId },
      'createStatus',
    ),
    setUp(
      'team',
      'create',
      { name: `T ${randomUUID()}`, code: `M${randomUUID().replaceAll(/\D/g, '').slice(0, 6)}` },
      'createTeam',
      false,
    ),
    setUp('team', 'join', { id: open.id }, 'joinTeam', false),
    setUp('team_member', 'add', { teamId, memberId: leaver }, 'addTeamMember'),
    setUp('team_member', 'remove', { teamId, memberId: leaver }, 'removeTeamMember'),
    setUp(
      'custom_field',
      'create',
      { name: `F ${randomUUID()}`, teamId, settings: { type: 'text' } },
      'createCustomField',
    ),
    setUp('custom_field', 'get', { teamId }, 'listCustomFields'),
    setUp('sprint_cadence', 'get', { teamId }, 'getSprintCadence'),
    setUp('triage_address', 'get', { id: teamId }, 'getTriageAddress'),
    setUp('story_template', 'get', { teamId }, 'listStoryTemplates'),
    setUp('story_template', 'create', { name: `P ${randomUUID()}`, teamId }, 'createStoryTemplate'),
    setUp('recurring_story', 'get', { teamId }, 'listRecurringStories'),
    setUp(
      'recurring_story',
      'create',
      { name: `R ${randomUUID()}`, teamId, settings: { rule: 'FREQ=DAILY' } },
      'createRecurringStory',
    ),
    setUp('working_hours', 'get', { memberId: owner.id }, 'getWorkingHours', false),
    setUp(
      'working_hours',
      'update',
      { ...own, settings: { timeZone: 'UTC', weekly: { monday: [hours] } } },
      'updateWorkingHours',
      false,
    ),
    setUp('time_off', 'get', { memberId: owner.id }, 'listTimeOff', false),
    setUp(
      'time_off',
      'create',
      { ...own, startDate: '2031-02-03', endDate: '2031-02-04' },
      'createTimeOff',
      false,
    ),
    setUp('busy_time', 'create', { ...own, ...day }, 'createBusyTime', false),
    setUp('hook', 'get', {}, 'listHooks', false),
    setUp('watching', 'add', { id: reference }, 'watchStory'),
    setUp('view', 'create', { name: `V ${randomUUID()}`, visibility: 'team', teamId }, 'createView'),
  ];
}
