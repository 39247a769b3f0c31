import { WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { getServiceAccountItem } from '../../identity/service-accounts/service-account-store.ts';
import { getStatusReference } from '../../identity/status/status-store.ts';
import { toMembership } from '../../kernel/auth/membership-store.ts';
import type { Caller } from '../../kernel/core/caller.ts';
import type { Item, Reader } from '../../kernel/core/database.ts';
import { invalidReference, notFound, type FieldProblem } from '../../kernel/core/errors.ts';
import type { Hook, HookRule } from './hook.ts';
import { toHook } from './hook-store.ts';

export const HOOKS_PATH = `${WORKSPACE_PATH}/hooks`;
export const HOOK_PATH = `${HOOKS_PATH}/{hookId}`;

/** The item of a hook of the caller's workspace; throws a 404 for any other. */
export function ownHookOrThrow(caller: Caller, item: Item | undefined): Item {
  if (!item || toHook(item).workspaceId !== caller.workspaceId) throw notFound('hook');
  return item;
}

/** The statuses that a rule names, by their fields. */
export const statusFields = ['openedStatusId', 'mergedStatusId', 'closedStatusId'] as const;

/**
 * Throws a 400 unless a hook acts as a service account that may change stories, in teams that the caller and the account
 * are in, and moves stories to statuses of these teams.
 */
export async function assertHookFits(
  caller: Caller,
  read: Reader,
  { serviceAccountId, rules }: Pick<Hook, 'serviceAccountId' | 'rules'>,
): Promise<void> {
  const [item, ...ofRules] = await Promise.all([
    getServiceAccountItem(read, caller.workspaceId, serviceAccountId),
    ...rules.map((rule, n) => statusProblems(read, rule, n)),
  ]);
  const account = item && toMembership(item);
  const teams = rules.flatMap(({ teamId }, n) => {
    const path = `rules.${n}.teamId`;
    if (caller.kind !== 'operator' && !caller.teamIds.has(teamId)) {
      return [{ path, message: 'is not a team that this credential can access' }];
    }
    return account && !account.teamIds.has(teamId)
      ? [{ path, message: 'is not a team of the service account' }]
      : [];
  });
  const problems: FieldProblem[] = [...accountProblems(account), ...teams, ...ofRules.flat()];
  if (problems.length > 0) throw invalidReference(problems);
}

function accountProblems(account: ReturnType<typeof toMembership> | undefined): FieldProblem[] {
  const path = 'serviceAccountId';
  if (!account) return [{ path, message: 'is not a service account of the workspace' }];
  return account.scopes?.includes('stories:write')
    ? []
    : [{ path, message: 'is a service account without the scope stories:write' }];
}

async function statusProblems(read: Reader, rule: HookRule, n: number): Promise<FieldProblem[]> {
  const named = statusFields.flatMap((field) =>
    rule[field] === null ? [] : [[field, rule[field]] as const],
  );
  const found = await Promise.all(named.map(([, id]) => getStatusReference(read, id)));
  return named.flatMap(([field], at) => {
    const status = found[at];
    const fits = status?.teamId === rule.teamId && !status.archived;
    return fits ? [] : [{ path: `rules.${n}.${field}`, message: 'is not a status of the team' }];
  });
}
