import * as z from 'zod';
import {
  runOperation,
  type Arguments,
  type ToolCall,
  type ToolOperation,
  type ToolOverrides,
} from '../../kernel/api/mcp/tool.ts';
import { requiresIdempotencyKey, toolArguments } from '../../kernel/api/mcp/tool-schemas.ts';
import type { OperationResult } from '../../kernel/api/operation/execute.ts';
import { invalidRequest } from '../../kernel/core/errors.ts';
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
import { getSprintCadence } from '../../planning/cadence/get-sprint-cadence.ts';
import { updateSprintCadence } from '../../planning/cadence/update-sprint-cadence.ts';
import { createTimeOff } from '../../planning/scheduling/working-time/create-time-off.ts';
import { deleteTimeOff } from '../../planning/scheduling/working-time/delete-time-off.ts';
import { createView } from '../../planning/views/create-view.ts';
import { deleteView } from '../../planning/views/delete-view.ts';
import { updateView } from '../../planning/views/update-view.ts';
import { teamOperations } from '../groups/teams.ts';
import type { NamedKind } from './find-named.ts';
import { assertMayUse, withNamedIds } from './named-arguments.ts';
import { optional, versioned } from './saved-resource.ts';
import { viewIdOf } from './saved-views.ts';

/** A kind of thing that teams are set up with: the argument that names one, and the operations by action. */
interface Kind {
  id?: string;
  actions: Readonly<Record<string, ToolOperation>>;
}

/** The one that knows what else a team has. */
const deleteTeam = teamOperations.find(({ id }) => id === 'deleteTeam') as ToolOperation;

const kinds: ReadonlyMap<string, Kind> = new Map<string, Kind>([
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
  ['sprint_cadence', { actions: { get: getSprintCadence, update: updateSprintCadence } }],
  ['time_off', { id: 'timeOffId', actions: { create: createTimeOff, delete: deleteTimeOff } }],
  ['view', { id: 'viewId', actions: { create: createView, update: updateView, delete: deleteView } }],
]);

const kindNames = [...kinds.keys()];
const operations = [...kinds.values()].flatMap(({ actions }) => Object.values(actions));
const actionNames = [...new Set([...kinds.values()].flatMap(({ actions }) => Object.keys(actions)))];

/** Arguments that `id` replaces, and columns of views, which only people look at. */
const OMITTED = ['labelId', 'statusId', 'viewId', 'timeOffId', 'columns'];

const settingsArgument = () =>
  z.record(z.string(), z.unknown()).meta({
    description:
      'Of a sprint_cadence: enabled, lengthWeeks, startsOn, timeZone, cooldownDays, upcoming, unfinished.',
  });

/** manage_setup: creates, changes and removes what teams are set up with, by the operations of each kind. */
export const setup: ToolOverrides = {
  extendInput: ({ workspaceId }) => {
    // A cadence has as many settings as all others together, and few teams have one.
    const described = operations.filter((one) => one !== updateSprintCadence);
    const shapes = described.map((one) => toolArguments(one, OMITTED));
    const all = Object.assign({}, ...shapes) as z.ZodRawShape;
    return {
      kind: z.enum(kindNames),
      action: z.enum(actionNames),
      id: z.string().optional().meta({ description: 'Name or id of the label, status, team or view.' }),
      // What these mean of one kind is not what they mean of another.
      ...optional({ ...all, teamId: z.string(), filter: z.string(), sort: z.string() }),
      settings: settingsArgument().optional(),
      workspaceId: workspaceId!,
    };
  },
  run: async (call) => {
    const { kind: kindName, action: actionName, ...args } = call.args;
    const kind = kinds.get(String(kindName));
    const action = kind?.actions[String(actionName)];
    if (kind && action) return await act(call, { action, argument: kind.id }, withSettings(args));
    await assertMayUse(call, { name: 'manage_setup', role: createLabel.role });
    throw kind ? notOneOf('action', Object.keys(kind.actions)) : notOneOf('kind', kindNames);
  },
};

/** The settings of a cadence as the arguments that they are. */
function withSettings({ settings, ...args }: Arguments): Arguments {
  if (settings === undefined) return args;
  if (typeof settings === 'object' && settings !== null) return { ...args, ...settings };
  throw invalidRequest([{ path: 'settings', message: 'must be an object' }]);
}

interface Act {
  action: ToolOperation;
  /** The argument of the operation that names what it changes. */
  argument: string | undefined;
}

async function act(call: ToolCall, { action, argument }: Act, args: Arguments): Promise<OperationResult> {
  const { idempotencyKey, ...rest } =
    argument === undefined ? args : await withId(call, { action, argument }, args);
  const changed =
    action.method === 'DELETE' && action.kind === 'resource' && action.ifMatch ? versioned(rest) : rest;
  return await runOperation(action, {
    ...call,
    args: { ...changed, ...keyOf(call, action, idempotencyKey) },
  });
}

/** Only what creates something needs a key of the client: anything else can be repeated as it is. */
function keyOf({ services }: ToolCall, action: ToolOperation, sent: unknown): Arguments {
  if (!requiresIdempotencyKey(action)) return {};
  const isRepeatable = !action.id.startsWith('create');
  const idempotencyKey = sent ?? (isRepeatable ? services.randomBytes(16).toString('hex') : undefined);
  return idempotencyKey === undefined ? {} : { idempotencyKey };
}

/** The arguments with the id of what has the name in `id`; the team that it is searched in is no argument then. */
async function withId(
  call: ToolCall,
  { action, argument }: { action: ToolOperation; argument: string },
  { id, ...args }: Arguments,
): Promise<Arguments> {
  if (id === undefined) return args;
  if (argument === 'timeOffId') return { ...args, timeOffId: id };
  const { teamId, appliesTo, ...own } = args;
  const place = argument === 'teamId' || teamId === undefined ? {} : { teamId };
  if (argument === 'viewId') return { ...own, viewId: await viewIdOf(call, id, 'id') };
  const kind = kindOfId(argument, { appliesTo, isArchived: action.id.startsWith('unarchive') });
  const [named] = await withNamedIds(
    { name: 'manage_setup', role: action.role },
    call,
    [{ id, ...place }],
    (name) => (name === 'id' ? kind : undefined),
  );
  return { ...own, [argument]: named!['id'] };
}

function kindOfId(
  argument: string,
  { appliesTo, isArchived }: { appliesTo: unknown; isArchived: boolean },
): NamedKind {
  if (argument === 'teamId') return 'team';
  if (argument === 'labelId') return isArchived ? 'archivedLabel' : 'label';
  if (isArchived) return 'archivedStatus';
  return appliesTo === 'objective' ? 'objectiveStatus' : 'status';
}

const notOneOf = (path: string, values: readonly string[]) =>
  invalidRequest([{ path, code: 'not_one_of', message: `must be one of: ${values.join(', ')}` }]);
