import type { WebhookEvent } from '../../kernel/log/event.ts';
import type { SetEvent } from '../change-sets/change-set.ts';
import type { FindCategory } from '../../identity/status/find-categories.ts';
import { had, meets } from './rule-guard.ts';
import { kindsOf, kindsOfOthers, type RuleKind } from './rule-kinds.ts';
import type { KnownRule } from './rule-route.ts';

/** An event as rules see it. */
export type RuleEvent = SetEvent;

export const toRuleEvent = ({ body }: Pick<WebhookEvent, 'body'>): RuleEvent => JSON.parse(body) as RuleEvent;

/**
 * The kind of an event that has a rule run, as far as the event itself decides: what it is, what was before, and what its
 * story has. Reads nothing but categories of statuses. A rule does not see its own effects.
 */
export async function kindThatTriggers(
  { rule, guard }: Pick<KnownRule, 'rule' | 'guard'>,
  event: RuleEvent,
  findCategory: FindCategory,
): Promise<RuleKind | undefined> {
  if (!rule.enabled || !rule.on || event.actor.ruleId === rule.id) return undefined;
  if (rule.teamId !== null && rule.teamId !== event.teamId) return undefined;
  const kind = kindsOf(event).find((one) => rule.on!.includes(one));
  if (kind === undefined || !had(rule.was, event.changes)) return undefined;
  if (kindsOfOthers.has(kind)) return (await endsOne(event, kind, findCategory)) ? kind : undefined;
  const isOfStory = event.type.startsWith('story.');
  return isOfStory && (await meets(guard, event.data, findCategory)) === false ? undefined : kind;
}

/**
 * Whether an event ends what others wait for: a relation, or a story that was not at an end before and reaches one; a parent
 * also waits no longer for one that is deleted or gets another parent.
 */
async function endsOne(
  { type, data, changes = [] }: RuleEvent,
  kind: RuleKind,
  findCategory: FindCategory,
): Promise<boolean> {
  if (type === 'relation.deleted') return true;
  const isEnd = async (id: unknown) => ends.has(String(await findCategory(String(id))));
  const { statusId } = data as { statusId?: unknown };
  const { from = statusId, to } = changes.find(({ field }) => field === 'statusId') ?? {};
  if (await isEnd(from)) return false;
  const leaves = type === 'story.deleted' || changes.some(({ field }) => field === 'parentId');
  return (leaves && kind === 'story.sub_stories_completed') || (await isEnd(to));
}

const ends: ReadonlySet<string> = new Set(['completed', 'cancelled']);
