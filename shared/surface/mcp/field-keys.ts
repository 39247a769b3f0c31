import * as z from 'zod';
import { operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { runOperation, type Arguments, type Tool, type ToolCall } from '../../kernel/api/mcp/tool.ts';
import { isObject } from '../../kernel/api/mcp/result-data.ts';
import { nameKey } from '../../kernel/core/name-key.ts';
import { didYouMean, quotedName } from '../../kernel/core/nearest.ts';
import { listedTeams } from '../../identity/team/team-access.ts';
import { findCandidates, isCustomFieldKey } from './find-named.ts';

/** Where the values of custom fields are, and how a field of them is named in a list of fields. */
const VALUES = 'customFields';
const PREFIX = `${VALUES}.`;

/** The keys of custom fields by what people call them, or why a name means none. */
type FieldKeys = ReadonlyMap<string, { key: string } | { problem: string }>;

/**
 * Groups of arguments whose custom fields are named by their keys, where people's names were sent, and why the other
 * names mean no field, under the position of their group. Groups without names cost nothing.
 */
export async function withFieldKeys(
  tool: Pick<Tool, 'name' | 'role'>,
  call: ToolCall,
  groups: readonly Arguments[],
): Promise<{ groups: readonly Arguments[]; problems: { group: number; path: string; message: string }[] }> {
  const named = groups.map(namesIn);
  const wanted = [...new Set(named.flat())];
  if (wanted.length === 0) return { groups, problems: [] };
  const args = { workspaceId: call.args['workspaceId'], wanted };
  const { data } = await runOperation(resolveFieldKeys(tool), { ...call, args });
  const keys: FieldKeys = new Map(data.map(({ name, ...one }) => [name, one]));
  return {
    groups: groups.map((group) => withKeys(group, keys)),
    problems: named.flatMap((names, group) =>
      names.flatMap((name) => {
        const found = keys.get(name)!;
        return 'problem' in found ? [{ group, path: `${PREFIX}${name}`, message: found.problem }] : [];
      }),
    ),
  };
}

/** The names of custom fields in a group that are no keys. */
function namesIn({ [VALUES]: values, clearFields }: Arguments): string[] {
  const cleared = Array.isArray(clearFields)
    ? clearFields.flatMap((one: unknown) => (isCleared(one) ? [one.slice(PREFIX.length)] : []))
    : [];
  return [...(isObject(values) ? Object.keys(values) : []), ...cleared].filter(
    (name) => !isCustomFieldKey(name),
  );
}

const isCleared = (field: unknown): field is string => typeof field === 'string' && field.startsWith(PREFIX);

function withKeys(group: Arguments, keys: FieldKeys): Arguments {
  const { [VALUES]: values, clearFields } = group;
  const keyOf = (name: string): string => {
    const found = keys.get(name);
    return found && 'key' in found ? found.key : name;
  };
  return {
    ...group,
    ...(isObject(values)
      ? { [VALUES]: Object.fromEntries(Object.entries(values).map(([name, one]) => [keyOf(name), one])) }
      : {}),
    ...(Array.isArray(clearFields)
      ? {
          clearFields: clearFields.map((one: unknown) =>
            isCleared(one) ? `${PREFIX}${keyOf(one.slice(PREFIX.length))}` : one,
          ),
        }
      : {}),
  };
}

/** Returns the keys that names of custom fields mean, with the rights that listing those requires. */
const resolveFieldKeys = ({ name: id, role }: Pick<Tool, 'name' | 'role'>) =>
  operation({
    // A refusal names it.
    id,
    method: 'GET',
    path: `${WORKSPACE_PATH}/field-keys`,
    tag: 'Workspaces',
    summary: 'Find custom fields by name',
    scopes: [],
    role,
    query: () => ({ wanted: z.array(z.string()) }),
    output: () =>
      z.array(
        z.union([
          z.object({ name: z.string(), key: z.string() }),
          z.object({ name: z.string(), problem: z.string() }),
        ]),
      ),
    handle: async ({ query: { wanted }, ...context }) => {
      const teams = listedTeams(context.caller, undefined);
      const fields = await findCandidates('customField', { ...context, teams });
      return wanted.map((name) => {
        const same = fields.filter(({ names }) => names.some((one) => nameKey(one ?? '') === nameKey(name)));
        const [key, ...others] = new Set(same.map(({ names }) => names[0]!));
        if (key !== undefined && others.length === 0) return { name, key };
        const listed = 'manage_setup with kind: "custom_field" and action: "get" lists them by their keys';
        const problem =
          key === undefined
            ? `${quotedName(name)} is no custom field that you can see; ${didYouMean(name, [...new Set(fields.flatMap(({ names }) => names.map((one) => one ?? '')))])} ${listed}`
            : `${quotedName(name)} could mean ${[key, ...others].join(', ')}; send one of these keys`;
        return { name, problem };
      });
    },
  });
