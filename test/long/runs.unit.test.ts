import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { checkedAreas, longRuns, uncheckedFiles } from './runs.ts';

test('with Java, the checked areas run on DynamoDB Local too', () => {
  const [whole, checked, ...more] = longRuns([], '/usr/bin/java');
  expect(whole).toMatchObject({ args: [], env: { PLOTLINE_TEST_WHOLE: '1' } });
  expect(checked).toMatchObject({ env: { PLOTLINE_ENGINE: 'dynamodb-local' } });
  expect(checked!.args).toEqual(expect.arrayContaining(checkedAreas));
  expect(more).toEqual([]);
  expect(checkedAreas.filter((area) => !existsSync(area))).toEqual([]);
  const files = Object.keys(uncheckedFiles);
  expect(checked!.args).toEqual(expect.arrayContaining(files));
  expect(files.filter((file) => !file.includes('*') && !existsSync(file))).toEqual([]);
});

test('without Java, and for named tests, there is one run', () => {
  expect(longRuns([], undefined)).toHaveLength(1);
  expect(longRuns(['test/stories'], '/usr/bin/java')).toMatchObject([{ args: ['test/stories'] }]);
});
