import { runOperation, type Arguments, type ToolCall } from '../../kernel/api/mcp/tool.ts';
import { nameKey } from '../../kernel/core/name-key.ts';
import { TOOL_PAGE_MAX_SIZE } from '../../kernel/api/mcp/tool-schemas.ts';
import { invalidRequest } from '../../kernel/core/errors.ts';
import { didYouMean, quotedName } from '../../kernel/core/nearest.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { listWorkspaces } from '../../identity/members/list-workspaces.ts';

interface Listed {
  id: string;
  name: string;
  slug: string;
}

/**
 * Returns the arguments with the id of a workspace: the only one of the person if none is named, or the one that has
 * the name or slug. Throws a 400 that lists them if that is not exactly one.
 */
export async function withWorkspace(call: ToolCall): Promise<Arguments> {
  const { workspaceId: named = undefined, ...args } = call.args;
  if (named !== undefined && (typeof named !== 'string' || uuid().safeParse(named).success)) return call.args;
  const { data } = await runOperation(listWorkspaces, { ...call, args: { limit: TOOL_PAGE_MAX_SIZE } });
  const all: readonly Listed[] = data;
  const wanted = named === undefined ? undefined : nameKey(named);
  const [found, another] = all.filter(
    ({ name, slug }) => wanted === undefined || [nameKey(name), slug].includes(wanted),
  );
  if (found && !another) return { ...args, workspaceId: found.id };
  throw invalidRequest([{ path: 'workspaceId', ...problemOf(named, all) }], 'list_workspaces lists them.');
}

function problemOf(named: string | undefined, all: readonly Listed[]) {
  const list = all.map(({ id, name }) => `${JSON.stringify(name)} (${id})`).join(', ');
  if (named === undefined && all.length > 0) {
    return {
      code: 'required',
      message: `is required, since you are in several workspaces: ${list}`,
    } as const;
  }
  if (named === undefined)
    return { code: 'required', message: 'is required; you are in no workspace' } as const;
  const names = all.map(({ name }) => name);
  const isNamedTwice = names.filter((name) => nameKey(name) === nameKey(named)).length > 1;
  if (isNamedTwice) return { message: `names several of your workspaces: ${list}` };
  return { message: `${quotedName(named)} is none of your workspaces; ${didYouMean(named, names)}` };
}
