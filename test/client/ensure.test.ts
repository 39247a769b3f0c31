import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

test('a fresh copy has the generated parts of the client before its tests, and keeps them until the API changes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'plotline-fresh-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const generated = join(root, 'client/src/generated');
  cpSync(join(root, 'client'), join(folder, 'client'), {
    recursive: true,
    filter: (file) => file !== generated,
  });
  for (const name of ['infra', 'shared', 'node_modules', 'package-lock.json', 'package.json'])
    symlinkSync(join(root, name), join(folder, name));
  const ensure = () => execFileSync(process.execPath, [join(folder, 'client/ensure.ts')]);
  const schema = join(folder, 'client/src/generated/schema.ts');
  ensure();
  expect(readFileSync(schema, 'utf8')).toContain('listStories');
  writeFileSync(schema, 'kept');
  ensure();
  expect(readFileSync(schema, 'utf8')).toBe('kept');
  writeFileSync(
    join(folder, 'client/call-methods.ts'),
    readFileSync(join(root, 'client/call-methods.ts'), 'utf8') + '\n',
  );
  ensure();
  expect(readFileSync(schema, 'utf8')).not.toBe('kept');
  expect(existsSync(join(folder, 'client/src/generated/table.ts'))).toBe(true);
});

test.each(['test', 'test:cost', 'test:long', 'types', 'lint', 'mutants'])(
  'npm run %s generates them first',
  (name) => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    expect(scripts[`pre${name}`]).toBe('node infra/local/setup.mjs --run client/ensure.ts');
  },
);
