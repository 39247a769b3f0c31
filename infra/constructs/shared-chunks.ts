import type { Plugin } from 'esbuild';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const sourceOf = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/**
 * Puts everything that a function loads at startup into two files, the entry and one chunk, and most of what MCP's tools
 * need into few. esbuild makes a chunk for each combination of importers of modules that are also imported later:
 * seventeen files instead of two, and 92 for a first call of a tool. Therefore every module that is imported later
 * imports the entry, and of tools also those of stories, so that what these import has the same importers everywhere.
 * Only imports of one file are seen: those with a placeholder in the path are not.
 */
export const sharedChunks: Plugin = {
  name: 'shared-chunks',
  setup: (building) => {
    const [entry] = Object.values(building.initialOptions.entryPoints as Record<string, string>);
    const isOfTools = entry === MCP ? toolFilter() : () => false;
    const resolved = Symbol('resolved');
    building.onResolve({ filter: /./ }, async ({ path, kind, importer, resolveDir, pluginData }) => {
      if (kind !== 'dynamic-import' || pluginData === resolved) return undefined;
      const found = await building.resolve(path, { kind, importer, resolveDir, pluginData: resolved });
      return found.external || found.errors.length > 0
        ? found
        : { path: found.path, namespace: 'read-later' };
    });
    building.onLoad({ filter: /\/functions\/[\w-]+\.ts$/, namespace: 'file' }, async ({ path }) => ({
      loader: 'ts',
      contents: `${await readFile(path, 'utf8')}${importsOf([...smallModules, ...(smallOf.get(path) ?? [])])}`,
    }));
    building.onLoad({ filter: /./, namespace: 'read-later' }, ({ path }) => {
      const tools = path === RULE_ENGINE ? allTools : [TOOLS_MODULE];
      const before = importsOf([entry!, ...(isOfTools(path) ? tools : [])]);
      return { contents: `${before}export * from ${JSON.stringify(path)};`, resolveDir: dirname(path) };
    });
  },
};

const importsOf = (files: readonly string[]): string =>
  files.map((file) => `import ${JSON.stringify(file)};`).join('');

/**
 * Modules of a few hundred bytes that much of what is imported later needs: in the entry's file if anything uses them,
 * since each would be a file of its own.
 */
const smallModules = [
  'kernel/core/caller',
  'kernel/core/languages',
  'kernel/core/nearest',
  'kernel/core/personal-links',
  'kernel/html/html',
].map((name) => sourceOf(`shared/${name}.ts`));

const MCP = sourceOf('functions/mcp.ts');

/** The same of one function, whose tools or pages share them. */
const smallOf = new Map(
  Object.entries({
    [MCP]: ['kernel/core/query-parameters', 'planning/views/view-query', 'surface/mcp/stored-tools'],
    [sourceOf('functions/oauth.ts')]: ['browser/assets'],
  }).map(([path, names]) => [path, names.map((name) => sourceOf(`shared/${name}.ts`))] as const),
);

const TOOLS_MODULE = sourceOf('shared/surface/mcp/story-tools.ts');
/** It has all operations that rules run: with all tools, what these import has no further importer. */
const RULE_ENGINE = sourceOf('shared/surface/rules/rule-engine.ts');
const allTools = ['history', 'listing', 'notification', 'planning', 'setup', 'story'].map((name) =>
  sourceOf(`shared/surface/mcp/${name}-tools.ts`),
);
const MCP_ENDPOINT = sourceOf('shared/surface/mcp/send-mcp-message.ts');

/** Separates modules that tools import later from those of the kernel and of the endpoint, which need no tools. */
function toolFilter(): (path: string) => boolean {
  const imports = readFileSync(MCP_ENDPOINT, 'utf8').matchAll(/import\('(.+?)'\)/g);
  const ofEndpoint = new Set([...imports].map(([, path]) => resolve(dirname(MCP_ENDPOINT), path!)));
  const [shared, kernel] = [sourceOf('shared/'), sourceOf('shared/kernel/')];
  return (path) => path.startsWith(shared) && !path.startsWith(kernel) && !ofEndpoint.has(path);
}
