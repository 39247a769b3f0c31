import type { Change, Item, Key, Reader } from '../../kernel/core/database.ts';
import { defineDocument } from '../../kernel/db/document.ts';
import { changeRoutes, routesOf } from '../webhooks/webhook-route-store.ts';
import { RULE_PREFIX, toRoute, type KnownRule } from './rule-route.ts';
import { storedRuleSchema, type StoredRule } from './rule.ts';

export const ruleDocument = defineDocument(storedRuleSchema);

const ruleKey = (workspaceId: string, id: string): Key => ({
  pk: routesOf(workspaceId),
  sk: `${RULE_PREFIX}${id}`,
});

export const toKnownRule = (item: Item): KnownRule => ({ ...toRoute(item), rule: ruleDocument.read(item) });

/** Strongly consistent. */
export async function getRule(read: Reader, workspaceId: string, id: string): Promise<KnownRule | undefined> {
  const item = await read.get(ruleKey(workspaceId, id));
  return item && toKnownRule(item);
}

/** All rules of a workspace, newest first. Strongly consistent. */
export const getRules = async (read: Reader, workspaceId: string): Promise<KnownRule[]> =>
  (await read.children(routesOf(workspaceId), RULE_PREFIX)).map(toKnownRule);

const ruleItem = ({ rule, ...terms }: KnownRule): Item => ({
  ...ruleKey(rule.workspaceId, rule.id),
  ...ruleDocument.write(rule),
  terms: JSON.stringify(terms),
  updatedAt: rule.updatedAt,
});

export const putRule = (known: KnownRule): Change[] => [
  { put: ruleItem(known), if: 'absent' },
  changeRoutes(known.rule),
];

/** Replaces a rule. Throws `stale` if the previous version is no longer current. */
export const replaceRule = (
  known: KnownRule,
  { updatedAt }: Pick<StoredRule, 'updatedAt'>,
  stale: (current: Item | undefined) => Error,
): Change[] => [
  { put: ruleItem(known), if: { equals: { updatedAt } }, onConditionFailed: stale },
  changeRoutes(known.rule),
];

/** Deletes a rule. Throws `stale` if it has changed since it was read. */
export const deleteRuleItem = (
  { workspaceId, id, updatedAt }: Pick<StoredRule, 'workspaceId' | 'id' | 'updatedAt'>,
  stale: () => Error,
): Change[] => [
  { delete: ruleKey(workspaceId, id), if: { equals: { updatedAt } }, onConditionFailed: stale },
  changeRoutes({ workspaceId }),
];
