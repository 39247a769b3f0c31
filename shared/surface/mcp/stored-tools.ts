import { existsSync, readFileSync } from 'node:fs';
import type { ListedTool, Tool, ToolSchemas } from '../../kernel/api/mcp/tool.ts';

/** The file of what all tools say of themselves, which the build writes next to the function's bundle. */
export const TOOLS_FILE = 'tools.json';

type StoredTool = Omit<ListedTool, 'schemas'> & ToolSchemas;

let stored: ReadonlyMap<string, StoredTool> | undefined;

/** The contents of the file, in the order in which clients see the tools. */
export const describedTools = (tools: readonly Tool[]): StoredTool[] =>
  tools.map(({ app, alsoIn, schemas, ...tool }) => ({
    name: tool.name,
    set: tool.set,
    ...(alsoIn === undefined ? {} : { alsoIn }),
    title: tool.title,
    description: tool.description,
    annotations: tool.annotations,
    role: tool.role,
    scopeSets: tool.scopeSets,
    inWorkspace: tool.inWorkspace,
    ...(app === undefined ? {} : { app }),
    ...schemas(),
  }));

/** A tool with its schemas from the file, since deriving those of all takes longer than a call; derived without it. */
export const withStoredSchemas = (tool: Tool): Tool => ({
  ...tool,
  schemas: () => storedTools().get(tool.name) ?? tool.schemas(),
});

/** The file's contents by the tools' names; empty without a file. */
export const storedTools = (): ReadonlyMap<string, StoredTool> => (stored ??= readStored());

function readStored(): ReadonlyMap<string, StoredTool> {
  const url = new URL(`./${TOOLS_FILE}`, import.meta.url);
  if (!existsSync(url)) return new Map();
  const tools = JSON.parse(readFileSync(url, 'utf8')) as StoredTool[];
  return new Map(tools.map((tool) => [tool.name, tool]));
}
