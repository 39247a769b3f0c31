import { toolSets, type ToolSet } from '../../kernel/api/operation/tool-sets.ts';
import type { ListedTool } from '../../kernel/api/mcp/tool.ts';
import { invalidRequest } from '../../kernel/core/errors.ts';

/** The tools that a URL offers. */
export interface OfferedTools {
  isListed: (tool: ListedTool) => boolean;
  /** Also of those that are not listed. */
  isCallable: (tool: ListedTool) => boolean;
}

const setNames = Object.keys(toolSets) as ToolSet[];

/** What the URL can name: sets, all of them, and `read` for only those tools that read. */
const words = [...setNames, 'all', 'read'];

/**
 * Returns which tools the query parameter `tools` offers. Sets decide what is listed, `read` also what can be called.
 * Throws a 400 for anything else.
 */
export function offeredTools(query: URLSearchParams): OfferedTools {
  const given = query.getAll('tools');
  const named = (given.length === 0 ? 'core' : given.join(',')).split(',').map((word) => word.trim());
  if (named.some((word) => !words.includes(word))) throw unknownSet();
  const sets = setNames.filter((set) => named.includes('all') || named.includes(set));
  const listed: readonly ToolSet[] = sets.length > 0 ? sets : ['core'];
  const isCallable = ({ annotations }: ListedTool) => annotations.readOnlyHint || !named.includes('read');
  const isListed = (tool: ListedTool) =>
    isCallable(tool) && [tool.set, tool.alsoIn].some((set) => set !== undefined && listed.includes(set));
  return { isCallable, isListed };
}

const unknownSet = () =>
  invalidRequest([
    { in: 'query', path: 'tools', code: 'not_one_of', message: `must name some of ${words.join(', ')}` },
  ]);
