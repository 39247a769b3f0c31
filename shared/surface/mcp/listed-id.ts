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

interface Named {
  id: string;
  name: string;
  /** Of a team. */
  code?: string;
}

interface Lookup {
  list: ToolOperation;
  /** What is listed; by default all. */
  query?: Arguments;
  /** What one is called in an error. */
  noun: string;
}

/**
 * The id of what has a name or id among the newest that an operation lists. Throws a 400 that lists those with
 * similar names, or with the same.
 */
export async function listedIdOf(
  call: ToolCall,
  { list, query = {}, noun }: Lookup,
  named: unknown,
): Promise<unknown> {
  if (typeof named !== 'string' || uuid().safeParse(named).success) return named;
  const args = { workspaceId: call.args['workspaceId'], limit: TOOL_PAGE_MAX_SIZE, ...query };
  const { data, meta } = await runOperation(list, { ...call, args });
  const all = data as Named[];
  const same = all.filter((one) =>
    [one.name, one.code ?? one.name].some((text) => nameKey(text) === nameKey(named)),
  );
  if (same.length === 1) return same[0]!.id;
  const names = all.flatMap(({ name, code }) => (code === undefined ? [name] : [name, code]));
  const found =
    same.length > 1
      ? `could mean ${same.map(({ id }) => id).join(', ')}; send one of these ids`
      : `is no ${noun}${meta?.nextCursor ? ` among the newest ${all.length}` : ''}; ${didYouMean(named, names)}`;
  throw invalidReference([{ path: 'id', message: `${quotedName(named)} ${found}` }]);
}
