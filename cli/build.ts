/**
 * Builds the command line into a folder, `cli/dist` unless another is named: `plotline.js`, which starts it, and `main.js`,
 * which runs it, with a file for each command that they load on demand. npm runs it before it packs the command line, and
 * plotline.mjs when its sources have changed.
 */
import { build, type Plugin } from 'esbuild';
import { copyFileSync, cpSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import type { OutlinedCommand } from './core/bundled.ts';
import { frozenModules } from './frozen-modules.ts';
import { createProgram, termOf } from './program.ts';

const here = import.meta.dirname;
const folder = resolve(process.argv[2] ?? join(here, 'dist'));
const staging = realpathSync(mkdtempSync(join(tmpdir(), 'plotline-cli-build-')));

/** Commands with much code of their own, each in files of its own. */
const large: readonly string[] = ['export.ts', 'import.ts', 'sync.ts'];

/** Gathers all other commands: what they share is most of them, and few files start faster than many. */
const gatheredCommands: Plugin = {
  name: 'gathered-commands',
  setup(build) {
    build.onResolve({ filter: /^\.\/commands\/[\w-]+\.ts$/ }, ({ path, kind }) =>
      kind === 'dynamic-import' && !large.includes(basename(path))
        ? { path: 'commands', namespace: 'gathered' }
        : undefined,
    );
    build.onLoad({ filter: /./, namespace: 'gathered' }, () => ({
      contents: readdirSync(join(here, 'commands'))
        .filter((name) => !large.includes(name))
        .map((name) => `export * from './commands/${name}';`)
        .join('\n'),
      resolveDir: here,
    }));
  },
};

/** All commands as the help of all says it. */
async function outlined(): Promise<OutlinedCommand[]> {
  const { commands } = await createProgram();
  return commands.map((command) => ({
    group: command.helpGroup(),
    name: command.name(),
    aliases: command.aliases(),
    description: command.description(),
    args: command.registeredArguments.map(termOf),
  }));
}

try {
  await build({
    // Names of files do not depend on where this runs.
    absWorkingDir: resolve(here, '..'),
    entryPoints: { plotline: 'cli/launch.ts', main: 'cli/main.ts' },
    outdir: staging,
    define: { PLOTLINE_OUTLINE: JSON.stringify(await outlined()) },
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    legalComments: 'none',
    // Packages of CommonJS.
    banner: { js: "import{createRequire as __load}from'node:module';const require=__load(import.meta.url);" },
    plugins: [gatheredCommands, frozenModules],
    logLevel: 'warning',
  });
  rmSync(folder, { recursive: true, force: true });
  cpSync(staging, folder, { recursive: true });
  // npm packs the license of the folder that it packs.
  if (!process.argv[2]) copyFileSync(join(here, '../LICENSE'), join(here, 'LICENSE'));
} finally {
  rmSync(staging, { recursive: true, force: true });
}
