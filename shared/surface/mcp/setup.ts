import * as z from 'zod';
import {
  runOperation,
  withArgumentNames,
  type Arguments,
  type ToolCall,
  type ToolOperation,
  type ToolOverrides,
} from '../../kernel/api/mcp/tool.ts';
import { fieldsIn } from '../../kernel/api/mcp/result-data.ts';
import { argumentsSchema, requiresIdempotencyKey, toolArguments } from '../../kernel/api/mcp/tool-schemas.ts';
import { clearableFields } from '../../kernel/api/operation/field-problems.ts';
import type { OperationResult } from '../../kernel/api/operation/operation-result.ts';
import type { ToolOutcome } from '../../kernel/api/mcp/tool-result.ts';
import { invalidRequest } from '../../kernel/core/errors.ts';
import type { FoundKind } from './find-named.ts';
import { findNamedIds, withNamedIds } from './named-arguments.ts';
import { assertMayUse } from './resolve-names.ts';
import { optional, versioned } from '../../kernel/api/mcp/saved-resource.ts';
import { listedIdOf } from './listed-id.ts';
import { findViewId } from './saved-views.ts';
import { findHookId, withHookNames, withHookSecret } from './setup-hooks.ts';
import { addTeamMember } from '../../identity/teams/add-team-member.ts';
import { listBusyTimes } from '../../planning/scheduling/working-time/list-busy-times.ts';
import { listTimeOff } from '../../planning/scheduling/working-time/list-time-off.ts';
import { joinTeam } from '../../identity/teams/join-team.ts';
import { listJoinableTeams } from '../../identity/teams/list-joinable-teams.ts';
import { removeTeamMember } from '../../identity/teams/remove-team-member.ts';
import { WHOLE_WORKSPACE } from '../../planning/labels/label.ts';
import { setupKinds, type SetupKind } from './setup-kinds.ts';
import { assertInScope } from './setup-scope.ts';
import { needsOfKinds, withNeeds } from './setup-needs.ts';
import { withRecurringNames } from './setup-recurring.ts';
import { describedRule, ruleAction } from './setup-rules.ts';
import { changeMembers, createWithCode } from './setup-teams.ts';
import { understandArguments } from './understand-arguments.ts';
import { withStoryIds } from '../../planning/stories/story-tool.ts';

const kindNames = [...setupKinds.keys()];
const operations = [...setupKinds.values()].flatMap(({ actions }) => Object.values(actions));
const actionNames = [...new Set([...setupKinds.values()].flatMap(({ actions }) => Object.keys(actions)))];

/** Arguments that `id` replaces, and columns of views, which only people look at. */
const OMITTED = [
  ...[...setupKinds.values()].flatMap(({ id }) => (id === undefined || id === 'teamId' ? [] : [id])),
  'updatedSince',
  'limit',
  'cursor',
  'columns',
];

/** Operations that take `settings`: as many fields as all others together, and few teams or people have any. */
const WITH_SETTINGS: readonly ToolOperation[] = [...setupKinds.values()].flatMap(({ settings, actions }) =>
  settings === undefined ? [] : Object.values(actions),
);

const settingsArgument = () =>
  z.record(z.string(), z.unknown()).meta({
    description: [...setupKinds]
      .flatMap(([kind, { settings }]) => (settings === undefined ? [] : `${kind}: ${settings}.`))
      .join(' '),
  });

/** manage_setup: creates, changes and removes what teams are set up with, by the operations of each kind. */
export const setup: ToolOverrides = {
  operations,
  extendInput: ({ workspaceId }) => {
    const described = operations.filter((one) => !WITH_SETTINGS.includes(one));
    const shapes = described.map((one) => toolArguments(one, OMITTED));
    const all = Object.assign({}, ...shapes) as z.ZodRawShape;
    return {
      kind: z.enum(kindNames).meta({ description: `Needs: ${needsOfKinds()}.` }),
      action: z.enum(actionNames),
      id: z.string().optional().meta({ description: 'Its name or id.' }),
      // What these mean of one kind is not what they mean of another.
      ...optional({ ...all, ...ofSeveralKinds() }),
      memberIds: z.array(z.string()).optional(),
      settings: settingsArgument().optional(),
      workspaceId: workspaceId!,
    };
  },
  run: async (call) => {
    const { kind: kindName, action: actionName, ...args } = call.args;
    const kind = setupKinds.get(String(kindName));
    const action = kind?.actions[String(actionName)];
    if (kind && action) {
      try {
        const done = await withArgumentNames(namesOfId(kind, action), () =>
          actNamed(call, { action, argument: kind.id, noun: kind.noun }, args),
        );
        return done.isRead ? done : withMessage(done, `${String(kindName)} ${pastOf[String(actionName)]}.`);
      } catch (error) {
        throw withNeeds(error, [String(kindName), String(actionName)]);
      }
    }
    await assertMayUse(call, { name: 'manage_setup', role: 'guest' });
    throw kind ? notOneOf('action', Object.keys(kind.actions)) : notOneOf('kind', kindNames);
  },
};

/** What an action has done. */
const pastOf: Readonly<Record<string, string>> = {
  create: 'created',
  update: 'updated',
  delete: 'deleted',
  archive: 'archived',
  unarchive: 'not archived any more',
  add: 'added',
  remove: 'removed',
  join: 'joined',
  leave: 'left',
  rotate_secret: 'has a new secret',
  revert: 'reverted',
};

/** A result that says what was done, unless it does: fields alone do not show what left them. */
const withMessage = ({ data, ...done }: ToolOutcome, message: string): ToolOutcome => ({
  ...done,
  data: { message, ...fieldsIn(data) },
});

/** The id of a team that the caller can join, or is in already. Throws a 400 that lists those to join. */
async function joinableTeam(call: ToolCall, id: unknown): Promise<unknown> {
  const { groups, problems } = await findNamedIds({ name: 'manage_setup', role: 'guest' }, call, [
    { teamId: id },
  ]);
  if (problems.length === 0) return groups[0]!['teamId'];
  return await listedIdOf(call, { list: listJoinableTeams, noun: 'team that you can join' }, id);
}

/** What a person has several of, by the argument that names one. */
const listedKinds: ReadonlyMap<string, { list: ToolOperation; noun: string }> = new Map([
  ['timeOffId', { list: listTimeOff, noun: 'time off of this member' }],
  ['busyTimeId', { list: listBusyTimes, noun: 'busy time of this member' }],
]);

/** What `id` and `memberIds` stand for. */
const namesOfId = ({ id }: SetupKind, action: ToolOperation): Record<string, string> => ({
  ...(id === undefined || action.id.startsWith('create') ? {} : { [id]: 'id' }),
  ...(action === addTeamMember || action === removeTeamMember ? { memberId: 'memberIds' } : {}),
});

/** Arguments that are not the same of each kind, and those whose description few need. */
const ofSeveralKinds = () => ({
  teamId: z.string(),
  filter: z.string(),
  sort: z.string(),
  order: z.int(),
  nextSequenceId: z.int(),
  startDate: z.string(),
  endDate: z.string(),
  clearFields: z.array(z.string()),
  expectedUpdatedAt: z.string(),
});

/** Acts with the settings of a custom field, a cadence or working hours as the arguments that they are. */
async function actNamed(
  call: ToolCall,
  act: SetupAction,
  { settings, ...args }: Arguments,
): Promise<ToolOutcome> {
  if (settings === undefined) return await run(call, act, args);
  if (typeof settings !== 'object' || settings === null)
    throw invalidRequest([{ path: 'settings', message: 'must be an object' }]);
  const twice = Object.keys(settings).filter((name) => args[name] !== undefined);
  if (twice.length > 0)
    throw invalidRequest(twice.map((path) => ({ path, message: 'is in settings too; send it once' })));
  if (act.argument === 'ruleId') return await run(call, act, { ...args, ...settings });
  // Names are searched in the team that has it.
  const team = args['teamId'] === undefined ? {} : { teamId: args['teamId'] };
  const hasOwnNames = act.argument === 'hookId' || act.argument === 'recurringStoryId';
  const tool = { name: 'manage_setup', role: 'guest' } as const;
  const { withNestedNames } = await import('./nested-names.ts');
  const named = hasOwnNames
    ? settings
    : await withNestedNames(tool, call, { value: { ...team, ...settings }, at: '' });
  return await run(call, act, { ...args, ...understoodSettings(act.action, named as Arguments) });
}

/** Settings as the operation takes them, with what people write for values such as `Monday`. */
const understoodSettings = (action: ToolOperation, settings: Arguments): Arguments =>
  understandArguments(argumentsSchema(toolArguments(action, [])), settings, {
    isOfMany: true,
    clearable: () => (action.input.body ? clearableFields(action.input.body) : []),
  });

interface SetupAction {
  action: ToolOperation;
  /** The argument of the operation that names what it changes. */
  argument: string | undefined;
  noun: SetupKind['noun'];
}

async function run(call: ToolCall, act: SetupAction, args: Arguments): Promise<ToolOutcome> {
  if (act.argument !== 'ruleId') return await runNamed(call, act, args);
  const rule = await ruleAction(call, act.action, args);
  const outcome = await runNamed(
    call,
    { action: rule.action, argument: undefined, noun: undefined },
    rule.args,
  );
  return await describedRule({ ...call, args: { ...args, ...rule.args } }, act.action, outcome);
}

async function runNamed(
  call: ToolCall,
  { action, argument, noun }: SetupAction,
  args: Arguments,
): Promise<ToolOutcome> {
  const { idempotencyKey, ...rest } =
    argument === undefined ? args : await withId(call, { action, argument, noun }, args);
  const changed =
    action.method === 'DELETE' && action.kind === 'resource' && action.ifMatch ? versioned(rest) : rest;
  const runAs = (own: Arguments) =>
    runOperation(action, { ...call, args: { ...own, ...keyOf(call, action, idempotencyKey) } });
  const result = withHookSecret(
    await runAction({ call, action, run: runAs }, changed),
    call.services.baseUrl(),
  );
  const data = action.kind === 'list' ? { entries: result.data } : withScope(action, result.data);
  const isRead = action.method === 'GET';
  return { ...result, data, isRead, isSettings: isRead };
}

interface Running {
  call: ToolCall;
  action: ToolOperation;
  run: (args: Arguments) => Promise<OperationResult>;
}

async function runAction({ call, action, run }: Running, args: Arguments): Promise<OperationResult> {
  if (action.id === 'createTeam') return await createWithCode(run, args);
  if (args['memberIds'] === undefined) return await run(args);
  if (action === addTeamMember || action === removeTeamMember) return await changeMembers(call, action, args);
  return await run(args);
}

/** A label says whose it is. */
const withScope = ({ tag }: ToolOperation, data: unknown): unknown =>
  tag === 'Labels' && fieldsIn(data)['teamId'] === null
    ? { ...fieldsIn(data), scope: WHOLE_WORKSPACE }
    : data;

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
  { action, argument, noun }: SetupAction & { argument: string },
  given: Arguments,
): Promise<Arguments> {
  if (argument === 'recurringStoryId') return await withRecurringNames(call, action, given);
  const { id, ...args } = given;
  if (argument === 'hookId') {
    const hookId = id === undefined ? {} : { hookId: await findHookId(call, id) };
    return { ...(await withHookNames(call, args)), ...hookId };
  }
  if (id === undefined) return args;
  // One that the caller is not in, by name or code.
  if (action === joinTeam) return { ...args, teamId: await joinableTeam(call, id) };
  const listed = listedKinds.get(argument);
  if (listed) {
    const { memberId } = args;
    const queries = [{ memberId: memberId ?? 'me' }];
    return { ...args, [argument]: await listedIdOf(call, { ...listed, queries }, id) };
  }
  if (argument === 'storyId') {
    const [named] = await withStoryIds(action, call, [{ story: id }], () => 'id');
    return { ...args, ...named };
  }
  if (argument === 'viewId') return { ...args, viewId: await findViewId(call, id, 'id') };
  const { teamId, ...inTeam } = args;
  const { appliesTo, ...ofStatus } = inTeam;
  // What only says whose name is meant is no argument of the operation.
  const own = argument === 'statusId' ? ofStatus : inTeam;
  const place = argument === 'teamId' || teamId === undefined ? {} : { teamId };
  const kind = kindOfId(argument, { noun, appliesTo, isArchived: action.id.startsWith('unarchive') });
  const [named] = await withNamedIds(
    { name: 'manage_setup', role: action.role },
    call,
    [{ id, ...place }],
    (name) => (name === 'id' ? kind : undefined),
  );
  const found = named!['id'];
  if (argument === 'teamId' && teamId !== undefined && teamId !== found)
    throw invalidRequest([{ path: 'id', message: 'names another team than teamId; send id alone' }]);
  const scope = { ...place, ...(own === inTeam ? {} : { appliesTo }) };
  await assertInScope(call, action, { id, kind, scope });
  return { ...own, [argument]: found };
}

function kindOfId(
  argument: string,
  { noun, appliesTo, isArchived }: { noun: SetupKind['noun']; appliesTo: unknown; isArchived: boolean },
): FoundKind {
  if (argument === 'teamId') return 'team';
  if (argument === 'customFieldId') return isArchived ? 'archivedCustomField' : 'customField';
  if (argument === 'labelId') return isArchived ? 'archivedLabel' : 'label';
  if (noun !== undefined) return noun;
  if (isArchived) return 'archivedStatus';
  return appliesTo === 'objective' ? 'objectiveStatus' : 'status';
}

const notOneOf = (path: string, values: readonly string[]) =>
  invalidRequest([{ path, code: 'not_one_of', message: `must be one of: ${values.join(', ')}` }]);
