import { context, stop, type BuildContext } from 'esbuild';
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { bundleOptions, functionNames } from '../../infra/constructs/bundle.ts';
import { synthesize } from '../../infra/local/template/synth.ts';
import { applyMutation, type Mutant } from './mutations.ts';

/** A copy of the repository in which mutants live, so that nothing happens to the checkout. */
export interface Scratch {
  root: string;
  put(mutant: Mutant): void;
  /** The assembly that has the mutants in it; undefined where the app has to be synthesized anew. */
  assemble(...mutants: Mutant[]): Promise<string | undefined>;
  takeBack(mutant: Mutant): void;
  stop(): Promise<void>;
}

/** What a module makes when it loads ends up in the documents that the functions serve. */
const DESCRIBES =
  /^shared\/(surface\/(docs|mcp)|kernel\/(html|api\/openapi)|feedback\/markdown)\/|json-schema/;
const BUNDLED = /^(shared|functions)\//;
const UNBUNDLED = /^infra\/(local|cli)\//;

/** Copies what git knows or would add, but for what is made. `root` is the checkout. */
export function makeScratch(root: string, into: string): Scratch {
  const copy = resolve(into, 'copy');
  rmSync(copy, { recursive: true, force: true });
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
    cwd: root,
    encoding: 'utf8',
  });
  for (const file of listed.split('\0').filter((name) => name !== '' && existsSync(join(root, name)))) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(root, file), join(copy, file));
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  return scratchOf(copy, resolve(into, 'assembly'));
}

function scratchOf(root: string, assembly: string): Scratch {
  let whole = '';
  let folders = new Map<string, string>();
  const bundles = new Map<string, { bundle: BuildContext; inputs: Set<string> }>();
  const touched = new Set<string>();
  const addBundle = async (name: string) => {
    const entry = { index: join(root, `functions/${name}.ts`) };
    const options = { ...bundleOptions(name), entryPoints: entry, absWorkingDir: root };
    const bundle = await context({
      ...options,
      outdir: join(assembly, folders.get(name)!),
      minify: false,
      sourcemap: false,
    });
    const { metafile } = await bundle.rebuild();
    bundles.set(name, { bundle, inputs: new Set(Object.keys(metafile.inputs)) });
  };
  const original = (file: string) => readFileSync(join(root, file), 'utf8');
  const texts = new Map<string, string>();
  /** Synthesizes the copy as it is without the mutant, and learns what each bundle is made from. */
  const prepare = async (mutants: Mutant[]) => {
    const mutated = mutants.map(({ file }) => original(file));
    for (const { file } of mutants) writeFileSync(join(root, file), texts.get(file)!);
    whole = await synthesize(root);
    rmSync(assembly, { recursive: true, force: true });
    cpSync(whole, assembly, { recursive: true });
    folders = functionFolders(root, whole);
    for (const name of functionNames) await addBundle(name);
    for (const [at, { file }] of mutants.entries()) writeFileSync(join(root, file), mutated[at]!);
  };

  return {
    root,
    put(mutant) {
      const { file } = mutant;
      texts.set(file, original(file));
      writeFileSync(join(root, file), applyMutation(texts.get(file)!, mutant));
    },
    async assemble(...mutants) {
      const isKnown = mutants.every(({ file }) => BUNDLED.test(file) || UNBUNDLED.test(file));
      if (!isKnown) return undefined;
      if (whole === '') await prepare(mutants);
      const inside = mutants.filter(({ file }) => BUNDLED.test(file));
      for (const [name, { bundle, inputs }] of bundles) {
        if (!inside.some(({ file }) => inputs.has(file))) continue;
        touched.add(name);
        await bundle.rebuild();
      }
      if (inside.some(({ file, inFunction }) => !inFunction || DESCRIBES.test(file))) {
        touched.add('public');
        describe(root, join(assembly, folders.get('public')!));
      }
      return inside.length > 0 ? assembly : whole;
    },
    takeBack({ file }) {
      writeFileSync(join(root, file), texts.get(file)!);
      for (const name of touched) {
        const folder = join(assembly, folders.get(name)!);
        rmSync(folder, { recursive: true, force: true });
        cpSync(join(whole, folders.get(name)!), folder, { recursive: true });
      }
      touched.clear();
    },
    async stop() {
      for (const { bundle } of bundles.values()) await bundle.dispose();
      await stop();
    },
  };
}

/** Writes the documents anew in a process of its own, which loads the mutant. */
function describe(root: string, folder: string): void {
  rmSync(join(folder, 'docs'), { recursive: true, force: true });
  execFileSync(process.execPath, ['test/mutants/describe.ts', `${folder}/`], {
    cwd: root,
    stdio: 'pipe',
    timeout: 300_000,
  });
}

/** Which folder of an assembly has which function's code: the one with the same text. */
function functionFolders(root: string, assembly: string): Map<string, string> {
  const folders = readdirSync(assembly).filter((name) => name.startsWith('asset.'));
  return new Map(
    functionNames.map((name) => {
      const code = readFileSync(join(root, `dist/functions/${name}/index.mjs`), 'utf8');
      const found = folders.find((folder) => {
        const file = join(assembly, folder, 'index.mjs');
        return existsSync(file) && readFileSync(file, 'utf8') === code;
      });
      if (!found) throw new Error(`${relative(root, assembly)} has no code for ${name}.`);
      return [name, found];
    }),
  );
}
