import { readMembership, type Membership } from '../../kernel/auth/membership-store.ts';
import type { Caller } from '../../kernel/core/caller.ts';
import type { Reader } from '../../kernel/core/database.ts';
import type { KnownRule } from '../../events/rules/rule-route.ts';
import type { StoredRule } from '../../events/rules/rule.ts';
import { RunFailure } from './run-failure.ts';

type Terms = Pick<KnownRule, 'scopes' | 'since'> & { rule: Pick<StoredRule, 'id' | 'workspaceId' | 'runAs'> };

/**
 * Who a rule acts as, with the rights that they have now and, of these, at most those of the credential that it was saved
 * with. Throws RunFailure if their membership has ended.
 */
export async function callerOfRule(read: Reader, terms: Terms): Promise<Caller> {
  const { workspaceId, runAs } = terms.rule;
  const membership = await readMembership(read, workspaceId, runAs.id);
  if (!membership || membership.since !== terms.since)
    throw new RunFailure('run_as_gone', 'Whom the rule acts as is no longer in the workspace.');
  return toCaller(terms, membership);
}

export const toCaller = ({ rule, scopes }: Terms, { role, teamIds, ...own }: Membership): Caller => ({
  kind: rule.runAs.kind === 'user' ? 'user' : 'serviceAccount',
  principalId: rule.runAs.id,
  workspaceId: rule.workspaceId,
  role,
  scopes: new Set(scopes.filter((scope) => own.scopes?.includes(scope) ?? true)),
  teamIds,
  restrictedTeamIds: null,
  proposes: own.proposes,
  credentialId: rule.id,
  credentialName: 'rule',
  expiresAt: '',
  actor: { ...rule.runAs, via: 'rule', ruleId: rule.id },
});
