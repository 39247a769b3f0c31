import { existsSync, readFileSync } from 'node:fs';
import type { Tool, ToolSchemas } from '../../kernel/api/mcp/tool.ts';

/** The file of all tools' schemas, which the build writes next to the function's bundle. */
export const SCHEMAS_FILE = 'tool-schemas.json';

type SchemasByName = Readonly<Record<string, ToolSchemas>>;

let stored: SchemasByName | undefined;

/** The contents of the file. */
export const schemasByName = (tools: readonly Tool[]): SchemasByName =>
  Object.fromEntries(tools.map((tool) => [tool.name, tool.schemas()]));

/** A tool with its schemas from the file, since deriving those of all tools takes most of a first list; derived without it. */
export const withStoredSchemas = (tool: Tool): Tool => ({
  ...tool,
  schemas: () => (stored ??= readStored())[tool.name] ?? tool.schemas(),
});

function readStored(): SchemasByName {
  const url = new URL(`./${SCHEMAS_FILE}`, import.meta.url);
  return existsSync(url) ? (JSON.parse(readFileSync(url, 'utf8')) as SchemasByName) : {};
}
