import {
  runOperation,
  type Arguments,
  type ToolCall,
  type ToolOperation,
} from '../../kernel/api/mcp/tool.ts';
import { TOOL_PAGE_MAX_SIZE } from '../../kernel/api/mcp/tool-schemas.ts';
import { nameKey } from '../../kernel/core/name-key.ts';
import { invalidReference } from '../../kernel/core/errors.ts';
import { didYouMean, quotedName } from '../../kernel/core/nearest.ts';
import { uuid } from '../../kernel/core/schema.ts';

interface ListedResource {
  id: string;
  name?: string;
  title?: string;
  /** Of a team. */
  code?: string;
}

interface Lookup {
  list: ToolOperation;
  /** What is listed; by default all. */
  query?: Arguments;
  /** What one is called in an error. */
  noun: string;
  /** The argument. */
  path?: string;
  /** What one is called; undefined of one that is not meant. */
  nameOf?: (one: ListedResource) => string | undefined;
}

/** The most pages in which a name is looked up. */
const PAGES_MAX = 10;

/**
 * The id of what has a name or id among the newest that an operation lists. Throws a 400 that lists those with
 * similar names, or with the same.
 */
export async function listedIdOf(
  call: ToolCall,
  { list, query = {}, noun, path = 'id', nameOf = ({ name }) => name }: Lookup,
  named: unknown,
): Promise<unknown> {
  if (typeof named !== 'string' || uuid().safeParse(named).success) return named;
  const args = { workspaceId: call.args['workspaceId'], limit: TOOL_PAGE_MAX_SIZE, ...query };
  const all: { id: string; names: string[] }[] = [];
  let cursor: string | null | undefined;
  for (let page = 0; page < PAGES_MAX && cursor !== null; page++) {
    const next = cursor === undefined ? {} : { cursor };
    const { data, meta } = await runOperation(list, { ...call, args: { ...args, ...next } });
    for (const one of data as ListedResource[]) {
      const name = nameOf(one);
      if (name !== undefined)
        all.push({ id: one.id, names: one.code === undefined ? [name] : [name, one.code] });
    }
    cursor = meta?.nextCursor ?? null;
  }
  const same = all.filter(({ names }) => names.some((name) => nameKey(name) === nameKey(named)));
  if (same.length === 1) return same[0]!.id;
  const known = all.flatMap(({ names }) => names);
  const found =
    same.length > 1
      ? `could mean ${same.map(({ id }) => id).join(', ')}; send one of these ids`
      : `is no ${noun}${cursor ? ` among the newest ${all.length}` : ''}; ${didYouMean(named, known)}`;
  throw invalidReference([{ path, message: `${quotedName(named)} ${found}` }]);
}
