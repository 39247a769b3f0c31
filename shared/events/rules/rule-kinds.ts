import type { FieldChange } from '../../kernel/log/event.ts';
import { eventKinds, FORECAST_CHANGED, type EventKind } from '../webhooks/webhook.ts';

/** What rules can follow besides the types of events, with the types of events that it has; none where time brings it. */
const sourceTypes = {
  'story.unblocked': ['story.updated', 'relation.deleted'],
  'story.sub_stories_completed': ['story.updated', 'story.deleted'],
  'story.pull_request_merged': ['story.updated'],
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

/** The kinds that are about other stories than the one of the event. */
export const kindsOfOthers: ReadonlySet<string> = new Set<RuleKind>([
  'story.unblocked',
  'story.sub_stories_completed',
]);

const risks: readonly unknown[] = ['at_risk', 'off_track'];

/**
 * The kinds that an event can be of, as far as it says so itself: whether a story is unblocked, or its last sub-story at an
 * end, other stories decide.
 */
export function kindsOf(happening: Happening): RuleKind[] {
  const { type, data, changes = [] } = happening;
  const to = (field: string) => changes.find((one) => one.field === field)?.to;
  const mayUnblock =
    type === 'relation.deleted'
      ? data['type'] === 'blocks'
      : type === 'story.updated' && to('statusId') !== undefined;
  const isAtRisk = type.startsWith('objective.') && [to('health'), to('scheduleStatus')].some(isRisk);
  return [
    type as RuleKind,
    ...(mayUnblock ? (['story.unblocked'] as const) : []),
    ...(parentAffected(happening) !== undefined ? (['story.sub_stories_completed'] as const) : []),
    ...(type === 'story.updated' && hasMerged(changes) ? (['story.pull_request_merged'] as const) : []),
    ...(isAtRisk ? (['objective.at_risk'] as const) : []),
  ];
}

const isRisk = (value: unknown): boolean => risks.includes(value);

/** The parent that one sub-story less keeps open: it was moved to another parent, deleted, or its status was changed. */
export function parentAffected({ type, data, changes = [] }: Happening): string | undefined {
  const changeOf = (field: string) => changes.find((one) => one.field === field);
  const moved = changeOf('parentId');
  const isLess =
    type === 'story.deleted' || (type === 'story.updated' && (moved ?? changeOf('statusId')) !== undefined);
  const parentId = moved ? moved.from : data['parentId'];
  return isLess && typeof parentId === 'string' ? parentId : undefined;
}

/** Whether a pull request of a story is merged that was not before. */
function hasMerged(changes: readonly FieldChange[]): boolean {
  const { from, to } = changes.find(({ field }) => field === 'links') ?? {};
  const before = new Set(mergedIn(from));
  return mergedIn(to).some((id) => !before.has(id));
}

const mergedIn = (links: unknown): unknown[] =>
  (Array.isArray(links) ? (links as { id: unknown; kind: unknown; state: unknown }[]) : [])
    .filter(({ kind, state }) => kind === 'pull_request' && state === 'merged')
    .map(({ id }) => id);
