import * as z from 'zod';
import { clearableFields } from '../../kernel/api/operation/field-problems.ts';
import type { FieldChange } from '../../kernel/log/event.ts';
import type { SetEvent } from '../../events/change-sets/change-set.ts';
import { actOf } from '../../events/change-sets/set-acts.ts';

/**
 * What a change set did to a field: its value before and after, the id of the event that changed it last, and the
 * version that the resource had once it was changed first.
 */
interface NetChange extends FieldChange {
  eventId: string;
  since: string | undefined;
}

/** What a change set did to one resource. */
export interface ResourceChanges {
  resource: string;
  id: string;
  first: SetEvent;
  last: SetEvent;
  /** The fields that it changed, from their value before the set to that after it. */
  fields: readonly NetChange[];
}

/** Resources in the order in which they are reverted: what was changed last comes first. */
export function resourcesOf(events: readonly SetEvent[]): ResourceChanges[] {
  const groups = [
    ...Map.groupBy(events, ({ data, type }) => `${actOf({ type }).resource} ${data.id}`).values(),
  ];
  const positions = new Map(events.map((event, position) => [event.id, position]));
  return groups
    .map((group): ResourceChanges => {
      const [first, last] = [group[0]!, group.at(-1)!];
      return { resource: actOf(first).resource, id: first.data.id, first, last, fields: netChanges(group) };
    })
    .sort((a, b) => positions.get(b.last.id)! - positions.get(a.last.id)!);
}

function netChanges(events: readonly SetEvent[]): NetChange[] {
  const net = new Map<string, NetChange>();
  for (const { id: eventId, data, changes = [] } of events) {
    for (const change of changes) {
      const first = net.get(change.field) ?? { from: change.from, since: data.updatedAt };
      net.set(change.field, { ...change, from: first.from, since: first.since, eventId });
    }
  }
  return [...net.values()].filter(({ from, to }) => !isSame(from, to));
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** What is to be done about the fields of a resource. */
interface FieldPlan {
  /** The body of the update, without the version; undefined if there is nothing to set or clear. */
  patch: Record<string, unknown> | undefined;
  restored: readonly string[];
  conflicts: readonly { field: string; now: unknown }[];
}

/**
 * Compares what a change set left with what is there now: fields that still have its values are set to those before it;
 * what someone has changed since is kept and reported, also if it has the same value again (`touched`).
 */
export function planFields(
  fields: readonly FieldChange[],
  now: Record<string, unknown>,
  schema: z.ZodType | null,
  touched: ReadonlySet<string> = new Set(),
): FieldPlan {
  const set = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
  const clear = schema === null ? [] : clearableFields(schema);
  const known = fields.filter(({ field }) => set.includes(ownerOf(field)));
  const isLeft = ({ field, to }: FieldChange) => isSame(valueIn(now, field), to) && !touched.has(field);
  const restored = known.filter(isLeft);
  const conflicts = known.filter((one) => !isLeft(one) && !isSame(valueIn(now, one.field), one.from));
  const isEmpty = ({ from }: FieldChange) => from === null || (Array.isArray(from) && from.length === 0);
  const cleared = restored.filter((one) => isEmpty(one) && clear.includes(ownerOf(one.field)));
  const values = restored.filter((one) => !cleared.includes(one));
  const patch = {
    ...nested(values),
    ...(cleared.length > 0 ? { clearFields: cleared.map(({ field }) => field) } : {}),
  };
  return {
    patch: restored.length > 0 ? patch : undefined,
    restored: restored.map(({ field }) => field),
    conflicts: conflicts.map(({ field }) => ({ field, now: valueIn(now, field) })),
  };
}

/** The field of the schema that a changed field belongs to: `customFields` of `customFields.severity`. */
const ownerOf = (field: string): string => field.split('.')[0]!;

function valueIn(resource: Record<string, unknown>, field: string): unknown {
  const [owner, key] = field.split('.') as [string, string?];
  const value = resource[owner] ?? null;
  if (key === undefined || value === null) return value;
  return Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : null;
}

/** The former values as an update sends them. */
function nested(values: readonly FieldChange[]): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const { field, from } of values) {
    const [owner, key] = field.split('.') as [string, string?];
    body[owner] = key === undefined ? from : { ...(body[owner] as object | undefined), [key]: from };
  }
  return body;
}
