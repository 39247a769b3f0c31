/** Areas that AWS's DynamoDB Local judges too: their conditions, indexes and transactions pass there. */
export const checkedAreas = [
  'test/accounts/',
  'test/analysis/',
  'test/audit/',
  'test/auth/',
  'test/cadence/',
  'test/comments/',
  'test/deliveries/',
  'test/event-subscriptions/',
  'test/feedback/',
  'test/history/',
  'test/jobs/',
  'test/key-results/',
  'test/labels/',
  'test/limits/',
  'test/mail/',
  'test/members/',
  'test/oauth/',
  'test/objectives/',
  'test/planner/',
  'test/portals/',
  'test/principals/',
  'test/public-portals/',
  'test/relations/',
  'test/search/',
  'test/service-accounts/',
  'test/sprints/',
  'test/statuses/',
  'test/stories/',
  'test/system/',
  'test/team-members/',
  'test/teams/',
  'test/tokens/',
  'test/updates/',
  'test/views/',
  'test/webhooks/',
  'test/working-time/',
  'test/workspaces/',
];

/** Files in these areas that do not run on DynamoDB Local, each with its reason. */
export const uncheckedFiles: Readonly<Record<string, string>> = {
  '**/*.cost.test.ts': 'counts capacity units, which DynamoDB Local reckons by itself',
  'test/stories/bulk-create-stories.test.ts':
    'writes a hundred stories at once, for which the functions wait 2.5 s; DynamoDB Local writes one after another',
  'test/feedback/merge-feedback-item.test.ts':
    'waits for projections, which took more than two minutes behind the stream of DynamoDB Local on a busy machine',
};

/** One run of vitest. */
interface Run {
  title: string;
  args: readonly string[];
  env: Record<string, string>;
}

/**
 * The runs of `npm run test:long`: every sweep whole and then, where there is a Java, the judged areas on DynamoDB Local,
 * with sampled sweeps and one file at a time, since it answers one call after another. Arguments name tests, which are run
 * whole on the usual engine only.
 */
export function longRuns(args: readonly string[], java: string | undefined): Run[] {
  const whole = { title: 'Every sweep whole', args, env: { PLOTLINE_TEST_WHOLE: '1' } };
  if (args.length > 0 || java === undefined) return [whole];
  const judged = {
    title: 'Once more on AWS’s DynamoDB Local',
    args: [
      ...checkedAreas,
      ...['--project', 'service', '--maxWorkers', '1'],
      ...Object.keys(uncheckedFiles).flatMap((file) => ['--exclude', file]),
    ],
    env: { PLOTLINE_ENGINE: 'dynamodb-local' },
  };
  return [whole, judged];
}
