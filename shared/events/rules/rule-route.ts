import type { Item, Key } from '../../kernel/core/database.ts';
import type { Scope } from '../../kernel/core/scopes.ts';
import { attributesOf } from '../../kernel/db/document.ts';
import type { Guard } from './rule-guard.ts';
import type { StoredRule } from './rule.ts';

/** What is stored with a rule and not shown. */
interface RuleTerms {
  /** Its filter with ids in place of names; null if it has none. */
  filter: string | null;
  guard: Guard;
  /** The scopes of the credential that it was saved with, which it never exceeds. */
  scopes: readonly Scope[];
  /** When the membership of runAs began; it ends with it. */
  since: string | undefined;
}

/** A rule with what is stored with it. */
export interface KnownRule extends RuleTerms {
  rule: StoredRule;
}

/** Rules are among the routes of their workspace: anyone who follows its events reads them anyway, and once. */
export const RULE_PREFIX = '#R#';
export const isRuleItem = ({ sk }: Key): boolean => sk.startsWith(RULE_PREFIX);

const unset = { teamId: null, on: null, schedule: null, if: null, was: null, disabledReason: null };

/** A rule as it is stored, without its schema, which those who only follow events need not load. */
export function toRoute(item: Item): KnownRule {
  const { doc, terms } = attributesOf<{ doc: string; terms: string }>(item);
  return {
    ...(JSON.parse(terms) as RuleTerms),
    rule: { ...unset, ...(JSON.parse(doc) as Omit<StoredRule, keyof typeof unset>) },
  };
}
