import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { judgedAreas, longRuns, notJudged } from './runs.ts';

test('with Java, the judged areas run on DynamoDB Local too', () => {
  const [whole, judged, ...more] = longRuns([], '/usr/bin/java');
  expect(whole).toMatchObject({ args: [], env: { PLOTLINE_TEST_WHOLE: '1' } });
  expect(judged).toMatchObject({ env: { PLOTLINE_ENGINE: 'dynamodb-local' } });
  expect(judged!.args).toEqual(expect.arrayContaining(judgedAreas));
  expect(more).toEqual([]);
  expect(judgedAreas.filter((area) => !existsSync(area))).toEqual([]);
  const files = Object.keys(notJudged);
  expect(judged!.args).toEqual(expect.arrayContaining(files));
  expect(files.filter((file) => !file.includes('*') && !existsSync(file))).toEqual([]);
});

test('without Java, and for named tests, there is one run', () => {
  expect(longRuns([], undefined)).toHaveLength(1);
  expect(longRuns(['test/stories'], '/usr/bin/java')).toMatchObject([{ args: ['test/stories'] }]);
});
