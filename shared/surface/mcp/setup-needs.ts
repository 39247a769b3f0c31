import * as z from 'zod';
import type { ToolOperation } from '../../kernel/api/mcp/tool.ts';
import { requiresIdempotencyKey } from '../../kernel/api/mcp/tool-schemas.ts';
import { ApiError, errorCodes, invalidRequest } from '../../kernel/core/errors.ts';
import { setupKinds, type SetupKind } from './setup-kinds.ts';

/** What every action takes, or what manage_setup supplies. */
const OF_ALL = ['workspaceId', 'idempotencyKey', 'updatedSince', 'ids', 'limit', 'cursor', 'columns'];

/** The arguments of an action, those that it needs and the others. */
function argumentsOf(kind: SetupKind, operation: ToolOperation): { needed: string[]; others: string[] } {
  const { path, query, body } = operation.input;
  const shape: z.ZodRawShape = {
    ...path.shape,
    ...query.shape,
    ...(body instanceof z.ZodObject ? body.shape : {}),
  };
  const names = Object.keys(shape).filter((name) => !OF_ALL.includes(name));
  const isNeeded = (name: string) => !(shape[name] as z.ZodType).safeParse(undefined).success;
  const called = (name: string) => {
    if (name === kind.id) return operation.id.startsWith('create') || kind.id === undefined ? name : 'id';
    return name === 'memberId' && kind === setupKinds.get('team_member') ? 'memberIds' : name;
  };
  const needed = names.filter((name) => isNeeded(name) && !(name === 'code' && isDerivable(operation)));
  return {
    needed: [...needed.map(called), ...ofChanges(operation)],
    others: names.filter((name) => !needed.includes(name)).map(called),
  };
}

/** What a creation, and a deletion of a version, need besides. */
const ofChanges = (operation: ToolOperation): string[] => [
  ...(operation.id.startsWith('create') && requiresIdempotencyKey(operation) ? ['idempotencyKey'] : []),
  ...(operation.method === 'DELETE' && operation.kind === 'resource' && operation.ifMatch
    ? ['expectedUpdatedAt']
    : []),
];

/** A team's code follows from its name. */
const isDerivable = ({ id }: ToolOperation): boolean => id === 'createTeam';

/** What the kinds need to be created, added or, if there is always one, changed, for the list of tools. */
export const needsOfKinds = (): string =>
  [...setupKinds]
    .flatMap(([name, kind]) => {
      const action = kind.actions['create'] ?? kind.actions['add'] ?? kind.actions['update'];
      const needed = action ? argumentsOf(kind, action).needed : [];
      // The tool says of its own argument what it is.
      return [`${name}: ${needed.filter((one) => one !== 'idempotencyKey').join(', ')}`];
    })
    .join('; ');

/** An error about what was sent, with everything that the action takes. */
export function withNeeds(error: unknown, [kindName, actionName]: readonly [string, string]): unknown {
  const kind = setupKinds.get(kindName)!;
  const isOfArguments = error instanceof ApiError && error.code === 'invalid_request';
  // One with a hint of its own knows better.
  if (!isOfArguments || error.hint !== errorCodes.invalid_request.hint) return error;
  const { needed, others } = argumentsOf(kind, kind.actions[actionName]!);
  const sentence = [
    `${kindName} ${actionName} ${needed.length > 0 ? `needs ${needed.join(', ')}` : 'needs nothing else'}`,
    ...(others.length > 0 ? [`takes ${others.join(', ')}`] : []),
  ];
  const where = kind.settings === undefined ? '' : ' What is no argument of the tool belongs in settings.';
  return invalidRequest(error.fields, `${sentence.join(' and ')}.${where}`);
}
