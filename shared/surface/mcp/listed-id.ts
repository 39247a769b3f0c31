import {
  runOperation,
  type Arguments,
  type ToolCall,
  type ToolOperation,
} from '../../kernel/api/mcp/tool.ts';
import { rowsIn, type Row } from '../../kernel/api/mcp/result-data.ts';
import { TOOL_PAGE_MAX_SIZE } from '../../kernel/api/mcp/tool-schemas.ts';
import { nameKey } from '../../kernel/core/name-key.ts';
import { invalidReference } from '../../kernel/core/errors.ts';
import { didYouMean, quotedName } from '../../kernel/core/nearest.ts';
import { uuid } from '../../kernel/core/schema.ts';

interface Lookup {
  list: ToolOperation;
  /** What is listed, one after the other; by default all. */
  queries?: readonly Arguments[];
  /** What one is called in an error. */
  noun: string;
  /** The argument. */
  path?: string;
  /** What one is called; nothing of one that is left out. */
  namesOf?: (one: Row) => readonly string[];
  /** What finds one, where names are of people whose words no error repeats. */
  foundBy?: string;
}

/** The most pages of a list in which a name is looked up, and of all lists. */
const PAGES_MAX = 10;
const ALL_PAGES_MAX = 30;

/**
 * The id of what has a name or id among the newest that an operation lists. Throws a 400 that lists those with
 * similar names, or with the same.
 */
export async function listedIdOf(call: ToolCall, lookup: Lookup, named: unknown): Promise<unknown> {
  if (typeof named !== 'string' || uuid().safeParse(named).success) return named;
  const { noun, path = 'id', foundBy } = lookup;
  const { all, isCut } = await listed(call, lookup);
  const same = all.filter(({ names }) => names.some((name) => nameKey(name) === nameKey(named)));
  if (same.length === 1) return same[0]!.id;
  const known = all.flatMap(({ names }) => names);
  const found =
    same.length > 1
      ? `could mean ${same.map(({ id }) => id).join(', ')}; send one of these ids`
      : `is no ${noun}${isCut ? ` among the newest ${all.length}` : ''}; ${foundBy ?? didYouMean(named, known)}`;
  throw invalidReference([{ path, message: `${quotedName(named)} ${found}` }]);
}

/** The newest that an operation lists, with their names, and whether there are more. */
async function listed(call: ToolCall, { list, queries = [{}], namesOf = ownNames }: Lookup) {
  const args = { workspaceId: call.args['workspaceId'], limit: TOOL_PAGE_MAX_SIZE };
  const all: { id: string; names: readonly string[] }[] = [];
  let isCut = queries.length > ALL_PAGES_MAX;
  let left = ALL_PAGES_MAX;
  for (const query of queries.slice(0, ALL_PAGES_MAX)) {
    let cursor: string | null | undefined;
    for (let page = 0; page < PAGES_MAX && cursor !== null && left > 0; page++, left--) {
      const next = cursor === undefined ? {} : { cursor };
      const { data, meta } = await runOperation(list, { ...call, args: { ...args, ...query, ...next } });
      all.push(...rowsIn(data).map((one) => ({ id: one.id, names: namesOf(one) })));
      cursor = meta?.nextCursor ?? null;
    }
    isCut ||= cursor !== null;
  }
  return { all: all.filter(({ names }) => names.length > 0), isCut };
}

/** What one is called on its own: its name and, of a team, its code. */
const ownNames = ({ name, code }: Row): string[] => [name, code].filter((one) => typeof one === 'string');
