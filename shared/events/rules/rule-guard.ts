import type { FieldChange } from '../../kernel/log/event.ts';
import type { FindCategory } from '../../identity/status/find-categories.ts';

/**
 * What a filter demands of the fields of a story, as far as an event carries them; true for what takes a look at the
 * table. Values are among those of the field; null for none.
 */
export type Guard =
  | true
  | { all: readonly Guard[] }
  | { any: readonly Guard[] }
  | { not: Guard }
  | { field: string; values: readonly (string | null)[] };

type Fields = Readonly<Record<string, unknown>>;

/** Whether a story can meet a guard: undefined where its fields do not decide. */
export async function meets(
  guard: Guard,
  story: Fields,
  findCategory: FindCategory,
): Promise<boolean | undefined> {
  if (guard === true) return undefined;
  if ('not' in guard) {
    const met = await meets(guard.not, story, findCategory);
    return met === undefined ? undefined : !met;
  }
  if ('field' in guard) {
    const value =
      guard.field === 'statusCategory' ? await categoryOf(story, findCategory) : story[guard.field];
    if (value === undefined) return undefined;
    const own: readonly unknown[] =
      Array.isArray(value) && value.length > 0 ? value : [[value].flat()[0] ?? null];
    return guard.values.some((one) => own.includes(one));
  }
  const parts = await Promise.all(
    ('all' in guard ? guard.all : guard.any).map((part) => meets(part, story, findCategory)),
  );
  const decisive = 'any' in guard;
  if (parts.includes(decisive)) return decisive;
  return parts.includes(undefined) ? undefined : !decisive;
}

const categoryOf = async ({ statusId }: Fields, findCategory: FindCategory) =>
  typeof statusId === 'string' ? await findCategory(statusId) : undefined;

/** Whether a change had these values before it: those of the fields that it changed; one of a list is enough. */
export const had = (was: Fields | null, changes: readonly FieldChange[] | undefined): boolean =>
  Object.entries(was ?? {}).every(([field, value]) => {
    const change = changes?.find((one) => one.field === field);
    if (!change) return false;
    const isSame = JSON.stringify(change.from) === JSON.stringify(value);
    return isSame || (Array.isArray(change.from) && !Array.isArray(value) && change.from.includes(value));
  });
