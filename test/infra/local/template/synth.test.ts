import { existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { synthesize } from '../../../../infra/local/template/synth.ts';
import { temporaryFolder } from '../support.ts';

const OPTIONS = { app: 'app/main.mjs', inputs: ['app', 'lock.json'], except: ['app/other'], into: 'out' };

/** An app that writes the environment it was given and counts its runs. */
const APP = `
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
appendFileSync('runs', 'x');
mkdirSync(process.env.CDK_OUTDIR);
writeFileSync(process.env.CDK_OUTDIR + '/manifest.json', process.env.PLOTLINE_ENV);
`;

function project() {
  const root = temporaryFolder();
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

test('an assembly that was not used for a day is deleted when another is made', async () => {
  const { root } = project();
  const old = await synthesize(root, OPTIONS);
  utimesSync(old, 0, 0);
  writeFileSync(join(root, 'lock.json'), '{}');
  await synthesize(root, OPTIONS);
  expect(existsSync(old)).toBe(false);
});

test('an app that fails is run again when it was repaired', async () => {
  const { root } = project();
  writeFileSync(join(root, 'app/main.mjs'), `${APP}\nprocess.exit(2);`);
  await expect(synthesize(root, OPTIONS)).rejects.toThrow('The CDK app (app/main.mjs) failed');
  writeFileSync(join(root, 'app/main.mjs'), `${APP}\n// repaired`);
  expect(existsSync(join(await synthesize(root, OPTIONS), 'manifest.json'))).toBe(true);
});
