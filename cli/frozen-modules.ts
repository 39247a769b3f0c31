import type { Plugin } from 'esbuild';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import packageJson from '../package.json' with { type: 'json' };

const root = resolve(import.meta.dirname, '..');
const folder = (name: string): string => join(root, name, '/');
const shared = folder('shared');
const cli = folder('cli');
const declared = folder('cli/declared');
const operate = folder('cli/operate');

const leftOut = { path: 'all', namespace: 'operators' };

/** What a call of an operation over the API needs of it. */
interface Declaration {
  kind: string;
  id: string;
  method: string;
  path: string;
  idempotency: string;
  secret?: { name: string } | null;
}

/**
 * Leaves the service's own code out of the bundle of the command line, which calls it over the API: of an operation there
 * is what a call needs, the modules of `declared` are the values that they have now, and what only operators run is left
 * out.
 */
export const frozenModules: Plugin = {
  name: 'frozen-modules',
  async setup(build) {
    const declaring = await modulesWithOperations();
    // What only unused functions import on demand.
    build.onResolve({ filter: /^@aws-sdk\// }, ({ kind }) =>
      kind === 'dynamic-import' ? leftOut : undefined,
    );
    build.onResolve({ filter: /^[^./]/ }, ({ importer, kind }) =>
      kind === 'dynamic-import' && importer.startsWith(shared) ? leftOut : undefined,
    );
    build.onResolve({ filter: /^\.{1,2}\/.*\.ts$/ }, ({ path: named, importer, kind, resolveDir }) => {
      const path = resolve(resolveDir, named);
      // What the service's own code imports on demand is for the service.
      if (kind === 'dynamic-import' && (path.startsWith(operate) || importer.startsWith(shared)))
        return leftOut;
      if (path.startsWith(operate))
        return { errors: [{ text: `${relative(root, path)} is not imported on demand` }] };
      if (path.startsWith(declared)) return { path, namespace: 'frozen', sideEffects: false };
      if (importer.startsWith(cli) && declaring.has(path))
        return { path, namespace: 'declaring', sideEffects: false };
      return { path, ...(path.startsWith(shared) && { sideEffects: false }) };
    });
    build.onLoad({ filter: /./, namespace: 'frozen' }, async ({ path }) => ({
      contents: frozen(await valuesOf(path))
        .map(([name, source]) => `export const ${name} = ${source};`)
        .join('\n'),
    }));

    // In one module, so that commands share one file of them.
    const calls = [...declaring].map(([path, values], position) => ({
      path,
      prefix: `_${position}_`,
      values,
    }));
    build.onResolve({ filter: /^calls$/, namespace: 'declaring' }, () => ({
      path: 'all',
      namespace: 'calls',
      sideEffects: false,
    }));
    build.onLoad({ filter: /./, namespace: 'declaring' }, ({ path }) => {
      const { prefix, values } = calls.find((one) => one.path === path)!;
      const names = frozen(values).map(([name]) => `${prefix}${name} as ${name}`);
      return { contents: `export { ${names.join()} } from 'calls';` };
    });
    build.onLoad({ filter: /./, namespace: 'calls' }, () => ({
      contents: calls
        .flatMap(({ prefix, values }) =>
          frozen(values).map(([name, source]) => `export const ${prefix}${name} = ${source};`),
        )
        .join('\n'),
    }));

    // Of the repository's package.json, the version is all that is used.
    build.onResolve({ filter: /\/package\.json$/ }, ({ importer }) =>
      importer.startsWith(cli) ? { path: 'version', namespace: 'version' } : undefined,
    );
    build.onLoad({ filter: /./, namespace: 'version' }, () => ({
      contents: JSON.stringify({ version: packageJson.version }),
      loader: 'json',
    }));

    build.onLoad({ filter: /./, namespace: 'operators' }, () => ({
      contents: `import { OperatorsOnly } from './core/bundled.ts';\nthrow new OperatorsOnly();`,
      loader: 'ts',
      resolveDir: cli,
    }));
  },
};

/** The modules with operations that the command line imports, and what they export. */
async function modulesWithOperations(): Promise<ReadonlyMap<string, object>> {
  const imported = readdirSync(cli, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(cli, name))
    .filter((file) => !file.startsWith(operate) && !file.startsWith(declared))
    .flatMap((file) =>
      [
        ...readFileSync(file, 'utf8').matchAll(/^import (?!type )[^;]*? from '(\.[^']*\/shared\/[^']+)';$/gm),
      ].map(([, named]) => resolve(dirname(file), named!)),
    );
  const modules = await Promise.all(
    [...new Set(imported)].sort().map(async (path) => [path, await valuesOf(path)] as const),
  );
  return new Map(modules.filter(([, values]) => Object.values(values).some(isOperation)));
}

const valuesOf = async (path: string): Promise<object> =>
  (await import(pathToFileURL(path).href)) as Promise<object>;

const isOperation = (value: unknown): value is Declaration =>
  typeof value === 'object' && value !== null && 'handle' in value && 'idempotency' in value;

/** Names of exports and expressions that have their values. Functions have none: importing one fails. */
const frozen = (values: object): [name: string, source: string][] =>
  Object.entries(values)
    .filter(([, value]) => typeof value !== 'function')
    .map(([name, value]) => [name, sourceOf(value)]);

/** An expression that has a value: data, and operations as far as calls need them. */
function sourceOf(value: unknown): string {
  if (isOperation(value)) {
    const { kind, id, method, path, idempotency, secret } = value;
    return JSON.stringify({ kind, id, method, path, idempotency, secret: secret && { name: secret.name } });
  }
  if (value instanceof Map) return `new Map(${sourceOf([...(value as Map<unknown, unknown>)])})`;
  if (Array.isArray(value)) return `[${value.map(sourceOf).join()}]`;
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value);
    return `{${entries.map(([name, one]) => `${JSON.stringify(name)}:${sourceOf(one)}`).join()}}`;
  }
  const text = JSON.stringify(value) as string | undefined;
  if (text !== undefined || value === undefined) return text ?? 'undefined';
  throw new Error(`A ${typeof value} cannot be frozen.`);
}
