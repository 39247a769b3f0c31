import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');
const readJson = (file: string) => JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as unknown;

interface Entry {
  dev?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
}

/** The packages that `npm ci --omit=dev` installs on Linux x64, as setup.mjs counts them. */
const installed = Object.entries(
  (readJson('package-lock.json') as { packages: Record<string, Entry> }).packages,
)
  .filter(([path, { dev, os, cpu, libc }]) => {
    const fits = (os?.includes('linux') ?? true) && (cpu?.includes('x64') ?? true) && !libc?.includes('musl');
    return path !== '' && !dev && fits;
  })
  .map(([path]) => path.replace('node_modules/', ''));

test('npm start installs few packages', () => {
  // Codecs of pictures and fonts of their previews among them.
  expect(installed.length).toBeLessThanOrEqual(210);
});

test.each(['aws-cdk-lib', 'aws-cdk', 'vitest', 'eslint', 'playwright-core', '@sparticuz/chromium'])(
  'npm start does not install %s',
  (name) => expect(installed).not.toContain(name),
);

test('start, invoke and their like install what running needs, and all other scripts everything', () => {
  const { scripts } = readJson('package.json') as { scripts: Record<string, string> };
  const setups = Object.keys(scripts)
    .filter((name) => !(name.startsWith('pre') && name.slice(3) in scripts))
    .map((name) => [name, scripts[`pre${name}`]]);
  const small = ['start', 'invoke'];
  // They read the types that the client is generated from.
  const withClient = ['test', 'test:cost', 'test:long', 'lint', 'types', 'mutants'];
  // The command installs by itself what it needs.
  const own = ['plotline'];
  expect(setups).toEqual(
    setups.map(([name]) => {
      const installs = `node infra/local/setup.mjs${small.includes(name!) ? ' --omit=dev' : ''}`;
      const setup = `${installs}${withClient.includes(name!) ? ' --run client/ensure.ts' : ''}`;
      return [name, own.includes(name!) ? undefined : setup];
    }),
  );
});
