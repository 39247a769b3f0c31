import { WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { hasRole, type Caller } from '../../kernel/core/caller.ts';
import { insufficientRole, notFound } from '../../kernel/core/errors.ts';
import type { KnownRule } from '../../events/rules/rule-route.ts';
import type { RuleTally } from '../../events/rules/rule-run-store.ts';
import type { Rule, StoredRule } from '../../events/rules/rule.ts';

export const RULES_PATH = `${WORKSPACE_PATH}/rules`;
export const RULE_PATH = `${RULES_PATH}/{ruleId}`;

/** Whether a caller sees a rule: one of their teams, or as an admin one of the workspace. */
export const canSeeRule = (caller: Caller, { teamId }: Pick<StoredRule, 'teamId'>): boolean =>
  teamId === null ? isAdmin(caller) : caller.teamIds.has(teamId);

const isAdmin = (caller: Caller): boolean => caller.kind === 'operator' || caller.role === 'admin';

/** Returns a rule that the caller sees; otherwise throws a 404. */
export function visibleRuleOrThrow(caller: Caller, known: KnownRule | undefined): KnownRule {
  if (!known || !canSeeRule(caller, known.rule)) throw notFound('rule');
  return known;
}

/** Throws a 403 for a rule of the workspace by who is no admin, and for any by a guest. */
export function assertMayKeep(caller: Caller, teamId: string | null): void {
  if (teamId === null && !isAdmin(caller))
    throw insufficientRole('Rules of the whole workspace are for admins; send a teamId.', 'admin');
  if (!hasRole(caller, 'member')) throw insufficientRole('Rules are not for guests.', 'member');
}

/** A rule as the API returns it. */
export const showRule = (
  { disabledReason, createdBy, createdAt, updatedAt, ...rule }: StoredRule,
  { runs, failures, lastRunAt }: Pick<RuleTally, 'runs' | 'failures' | 'lastRunAt'>,
): Rule => ({ ...rule, runs, failures, disabledReason, lastRunAt, createdBy, createdAt, updatedAt });
