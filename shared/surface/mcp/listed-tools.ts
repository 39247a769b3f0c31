import type { ListedTool } from '../../kernel/api/mcp/tool.ts';
import { storedTools } from './stored-tools.ts';

/**
 * What clients list: from the file, so that a list needs none of the tools' code, which is most of the function's.
 * Without a file, the tools themselves.
 */
export async function listedTools(): Promise<readonly ListedTool[]> {
  const all = [...storedTools().values()];
  if (all.length === 0) return (await import('./tools.ts')).tools;
  return all.map(({ inputSchema, outputSchema, ...tool }) => ({
    ...tool,
    schemas: () => ({ inputSchema, outputSchema }),
  }));
}
