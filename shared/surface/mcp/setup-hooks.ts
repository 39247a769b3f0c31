import { runOperation, type Arguments, type ToolCall } from '../../kernel/api/mcp/tool.ts';
import { TOOL_PAGE_MAX_SIZE } from '../../kernel/api/mcp/tool-schemas.ts';
import type { OperationResult } from '../../kernel/api/operation/execute.ts';
import { invalidReference } from '../../kernel/core/errors.ts';
import { didYouMean, quotedName } from '../../kernel/core/nearest.ts';
import { uuid } from '../../kernel/core/schema.ts';
import type { Hook } from '../../planning/hooks/hook.ts';
import { listHooks } from '../../planning/hooks/list-hooks.ts';
import type { NamedKind } from './find-named.ts';
import { withNamedIds } from './named-arguments.ts';

const TOOL = { name: 'manage_setup', role: 'admin' } as const;

/** The settings of a hook with ids in place of the names of its service account, teams and statuses. */
export async function withHookNames(call: ToolCall, args: Arguments): Promise<Arguments> {
  const [named] = await withNamedIds(TOOL, call, [args], (argument) =>
    argument === 'serviceAccountId' ? 'member' : undefined,
  );
  const { rules } = named!;
  if (!Array.isArray(rules) || !rules.every(isObject)) return named!;
  return { ...named!, rules: await withNamedIds(TOOL, call, rules, kindInRule) };
}

const isObject = (value: unknown): value is Arguments =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function kindInRule(argument: string): NamedKind | undefined {
  if (argument === 'teamId') return 'team';
  return argument.endsWith('StatusId') ? 'status' : undefined;
}

/** The id of the hook with a name or id. Throws a 400 that lists those with similar names, or with the same. */
export async function hookIdOf(call: ToolCall, named: unknown): Promise<unknown> {
  if (typeof named !== 'string' || uuid().safeParse(named).success) return named;
  const args = { workspaceId: call.args['workspaceId'], limit: TOOL_PAGE_MAX_SIZE };
  const hooks = (await runOperation(listHooks, { ...call, args })).data as Hook[];
  const same = hooks.filter(({ name }) => name.toLowerCase() === named.trim().toLowerCase());
  if (same.length === 1) return same[0]!.id;
  const names = hooks.map(({ name }) => name);
  const found =
    same.length > 1
      ? `could mean ${same.map(({ id }) => id).join(', ')}; send one of these ids`
      : `is no hook; ${didYouMean(named, names)}`;
  throw invalidReference([{ path: 'id', message: `${quotedName(named)} ${found}` }]);
}

/** What a new hook, or one with a new secret, is to be entered as at its provider; the secret is in no other result. */
export function withHookSecret(result: OperationResult, baseUrl: string): OperationResult {
  const { secret, data } = result;
  if (typeof secret !== 'string') return result;
  const { path, ...hook } = data as Hook;
  const url = `${baseUrl}${path}`;
  const message = `Enter url and this secret at the provider; it is not shown again: ${secret}`;
  return { ...result, data: { ...hook, url, signingSecret: secret, message } };
}
