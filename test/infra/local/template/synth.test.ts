import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { synthesize } from '../../../../infra/local/template/synth.ts';
import { ROOT, temporaryFolder } from '../support.ts';

/** A user with no rights of its own. */
const NOBODY = 65_534;

const OPTIONS = { app: 'app/main.mjs', inputs: ['app', 'lock.json'], except: ['app/other'], into: 'out' };

/** An app that writes the environment it was given and counts its runs. */
const APP = `
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
appendFileSync('runs', 'x');
mkdirSync(process.env.CDK_OUTDIR);
writeFileSync(process.env.CDK_OUTDIR + '/manifest.json', process.env.PLOTLINE_ENV);
`;

function project(root = temporaryFolder()) {
  mkdirSync(join(root, 'app/other'), { recursive: true });
  writeFileSync(join(root, 'app/main.mjs'), APP);
  const runs = () => readFileSync(join(root, 'runs'), 'utf8').length;
  return { root, runs };
}

test('the app is synthesized once per state of its sources', async () => {
  const { root, runs } = project();
  const first = await synthesize(root, OPTIONS);
  expect(readFileSync(join(first, 'manifest.json'), 'utf8')).toBe('local');
  writeFileSync(join(root, 'app/other/file.ts'), 'not an input');
  expect(await synthesize(root, OPTIONS)).toBe(first);
  expect(runs()).toBe(1);
  writeFileSync(join(root, 'lock.json'), '{}');
  const second = await synthesize(root, OPTIONS);
  expect(second).not.toBe(first);
  expect([runs(), existsSync(first)]).toEqual([2, true]);
});

test('two concurrent syntheses give the same assembly', async () => {
  const { root, runs } = project();
  const [first, second] = await Promise.all([synthesize(root, OPTIONS), synthesize(root, OPTIONS)]);
  expect(first).toBe(second);
  expect(runs()).toBe(1);
});

test('an assembly that no process uses any more is deleted when another is made', async () => {
  const { root } = project();
  const [old, used] = [await synthesize(root, OPTIONS), join(root, 'dist/out/used')];
  const notes = join(old, '.users');
  renameSync(join(notes, String(process.pid)), join(notes, await endedProcess()));
  mkdirSync(join(used, '.users'), { recursive: true });
  writeFileSync(join(used, '.users', String(process.ppid)), '');
  writeFileSync(join(root, 'lock.json'), '{}');
  await synthesize(root, OPTIONS);
  expect([existsSync(old), existsSync(used)]).toEqual([false, true]);
});

test('source maps stay out of an assembly', async () => {
  const { root } = project();
  writeFileSync(
    join(root, 'app/main.mjs'),
    `${APP}\nwriteFileSync(process.env.CDK_OUTDIR + '/index.mjs.map', '');`,
  );
  expect(readdirSync(await synthesize(root, OPTIONS))).not.toContain('index.mjs.map');
});

test('what is made is told while it is made, also without a terminal', async () => {
  const { root } = project();
  const steps =
    'for (const n of [1, 2]) console.log(process.env.PLOTLINE_BUNDLING_PROGRESS && `PLOTLINE_BUNDLING_PROGRESS ${n} 2`);';
  writeFileSync(join(root, 'app/main.mjs'), `${APP}\n${steps}`);
  const lines: string[] = [];
  const report = (line: string) => void lines.push(line);
  await synthesize(root, { ...OPTIONS, report });
  expect(lines).toEqual([expect.stringMatching(/^Building the service/), '  2 of 2 functions']);
  await synthesize(root, { ...OPTIONS, report });
  expect(lines).toHaveLength(2);
});

const SYNTH = join(ROOT, 'infra/local/template/synth.ts');

/** Only an administrator becomes another user, who needs a way to the sources. */
const becomesNobody =
  process.getuid?.() === 0 && spawnSync('test', ['-r', SYNTH], { uid: NOBODY, gid: NOBODY }).status === 0;

/** A folder that all users may open. */
function openFolder(): string {
  const folder = mkdtempSync('/tmp/plotline-open-');
  chmodSync(folder, 0o755);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test.runIf(becomesNobody)('the folder of another user is built in the cache of one’s own', async () => {
  const { root } = project(openFolder());
  const cache = openFolder();
  chownSync(cache, NOBODY, NOBODY);
  const options = JSON.stringify({ ...OPTIONS, app: 'app/quiet.mjs' });
  const script = `
    import { synthesize } from ${JSON.stringify(SYNTH)};
    console.log(await synthesize(${JSON.stringify(root)}, ${options}));`;
  writeFileSync(
    join(root, 'app/quiet.mjs'),
    `import { mkdirSync, writeFileSync } from 'node:fs';
   mkdirSync(process.env.CDK_OUTDIR);
   writeFileSync(process.env.CDK_OUTDIR + '/manifest.json', '');`,
  );
  const env = { PATH: process.env.PATH, XDG_CACHE_HOME: cache };
  const run = () =>
    execFileSync(process.execPath, ['--input-type=module', '-e', script], {
      env,
      uid: NOBODY,
      gid: NOBODY,
      encoding: 'utf8',
      cwd: '/',
    }).trim();
  const own = run();
  expect(own.startsWith(join(cache, 'plotline'))).toBe(true);
  expect(existsSync(join(root, 'dist'))).toBe(false);
  // What its owner has made is used as it is.
  expect(run()).toBe(own);
  const made = await synthesize(root, { ...OPTIONS, app: 'app/quiet.mjs' });
  expect(run()).toBe(made);
});

/** The id of a process that is no more. */
async function endedProcess(): Promise<string> {
  const child = spawn('true');
  await once(child, 'exit');
  return String(child.pid);
}

test.runIf(existsSync('/dev/full'))('a bundler that finds the disk full is said in a sentence', async () => {
  const { root } = project();
  writeFileSync(join(root, 'app/input.mjs'), '');
  writeFileSync(
    join(root, 'app/main.mjs'),
    `import { build } from '${ROOT}/node_modules/esbuild/lib/main.js';
     await build({ entryPoints: ['app/input.mjs'], outfile: '/dev/full', allowOverwrite: true, footer: { js: '//' } });`,
  );
  await expect(synthesize(root, OPTIONS)).rejects.toThrow('The disk is full (ENOSPC): free a gigabyte');
});

test('an app that fails is run again when it was repaired', async () => {
  const { root } = project();
  writeFileSync(join(root, 'app/main.mjs'), `${APP}\nprocess.exit(2);`);
  await expect(synthesize(root, OPTIONS)).rejects.toThrow('The CDK app (app/main.mjs) failed');
  writeFileSync(join(root, 'app/main.mjs'), `${APP}\n// repaired`);
  expect(existsSync(join(await synthesize(root, OPTIONS), 'manifest.json'))).toBe(true);
});
