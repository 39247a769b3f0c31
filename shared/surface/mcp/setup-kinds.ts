import type { ToolOperation } from '../../kernel/api/mcp/tool.ts';
import { pathOf, suffixOf, type Noun } from '../../kernel/noun/define-noun.ts';
import { archiveStatus } from '../../identity/statuses/archive-status.ts';
import { createStatus } from '../../identity/statuses/create-status.ts';
import { unarchiveStatus } from '../../identity/statuses/unarchive-status.ts';
import { updateStatus } from '../../identity/statuses/update-status.ts';
import { addTeamMember } from '../../identity/teams/add-team-member.ts';
import { createTeam } from '../../identity/teams/create-team.ts';
import { joinTeam } from '../../identity/teams/join-team.ts';
import { leaveTeam } from '../../identity/teams/leave-team.ts';
import { removeTeamMember } from '../../identity/teams/remove-team-member.ts';
import { updateTeam } from '../../identity/teams/update-team.ts';
import { archiveLabel } from '../../planning/labels/archive-label.ts';
import { createLabel } from '../../planning/labels/create-label.ts';
import { unarchiveLabel } from '../../planning/labels/unarchive-label.ts';
import { updateLabel } from '../../planning/labels/update-label.ts';
import { customFieldNoun } from '../../planning/custom-fields/custom-field.noun.ts';
import { customFieldOperations } from '../../planning/custom-fields/index.ts';
import { getSprintCadence } from '../../planning/cadences/get-sprint-cadence.ts';
import { updateSprintCadence } from '../../planning/cadences/update-sprint-cadence.ts';
import { createTimeOff } from '../../planning/scheduling/working-time/create-time-off.ts';
import { deleteTimeOff } from '../../planning/scheduling/working-time/delete-time-off.ts';
import { createHook } from '../../planning/hooks/create-hook.ts';
import { deleteHook } from '../../planning/hooks/delete-hook.ts';
import { listHooks } from '../../planning/hooks/list-hooks.ts';
import { rotateHookSecret } from '../../planning/hooks/rotate-hook-secret.ts';
import { updateHook } from '../../planning/hooks/update-hook.ts';
import { createRecurringStory } from '../../planning/recurring-stories/create-recurring-story.ts';
import { deleteRecurringStory } from '../../planning/recurring-stories/delete-recurring-story.ts';
import { listRecurringStories } from '../../planning/recurring-stories/list-recurring-stories.ts';
import { updateRecurringStory } from '../../planning/recurring-stories/update-recurring-story.ts';
import { storyTemplateOperations } from '../../planning/story-templates/index.ts';
import { storyTemplateNoun } from '../../planning/story-templates/story-template.noun.ts';
import { createView } from '../../planning/views/create-view.ts';
import { deleteView } from '../../planning/views/delete-view.ts';
import { updateView } from '../../planning/views/update-view.ts';
import type { NounWith } from '../../nouns/nouns.ts';
import { createRule } from '../rules/create-rule.ts';
import { deleteRule } from '../rules/delete-rule.ts';
import { listRuleRuns } from '../rules/list-rule-runs.ts';
import { listRules } from '../rules/list-rules.ts';
import { previewRule } from '../rules/preview-rule.ts';
import { revertRule } from '../rules/revert-rule.ts';
import { updateRule } from '../rules/update-rule.ts';
import { teamOperations } from '../teams/teams.ts';
import { createBusyTime } from '../../planning/scheduling/working-time/create-busy-time.ts';
import { deleteBusyTime } from '../../planning/scheduling/working-time/delete-busy-time.ts';
import { listBusyTimes } from '../../planning/scheduling/working-time/list-busy-times.ts';
import { listTimeOff } from '../../planning/scheduling/working-time/list-time-off.ts';
import { getWorkingHours } from '../../planning/scheduling/working-time/get-working-hours.ts';
import { updateWorkingHours } from '../../planning/scheduling/working-time/update-working-hours.ts';
import { createTriageAddress } from '../../planning/triage-mail/create-triage-address.ts';
import { deleteTriageAddress } from '../../planning/triage-mail/delete-triage-address.ts';
import { getTriageAddress } from '../../planning/triage-mail/get-triage-address.ts';
import { unwatchStory } from '../../planning/stories/unwatch-story.ts';
import { watchStory } from '../../planning/stories/watch-story.ts';

/** A kind of thing that teams are set up with: the argument that names one, and the operations by action. */
export interface SetupKind {
  id?: string;
  /** The noun whose names `id` takes, where nothing more than the noun is needed to find one. */
  noun?: NounName;
  actions: Readonly<Record<string, ToolOperation>>;
  /** What the tool says of its arguments that `settings` takes, since few teams have any; none if this is left out. */
  settings?: string;
}

type NounName = NounWith<'names'>['name'];

/** A noun that its own operations manage: its entry is all that the tool needs to know of it. */
function ofNoun(
  noun: Noun & { readonly name: NounName },
  operations: readonly ToolOperation[],
  settings: string,
): [string, SetupKind] {
  const suffix = suffixOf(noun);
  const actions = ['create', 'update', 'delete', 'archive', 'unarchive'].flatMap((action) => {
    const found = operations.find(({ id }) => id === `${action}${suffix}`);
    return found ? [[action, found] as const] : [];
  });
  const get = operations.find(({ kind, path }) => kind === 'list' && path.endsWith(`/${pathOf(noun)}`));
  const id = `${suffix.charAt(0).toLowerCase()}${suffix.slice(1)}Id`;
  return [
    noun.name,
    {
      id,
      noun: noun.name,
      settings,
      actions: Object.fromEntries([...(get ? [['get', get] as const] : []), ...actions]),
    },
  ];
}

/** The one that knows what else a team has. */
const deleteTeam = teamOperations.find(({ id }) => id === 'deleteTeam') as ToolOperation;

/** What teams and people are set up with, by kind. */
export const setupKinds: ReadonlyMap<string, SetupKind> = new Map<string, SetupKind>([
  [
    'label',
    {
      id: 'labelId',
      actions: { create: createLabel, update: updateLabel, archive: archiveLabel, unarchive: unarchiveLabel },
    },
  ],
  [
    'status',
    {
      id: 'statusId',
      actions: {
        create: createStatus,
        update: updateStatus,
        archive: archiveStatus,
        unarchive: unarchiveStatus,
      },
    },
  ],
  [
    'team',
    {
      id: 'teamId',
      actions: {
        create: createTeam,
        update: updateTeam,
        delete: deleteTeam,
        join: joinTeam,
        leave: leaveTeam,
      },
    },
  ],
  ['team_member', { actions: { add: addTeamMember, remove: removeTeamMember } }],
  ofNoun(
    customFieldNoun,
    customFieldOperations,
    'type (text, number, date, select, multi_select, user, url, checkbox), key, options, required, default',
  ),
  [
    'triage_address',
    {
      id: 'teamId',
      actions: { get: getTriageAddress, create: createTriageAddress, delete: deleteTriageAddress },
    },
  ],
  [
    'sprint_cadence',
    {
      actions: { get: getSprintCadence, update: updateSprintCadence },
      settings: 'startsOn (monday), cooldownDays, upcoming, unfinished, goalTemplate, pausedUntil, skip',
    },
  ],
  [
    'working_hours',
    {
      actions: { get: getWorkingHours, update: updateWorkingHours },
      settings: 'weekly {monday: [{start: "09:00", end}]}, teamShares',
    },
  ],
  [
    'time_off',
    { id: 'timeOffId', actions: { get: listTimeOff, create: createTimeOff, delete: deleteTimeOff } },
  ],
  [
    'busy_time',
    { id: 'busyTimeId', actions: { get: listBusyTimes, create: createBusyTime, delete: deleteBusyTime } },
  ],
  [
    'hook',
    {
      id: 'hookId',
      actions: {
        get: listHooks,
        create: createHook,
        update: updateHook,
        delete: deleteHook,
        rotate_secret: rotateHookSecret,
      },
      settings: 'provider (github, gitlab), rules [{teamId, mergedStatusId}]',
    },
  ],
  [
    'rule',
    {
      id: 'ruleId',
      actions: {
        get: listRules,
        create: createRule,
        update: updateRule,
        delete: deleteRule,
        preview: previewRule,
        runs: listRuleRuns,
        revert: revertRule,
      },
      settings:
        'on [events], schedule, if (filter), was, then, enabled (get: recipes: true; preview: days; revert: since, dryRun)',
    },
  ],
  ['watching', { id: 'storyId', actions: { add: watchStory, remove: unwatchStory } }],
  ofNoun(
    storyTemplateNoun,
    storyTemplateOperations,
    'title, description, priority, estimateValue, labels, customFields, checklist [texts], subStories [{title}]',
  ),
  [
    'recurring_story',
    {
      id: 'recurringStoryId',
      actions: {
        get: listRecurringStories,
        create: createRecurringStory,
        update: updateRecurringStory,
        delete: deleteRecurringStory,
      },
      settings: 'templateId, story, paused',
    },
  ],
  ['view', { id: 'viewId', actions: { create: createView, update: updateView, delete: deleteView } }],
]);
