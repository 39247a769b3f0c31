import { DEFAULT_PAGE_SIZE } from './operation.ts';
import type { Page, PageRequest } from '../../core/call.ts';
import type { Services } from '../../core/services.ts';
import { parseCursor, signCursor, type CursorScope } from './cursor.ts';
import type { Input } from './parse-input.ts';
import type { PageMeta } from './public-serving.ts';

/** The part of a list's input that the kernel handles. */
interface OpenedPage {
  page: PageRequest;
  /** The query without limit, cursor and include. */
  filters: Record<string, unknown>;
  /** Signs the position after which the next page starts; null if there is none. */
  cursorAt: (position: string | undefined) => Promise<string | null>;
}

/**
 * Parses limit and cursor of a valid input. Throws `invalid_cursor` for a cursor of another list, other
 * filters or another caller.
 */
export async function openPage(
  services: Pick<Services, 'keys'>,
  { path, query }: Pick<Input, 'path' | 'query'>,
  { operationId, caller, goesOn }: Pick<CursorScope, 'operationId' | 'caller'> & { goesOn: boolean },
): Promise<OpenedPage> {
  const {
    limit = DEFAULT_PAGE_SIZE,
    cursor,
    include: _,
    ...filters
  } = query as { limit?: number; cursor?: string; include?: string[] };
  // A list that goes on begins at its first cursor.
  const { since: _since, ...withoutSince } = filters as { since?: string };
  const bound = goesOn ? withoutSince : filters;
  const scope: CursorScope = { operationId, caller, filters: { ...path, ...bound, limit } };
  const after = cursor === undefined ? undefined : parseCursor(await services.keys('cursor'), scope, cursor);
  return {
    page: { limit, after },
    filters,
    cursorAt: async (position) =>
      position === undefined ? null : signCursor(await services.keys('cursor'), scope, position),
  };
}

/** The metadata of a list response. */
export async function pageMeta(
  { next, resume }: Pick<Page<unknown>, 'next' | 'resume'>,
  { cursorAt }: Pick<OpenedPage, 'cursorAt'>,
): Promise<PageMeta> {
  const nextCursor = await cursorAt(next);
  const resumeCursor = await cursorAt(resume);
  return { hasMore: nextCursor !== null, nextCursor, ...(resumeCursor === null ? {} : { resumeCursor }) };
}
