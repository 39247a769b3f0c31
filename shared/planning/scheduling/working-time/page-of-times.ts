import type { Page, PageRequest } from '../../../kernel/core/call.ts';

/** Builds a page of entries that were read whole, newest first. */
export function pageOfTimes<T extends { id: string }>(
  all: readonly T[],
  { limit, after }: PageRequest,
  show: (one: T) => T,
): Page<T> {
  const left = all.filter(({ id }) => after === undefined || id < after);
  const items = left.slice(0, limit);
  return { items: items.map(show), next: left.length > limit ? items.at(-1)?.id : undefined };
}
