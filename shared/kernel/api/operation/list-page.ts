import type * as z from 'zod';
import { DEFAULT_PAGE_SIZE } from './operation.ts';
import type { Page, PageRequest } from '../../core/call.ts';
import type { Services } from '../../core/services.ts';
import { parseCursor, signCursor, type CursorScope } from './cursor.ts';
import type { ParsedInput } from './parse-input.ts';
import type { Operation } from './operation-kinds.ts';
import type { PageMeta } from './public-serving.ts';

/** The part of a list's input that the kernel handles. */
interface OpenedPage {
  page: PageRequest;
  /** The query without limit, cursor and include. */
  filters: Record<string, unknown>;
  /** Signs the position after which the next page starts; null if there is none. */
  cursorAt: (position: string | undefined) => Promise<string | null>;
}

/** A list, as far as its cursors depend on it. */
interface PagedOperation extends Pick<Operation, 'id' | 'input'> {
  cursorIgnores?: readonly string[];
  cursorBindsLimit?: boolean;
}

/**
 * Parses limit and cursor of a valid input. Throws `invalid_cursor` for a cursor of another list, other
 * filters or another caller.
 */
export async function openPage(
  services: Pick<Services, 'keys'>,
  { path, query }: Pick<ParsedInput, 'path' | 'query'>,
  { operation, caller }: Pick<CursorScope, 'caller'> & { operation: PagedOperation },
): Promise<OpenedPage> {
  const {
    limit = DEFAULT_PAGE_SIZE,
    cursor,
    include: _,
    ...filters
  } = query as { limit?: number; cursor?: string; include?: string[] };
  const { id: operationId, input, cursorIgnores = [], cursorBindsLimit = false } = operation;
  const scope: CursorScope = {
    operationId,
    caller,
    filters: {
      ...path,
      ...meaningOf(input.query, filters, cursorIgnores),
      ...(cursorBindsLimit && { limit }),
    },
    hint: cursorIgnores.includes('since') ? RESUME_HINT : undefined,
  };
  const after = cursor === undefined ? undefined : parseCursor(await services.keys('cursor'), scope, cursor);
  return {
    page: { limit, after },
    filters,
    cursorAt: async (position) =>
      position === undefined ? null : signCursor(await services.keys('cursor'), scope, position),
  };
}

/** The hint for a reader that has lost its cursor: starting now would skip events that happened meanwhile. */
const RESUME_HINT =
  'Send meta.resumeCursor unchanged, with the same caller, teamId and type. Without it, send since instead: the time of the last change that you have applied, minus a minute. Some changes come again, none is missed.';

/**
 * The normalized query: without default values, and with alternatives in a fixed order. The order of sort fields is
 * significant.
 */
function meaningOf(
  schema: z.ZodObject,
  values: Record<string, unknown>,
  ignored: readonly string[],
): Record<string, unknown> {
  const meanings = Object.entries(values).flatMap(([name, value]) => {
    const isDefault = value === defaultOf(schema.shape[name] as z.ZodType);
    if (value === undefined || isDefault || ignored.includes(name)) return [];
    const isSet = Array.isArray(value) && name !== 'sort';
    return [[name, isSet ? [...new Set(value as string[])].sort() : value] as const];
  });
  return Object.fromEntries(meanings);
}

const defaultOf = (schema: z.ZodType): unknown => schema.meta()?.['default'];

/** The metadata of a list response. */
export async function pageMeta(
  { next, resume }: Pick<Page<unknown>, 'next' | 'resume'>,
  { cursorAt }: Pick<OpenedPage, 'cursorAt'>,
): Promise<PageMeta> {
  const nextCursor = await cursorAt(next);
  const resumeCursor = await cursorAt(resume);
  return { hasMore: nextCursor !== null, nextCursor, ...(resumeCursor === null ? {} : { resumeCursor }) };
}
