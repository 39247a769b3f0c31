import { execFileSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { checkedAreas, longRuns, uncheckedAreas, uncheckedFiles } from './runs.ts';

test('the checked areas run on DynamoDB Local too where there is Java', () => {
  const [whole, checked, ...more] = longRuns([], '/usr/bin/java');
  expect(whole).toMatchObject({ args: [], env: { PLOTLINE_TEST_WHOLE: '1' } });
  expect(checked).toMatchObject({ env: { PLOTLINE_ENGINE: 'dynamodb-local' } });
  expect(checked!.args).toEqual(expect.arrayContaining(checkedAreas));
  expect(more).toEqual([]);
  expect(checkedAreas.filter((area) => !existsSync(area))).toEqual([]);
});

test('files that do not run on DynamoDB Local are left out', () => {
  const { args, env } = longRuns([], '/usr/bin/java')[1]!;
  const command = [
    'node_modules/vitest/vitest.mjs',
    'list',
    '--filesOnly',
    '--config',
    'test/vitest.config.ts',
  ];
  const listed = execFileSync(process.execPath, [...command, ...args], {
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
  expect(listed).toContain('test/stories/create-story.test.ts');
  const leftOut = Object.keys(uncheckedFiles).flatMap((pattern) => {
    const files = globSync(pattern);
    expect(files, pattern).not.toEqual([]);
    return files;
  });
  expect(leftOut.filter((file) => listed.includes(file))).toEqual([]);
});

test('tables are opened in LibreOffice where there is one', () => {
  const [, ...more] = longRuns([], undefined, '/usr/bin/soffice');
  expect(more).toMatchObject([
    { args: ['--project', 'office'], env: { PLOTLINE_OFFICE: '/usr/bin/soffice' } },
  ]);
  expect(globSync('test/**/*.office.test.ts')).not.toEqual([]);
});

test('one run is made without Java, and for named tests', () => {
  expect(longRuns([], undefined)).toHaveLength(1);
  expect(longRuns(['test/stories'], '/usr/bin/java')).toMatchObject([{ args: ['test/stories'] }]);
});

test('each folder with tests that need a service is checked on DynamoDB Local, or has a reason not to be', () => {
  const files = globSync('test/*/**/*.test.ts').filter((file) => !file.endsWith('.unit.test.ts'));
  const folders = new Set(files.map((file) => `${file.split(/[/\\]/).slice(0, 2).join('/')}/`));
  expect([...checkedAreas, ...Object.keys(uncheckedAreas)].toSorted()).toEqual([...folders].toSorted());
});
