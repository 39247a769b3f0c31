import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { bundleInputs } from '../../constructs/bundle-inputs.ts';
import { hashFiles } from '../../constructs/hash-files.ts';
import { withLock } from '../runner/lock.ts';
import { StartError } from '../runner/start-error.ts';

type SynthOptions = {
  /** The CDK app, run with PLOTLINE_ENV=local and CDK_OUTDIR. */
  app: string;
  /** Files and folders from which templates and bundles are built, without `except`. */
  inputs: string[];
  except: string[];
  /** The folder of the assemblies. */
  into: string;
};

/** The app of this repository. */
const plotline: SynthOptions = {
  app: 'infra/app.ts',
  inputs: ['infra', 'cdk.json', ...bundleInputs],
  except: ['infra/local', 'cli'],
  into: 'dist/local',
};

/** Its replacement where the CDK is not installed. */
const fromSnapshot: SynthOptions = {
  app: 'infra/local/template/assemble.ts',
  inputs: ['infra/local/template', 'infra/constructs', ...bundleInputs],
  except: [],
  into: 'dist/local',
};

const isCdkInstalled = (root: string) => existsSync(join(root, 'node_modules/aws-cdk-lib/package.json'));
/** Without aws-cdk-lib's check of each template, which only warns and takes most of the time; `npm run synth` has it. */
const NO_VALIDATION = { CDK_VALIDATION: 'false' };
const LOCK = 'lock';
const RETENTION_MS = 24 * 60 * 60 * 1000;

/**
 * Synthesizes the app for the environment `local`, or assembles it from its snapshot where the CDK is not installed, and
 * returns the directory of the assembly. There is one directory per state of the sources, so that nothing is built twice and nothing changes under a running
 * instance; directories unused for a day are removed. Only one process at a time runs the app, since it
 * bundles into its own folder. Paths are relative to `root`. Throws a StartError if the app fails, after
 * printing its output.
 */
export async function synthesize(
  root: string,
  options: SynthOptions = isCdkInstalled(root) ? plotline : fromSnapshot,
): Promise<string> {
  const parent = join(root, options.into);
  const outdir = join(parent, hashFiles(root, options.inputs, options.except).slice(0, 16));
  if (!existsSync(outdir)) {
    mkdirSync(parent, { recursive: true });
    await withLock(join(parent, LOCK), async () => {
      if (!existsSync(outdir)) await makeAssembly(root, options.app, parent, outdir);
    });
  }
  utimesSync(outdir, new Date(), new Date());
  return outdir;
}

async function makeAssembly(root: string, app: string, parent: string, outdir: string): Promise<void> {
  removeOld(parent);
  const temporary = join(parent, 'unfinished');
  rmSync(temporary, { recursive: true, force: true });
  await runApp(root, app, temporary);
  renameSync(temporary, outdir);
}

function runApp(root: string, file: string, outdir: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const app = spawn(process.execPath, [file], {
      cwd: root,
      env: { ...process.env, PLOTLINE_ENV: 'local', CDK_OUTDIR: outdir, ...NO_VALIDATION },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const output: Buffer[] = [];
    app.stdout.on('data', (chunk: Buffer) => output.push(chunk));
    app.stderr.on('data', (chunk: Buffer) => output.push(chunk));
    app.once('error', reject);
    app.once('close', (code) => {
      if (code === 0 && existsSync(outdir)) return resolve();
      process.stderr.write(Buffer.concat(output));
      reject(new StartError(`The CDK app (${file}) failed for the reason above; fix it and start again.`));
    });
  });
}

function removeOld(parent: string): void {
  for (const name of readdirSync(parent)) {
    const path = join(parent, name);
    if (name === LOCK) continue;
    if (Date.now() - statSync(path).mtimeMs > RETENTION_MS) rmSync(path, { recursive: true, force: true });
  }
}
