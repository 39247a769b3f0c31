import type { ToolOperation } from '../../kernel/api/mcp/tool.ts';
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
import { archiveCustomField } from '../../planning/custom-fields/archive-custom-field.ts';
import { createCustomField } from '../../planning/custom-fields/create-custom-field.ts';
import { listCustomFields } from '../../planning/custom-fields/list-custom-fields.ts';
import { unarchiveCustomField } from '../../planning/custom-fields/unarchive-custom-field.ts';
import { updateCustomField } from '../../planning/custom-fields/update-custom-field.ts';
import { getSprintCadence } from '../../planning/cadence/get-sprint-cadence.ts';
import { updateSprintCadence } from '../../planning/cadence/update-sprint-cadence.ts';
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
import { createStoryTemplate } from '../../planning/story-templates/create-story-template.ts';
import { deleteStoryTemplate } from '../../planning/story-templates/delete-story-template.ts';
import { listStoryTemplates } from '../../planning/story-templates/list-story-templates.ts';
import { updateStoryTemplate } from '../../planning/story-templates/update-story-template.ts';
import { createView } from '../../planning/views/create-view.ts';
import { deleteView } from '../../planning/views/delete-view.ts';
import { updateView } from '../../planning/views/update-view.ts';
import { teamOperations } from '../groups/teams.ts';
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
  actions: Readonly<Record<string, ToolOperation>>;
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
  [
    'custom_field',
    {
      id: 'customFieldId',
      actions: {
        get: listCustomFields,
        create: createCustomField,
        update: updateCustomField,
        archive: archiveCustomField,
        unarchive: unarchiveCustomField,
      },
    },
  ],
  [
    'triage_address',
    {
      id: 'teamId',
      actions: { get: getTriageAddress, create: createTriageAddress, delete: deleteTriageAddress },
    },
  ],
  ['sprint_cadence', { actions: { get: getSprintCadence, update: updateSprintCadence } }],
  ['working_hours', { actions: { get: getWorkingHours, update: updateWorkingHours } }],
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
    },
  ],
  ['watching', { id: 'storyId', actions: { add: watchStory, remove: unwatchStory } }],
  [
    'story_template',
    {
      id: 'storyTemplateId',
      actions: {
        get: listStoryTemplates,
        create: createStoryTemplate,
        update: updateStoryTemplate,
        delete: deleteStoryTemplate,
      },
    },
  ],
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
    },
  ],
  ['view', { id: 'viewId', actions: { create: createView, update: updateView, delete: deleteView } }],
]);
