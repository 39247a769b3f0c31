import type { Arguments, ToolCall } from '../../kernel/api/mcp/tool.ts';
import { fieldsIn, isObject } from '../../kernel/api/mcp/result-data.ts';
import type { OperationResult } from '../../kernel/api/operation/operation-result.ts';
import { listHooks } from '../../planning/hooks/list-hooks.ts';
import type { FoundKind } from './find-named.ts';
import { listedIdOf } from './listed-id.ts';
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

function kindInRule(argument: string): FoundKind | undefined {
  if (argument === 'teamId') return 'team';
  return argument.endsWith('StatusId') ? 'status' : undefined;
}

/** The id of the hook with a name or id. */
export const findHookId = (call: ToolCall, named: unknown): Promise<unknown> =>
  listedIdOf(call, { list: listHooks, noun: 'hook' }, named);

/** What a new hook, or one with a new secret, is to be entered as at its provider; the secret is in no other result. */
export function withHookSecret(result: OperationResult, baseUrl: string): OperationResult {
  const { secret, data } = result;
  if (typeof secret !== 'string') return result;
  const { path, ...hook } = fieldsIn(data);
  const url = `${baseUrl}${String(path)}`;
  const message = `Enter url and this secret at the provider; it is not shown again: ${secret}`;
  return { ...result, data: { ...hook, url, signingSecret: secret, message } };
}
