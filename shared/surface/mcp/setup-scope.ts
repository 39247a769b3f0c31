import * as z from 'zod';
import { runOperation, type ToolCall, type ToolOperation } from '../../kernel/api/mcp/tool.ts';
import { operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { invalidRequest } from '../../kernel/core/errors.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { listedTeams } from '../../identity/team/team-access.ts';
import { findCandidates, namedKinds, type FoundKind } from './find-named.ts';

/** What is archived has an id like the others. */
const archivedKinds: Partial<Record<FoundKind, readonly FoundKind[]>> = {
  status: ['archivedStatus'],
  objectiveStatus: ['archivedStatus'],
  archivedStatus: ['status', 'objectiveStatus'],
  label: ['archivedLabel'],
  archivedLabel: ['label'],
  customField: ['archivedCustomField'],
  archivedCustomField: ['customField'],
};

/** Whether something is among what its kind can mean in a team, or in all of the caller. */
const findInScope = ({ role }: Pick<ToolOperation, 'role'>) =>
  operation({
    id: 'manage_setup',
    method: 'GET',
    path: `${WORKSPACE_PATH}/scope`,
    tag: 'Workspaces',
    summary: 'Find whose something is',
    scopes: [],
    role,
    query: () => ({ kind: z.enum([...namedKinds]), wanted: uuid(), teamId: uuid().optional() }),
    output: () => z.boolean(),
    handle: async ({ query: { kind, wanted, teamId }, ...context }) => {
      const teams = listedTeams(context.caller, teamId);
      const kinds = [kind, ...(archivedKinds[kind] ?? [])];
      const found = await Promise.all(kinds.map((one) => findCandidates(one, { ...context, teams })));
      return found.flat().some(({ id }) => id === wanted);
    },
  });

/**
 * Throws a 400 if arguments that only say which of several names is meant contradict an id: what has it stays where it
 * is, and a caller who means to move it must know.
 */
export async function assertInScope(
  call: ToolCall,
  action: ToolOperation,
  { id, kind, scope }: { id: unknown; kind: FoundKind; scope: { teamId?: unknown; appliesTo?: unknown } },
): Promise<void> {
  const [path] = Object.entries(scope).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  const wanted = uuid().safeParse(id).data;
  if (path === undefined || wanted === undefined) return;
  const { workspaceId } = call.args;
  const team = scope.teamId === undefined ? {} : { teamId: scope.teamId };
  const args = { workspaceId, kind, wanted, ...team };
  const { data } = await runOperation(findInScope(action), { ...call, args });
  if (data === true) return;
  throw invalidRequest([{ path, message: 'is not that of this id; what has it stays where it is' }]);
}
