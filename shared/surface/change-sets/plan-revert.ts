import * as z from 'zod';
import type { FieldChange } from '../../kernel/log/event.ts';
import { actOf, type SetEvent } from '../../events/change-sets/change-set.ts';

/** What a change set did to one resource. */
export interface ResourceChanges {
  resource: string;
  id: string;
  first: SetEvent;
  last: SetEvent;
  /** The fields that it changed, from their value before the set to that after it. */
  fields: readonly FieldChange[];
}

/** Resources in the order in which they are reverted: what was changed last comes first. */
export function resourcesOf(events: readonly SetEvent[]): ResourceChanges[] {
  const groups = [
    ...Map.groupBy(events, ({ data, type }) => `${actOf({ type }).resource} ${data.id}`).values(),
  ];
  const position = (event: SetEvent) => events.indexOf(event);
  return groups
    .map((group): ResourceChanges => {
      const [first, last] = [group[0]!, group.at(-1)!];
      return { resource: actOf(first).resource, id: first.data.id, first, last, fields: netChanges(group) };
    })
    .sort((a, b) => position(b.last) - position(a.last));
}

function netChanges(events: readonly SetEvent[]): FieldChange[] {
  const net = new Map<string, FieldChange>();
  for (const { field, from, to } of events.flatMap(({ changes }) => changes ?? [])) {
    net.set(field, { field, from: net.has(field) ? net.get(field)!.from : from, to });
  }
  return [...net.values()].filter(({ from, to }) => !isSame(from, to));
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The fields of an update that can be set, and those that can be cleared. */
function settableBy(schema: z.ZodType | null): { set: readonly string[]; clear: readonly string[] } {
  if (!(schema instanceof z.ZodObject)) return { set: [], clear: [] };
  const { clearFields } = schema.shape as Record<string, z.ZodType>;
  const [issue] = clearFields?.safeParse(['?']).error?.issues ?? [];
  // Where keys of a field can be cleared too, the names are the first of two kinds.
  const named = issue?.code === 'invalid_union' ? issue.errors[0]?.[0] : issue;
  const { values = [] } = (named ?? {}) as { values?: string[] };
  return { set: Object.keys(schema.shape), clear: values };
}

/** The parts of a changed field: `customFields.severity` is a key of a field. */
function partsOf(field: string): { name: string; key: string | undefined } {
  const at = field.indexOf('.');
  return at < 0 ? { name: field, key: undefined } : { name: field.slice(0, at), key: field.slice(at + 1) };
}

/** The present value of a changed field, as events have it: null for a key without one. */
function valueOf(now: Record<string, unknown>, field: string): unknown {
  const { name, key } = partsOf(field);
  if (key === undefined) return now[name];
  const values = (now[name] ?? {}) as Record<string, unknown>;
  return Object.hasOwn(values, key) ? values[key] : null;
}

/** The fields of an update with their values; keys of a field are together in it. */
function fieldsOf(changes: readonly FieldChange[]): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const { field, from } of changes) {
    const { name, key } = partsOf(field);
    values[name] = key === undefined ? from : { ...(values[name] as object | undefined), [key]: from };
  }
  return values;
}

/** What is to be done about the fields of a resource. */
interface FieldPlan {
  /** The body of the update, without the version; undefined if there is nothing to set or clear. */
  patch: Record<string, unknown> | undefined;
  restored: readonly string[];
  conflicts: readonly { field: string; now: unknown }[];
}

/**
 * Compares what a change set left with what is there now: fields that still have its values are set to those before it;
 * what somebody has changed since is kept and reported.
 */
export function planFields(
  fields: readonly FieldChange[],
  now: Record<string, unknown>,
  schema: z.ZodType | null,
): FieldPlan {
  const { set, clear } = settableBy(schema);
  const known = fields.filter(({ field }) => set.includes(partsOf(field).name));
  const restored = known.filter(({ field, to }) => isSame(valueOf(now, field), to));
  const conflicts = known.filter(
    ({ field, from, to }) => !isSame(valueOf(now, field), to) && !isSame(valueOf(now, field), from),
  );
  const isEmpty = ({ from }: FieldChange) => from === null || (Array.isArray(from) && from.length === 0);
  const cleared = restored.filter((one) => isEmpty(one) && clear.includes(partsOf(one.field).name));
  const values = restored.filter((one) => !cleared.includes(one));
  const patch = {
    ...fieldsOf(values),
    ...(cleared.length > 0 ? { clearFields: cleared.map(({ field }) => field) } : {}),
  };
  return {
    patch: restored.length > 0 ? patch : undefined,
    restored: restored.map(({ field }) => field),
    conflicts: conflicts.map(({ field }) => ({ field, now: valueOf(now, field) ?? null })),
  };
}
