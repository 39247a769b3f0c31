/** Areas that AWS's DynamoDB Local judges too: their conditions, indexes and transactions pass there. */
export const judgedAreas = [
  'test/labels/',
  'test/relations/',
  'test/statuses/create-status.test.ts',
  'test/statuses/update-status.test.ts',
  'test/tokens/create-token.test.ts',
  'test/tokens/list-tokens.test.ts',
  'test/views/board.test.ts',
  'test/views/list-view-stories.test.ts',
];

/** Files in these areas that count capacity units, which DynamoDB Local reckons by itself. */
const COUNTS_UNITS = '**/*.cost.test.ts';

/** One run of vitest. */
interface Run {
  title: string;
  args: readonly string[];
  env: Record<string, string>;
}

/**
 * The runs of `npm run test:long`: every sweep whole and then, where there is a Java, the judged areas on DynamoDB Local,
 * with sampled sweeps. Arguments name tests, which are run whole on the usual engine only.
 */
export function longRuns(args: readonly string[], java: string | undefined): Run[] {
  const whole = { title: 'Every sweep whole', args, env: { PLOTLINE_TEST_WHOLE: '1' } };
  if (args.length > 0 || java === undefined) return [whole];
  const judged = {
    title: 'Once more on AWS’s DynamoDB Local',
    args: [...judgedAreas, '--project', 'service', '--exclude', COUNTS_UNITS],
    env: { PLOTLINE_ENGINE: 'dynamodb-local' },
  };
  return [whole, judged];
}
