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
  const named = (query.get('tools') ?? 'core').split(',').map((word) => word.trim());
  if (named.some((word) => !words.includes(word))) throw unknownSet();
  const sets = setNames.filter((set) => named.includes('all') || named.includes(set));
  const listed: readonly ToolSet[] = sets.length > 0 ? sets : ['core'];
  const isCallable = ({ annotations }: ListedTool) => annotations.readOnlyHint || !named.includes('read');
  return { isCallable, isListed: (tool) => isCallable(tool) && listed.includes(tool.set) };
}

const unknownSet = () =>
  invalidRequest([
    { in: 'query', path: 'tools', code: 'not_one_of', message: `must name some of ${words.join(', ')}` },
  ]);
