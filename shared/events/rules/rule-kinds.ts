import type { FieldChange } from '../../kernel/log/event.ts';
import { eventKinds, FORECAST_CHANGED, type EventKind } from '../webhooks/webhook.ts';

/** What rules can follow besides the types of events, with the types of events that it has; none where time brings it. */
const sourceTypes = {
  'story.unblocked': ['story.updated', 'relation.deleted'],
  'story.overdue': [],
  'sprint.ended': [],
  'objective.at_risk': [FORECAST_CHANGED, 'objective.updated'],
} as const satisfies Record<string, readonly EventKind[]>;

type DerivedKind = keyof typeof sourceTypes;
export type RuleKind = EventKind | DerivedKind;

export const ruleKinds: readonly RuleKind[] = [...eventKinds, ...(Object.keys(sourceTypes) as DerivedKind[])];

export const isRuleKind = (kind: string): kind is RuleKind => ruleKinds.some((one) => one === kind);

/** The types of events of a kind. */
export const typesOf = (kind: RuleKind): readonly EventKind[] =>
  Object.hasOwn(sourceTypes, kind) ? sourceTypes[kind as DerivedKind] : [kind as EventKind];

/** What an event says of what happened. */
interface Happening {
  type: string;
  data: Record<string, unknown>;
  changes?: readonly FieldChange[];
}

const risks: readonly unknown[] = ['at_risk', 'off_track'];

/** The kinds that an event can be of, as far as it says so itself: whether a story is unblocked, other stories decide. */
export function kindsOf({ type, data, changes = [] }: Happening): RuleKind[] {
  const to = (field: string) => changes.find((one) => one.field === field)?.to;
  const mayUnblock =
    type === 'relation.deleted'
      ? data['type'] === 'blocks'
      : type === 'story.updated' && to('statusId') !== undefined;
  const isAtRisk = type.startsWith('objective.') && [to('health'), to('scheduleStatus')].some(isRisk);
  return [
    type as RuleKind,
    ...(mayUnblock ? (['story.unblocked'] as const) : []),
    ...(isAtRisk ? (['objective.at_risk'] as const) : []),
  ];
}

const isRisk = (value: unknown): boolean => risks.includes(value);
