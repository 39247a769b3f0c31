import { spawn } from 'node:child_process';
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { bundleInputs, notInputs } from '../../constructs/bundle-inputs.ts';
import { PROGRESS_VARIABLE } from '../../constructs/bundle-progress.ts';
import { distFolder } from '../../constructs/dist-folder.ts';
import { hashFiles } from '../../constructs/hash-files.ts';
import { linkEqualFiles } from '../../constructs/link-equal-files.ts';
import { withLock } from '../runner/lock.ts';
import { makeFolder } from '../runner/make-folder.ts';
import { StartError } from '../runner/start-error.ts';
import { saysFullDisk } from '../runner/system-error.ts';
import { isUsed, use } from '../runner/users.ts';

type SynthOptions = {
  /** The CDK app, run with PLOTLINE_ENV=local and CDK_OUTDIR. */
  app: string;
  /** Files and folders from which templates and bundles are built, without `except`. */
  inputs: string[];
  except: readonly string[];
  /** The folder of the assemblies. */
  into: string;
  /** Takes lines that say how far it is, where something has to be made. */
  report?: (line: string) => void;
};

/** The app of this repository. */
const plotline: SynthOptions = {
  app: 'infra/app.ts',
  inputs: ['infra', 'cdk.json', ...bundleInputs],
  except: ['infra/local', 'cli', ...notInputs],
  into: 'local',
};

/** Its replacement where the CDK is not installed. */
const fromSnapshot: SynthOptions = {
  app: 'infra/local/template/assemble.ts',
  inputs: ['infra/local/template', 'infra/constructs', ...bundleInputs],
  except: notInputs,
  into: 'local',
};

const isCdkInstalled = (root: string) => existsSync(join(root, 'node_modules/aws-cdk-lib/package.json'));
/** How the app of a copy of this repository is synthesized. */
export const optionsFor = (root: string): SynthOptions => (isCdkInstalled(root) ? plotline : fromSnapshot);
/** Without aws-cdk-lib's check of each template, which only warns and takes most of the time; `npm run synth` has it. */
const NO_VALIDATION = { CDK_VALIDATION: 'false' };
const LOCK = 'lock';
const PROGRESS_MS = 2_000;
const STEP = new RegExp(`^${PROGRESS_VARIABLE} (\\d+) (\\d+)$`, 'gm');

/**
 * Synthesizes the app for the environment `local`, or assembles it from its snapshot where the CDK is not installed, and
 * returns the directory of the assembly. There is one directory per state of the sources, so that nothing is built twice and nothing changes under a running
 * instance; those that no process uses are removed when another is made. Only one process at a time runs the app, since it
 * bundles into its own folder. Paths are relative to `root`. Throws a StartError if the app fails, after
 * printing its output.
 */
export async function synthesize(root: string, options: SynthOptions = optionsFor(root)): Promise<string> {
  const parent = join(distFolder(root), options.into);
  const state = hashFiles(root, options.inputs, options.except).slice(0, 16);
  // Made by the user who installed the folder, who may be another one.
  const made = join(root, 'dist', options.into, state);
  const outdir = existsSync(made) ? made : join(parent, state);
  if (!existsSync(outdir)) {
    makeFolder(parent);
    await withLock(join(parent, LOCK), async () => {
      if (!existsSync(outdir)) await makeAssembly(root, options, outdir);
    });
  }
  use(outdir);
  return outdir;
}

async function makeAssembly(
  root: string,
  { app, report = () => undefined }: SynthOptions,
  outdir: string,
): Promise<void> {
  const parent = dirname(outdir);
  removeUnused(parent);
  report('Building the service from its sources, which takes a minute or two …');
  const temporary = join(parent, 'unfinished');
  rmSync(temporary, { recursive: true, force: true });
  await runApp(root, app, temporary, report);
  removeMaps(temporary);
  await linkToBundles(temporary, join(dirname(parent), 'functions'));
  renameSync(temporary, outdir);
}

function runApp(root: string, file: string, outdir: string, report: (line: string) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const environment = { PLOTLINE_ENV: 'local', CDK_OUTDIR: outdir, [PROGRESS_VARIABLE]: 'on' };
    const app = spawn(process.execPath, [file], {
      cwd: root,
      env: { ...process.env, ...environment, ...NO_VALIDATION },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const output: Buffer[] = [];
    const shown = progressReporter(report);
    app.stdout.on('data', (chunk: Buffer) => {
      output.push(chunk);
      shown(String(chunk));
    });
    app.stderr.on('data', (chunk: Buffer) => output.push(chunk));
    app.once('error', reject);
    app.once('close', (code) => {
      if (code === 0 && existsSync(outdir)) return resolve();
      const said = Buffer.concat(output);
      if (saysFullDisk(String(said))) return reject(new StartError(FULL_DISK));
      process.stderr.write(said);
      reject(new StartError(`The CDK app (${file}) failed for the reason above; fix it and start again.`));
    });
  });
}

const FULL_DISK = 'The disk is full (ENOSPC): free a gigabyte, and start again.';

/** Reports the last of the steps that an app prints, now and then. */
function progressReporter(report: (line: string) => void): (said: string) => void {
  let reportedAt = Date.now();
  return (said) => {
    const [, done, of] = [...said.matchAll(STEP)].at(-1) ?? [];
    if (done === undefined || (Date.now() - reportedAt < PROGRESS_MS && done !== of)) return;
    reportedAt = Date.now();
    report(`  ${done} of ${of} functions`);
  };
}

/** Makes the files that the app copied into an assembly the same as those of the bundles, while no one makes these again. */
async function linkToBundles(assembly: string, bundles: string): Promise<void> {
  if (!existsSync(bundles)) return;
  await withLock(join(bundles, LOCK), () => {
    const folders = readdirSync(bundles, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    linkEqualFiles([...folders.map(({ name }) => join(bundles, name)), assembly]);
    return Promise.resolve();
  });
}

/** An assembly takes 80 MB once its bundles are made again, so none stays that no one uses. */
function removeUnused(parent: string): void {
  for (const name of readdirSync(parent)) {
    const path = join(parent, name);
    if (name !== LOCK && !isUsed(path)) rmSync(path, { recursive: true, force: true });
  }
}

/** Only deployments store them. */
function removeMaps(assembly: string): void {
  for (const file of readdirSync(assembly, { recursive: true, withFileTypes: true }))
    if (file.name.endsWith('.map')) rmSync(join(file.parentPath, file.name));
}
