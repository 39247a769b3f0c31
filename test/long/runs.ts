/** Areas that run on AWS's DynamoDB Local too: their conditions, indexes and transactions pass there. */
export const checkedAreas = [
  'test/accounts/',
  'test/agent-sessions/',
  'test/analysis/',
  'test/api/',
  'test/audit/',
  'test/auth/',
  'test/cadence/',
  'test/change-sets/',
  'test/changes/',
  'test/busy-feeds/',
  'test/calendar-feeds/',
  'test/claims/',
  'test/comments/',
  'test/custom-fields/',
  'test/deliveries/',
  'test/event-subscriptions/',
  'test/faults/',
  'test/feedback/',
  'test/histories/',
  'test/history/',
  'test/exports/',
  'test/hooks/',
  'test/jobs/',
  'test/identity-providers/',
  'test/key-results/',
  'test/labels/',
  'test/limits/',
  'test/attachments/',
  'test/links/',
  'test/log/',
  'test/mail-replies/',
  'test/mail/',
  'test/mcp/',
  'test/members/',
  'test/notifications/',
  'test/oauth/',
  'test/objective-updates/',
  'test/objectives/',
  'test/planner/',
  'test/page-forms/',
  'test/planning-pages/',
  'test/policy/',
  'test/portal-team/',
  'test/portals/',
  'test/principals/',
  'test/projections/',
  'test/public-portals/',
  'test/proposal-pages/',
  'test/proposals/',
  'test/recurring-stories/',
  'test/relations/',
  'test/rules/',
  'test/search/',
  'test/service-accounts/',
  'test/sprints/',
  'test/statuses/',
  'test/stories/',
  'test/story-templates/',
  'test/system/',
  'test/team-members/',
  'test/teams/',
  'test/time-entries/',
  'test/tokens/',
  'test/triage/',
  'test/triage-mail/',
  'test/updates/',
  'test/views/',
  'test/webhooks/',
  'test/what-if/',
  'test/working-time/',
  'test/workspaces/',
  'test/writes/',
];

/** All other areas with tests that need a service, each with the reason why it does not run on DynamoDB Local. */
export const uncheckedAreas: Readonly<Record<string, string>> = {
  'test/aws/': 'counts who sends each request, the SDK or direct calls, whatever answers it',
  'test/bench/': 'counts the calls and the capacity units of a loop, which DynamoDB Local reckons by itself',
  'test/browser/': 'what a browser does with pages, whose requests other areas send',
  'test/client/': 'a package that a stranger installs, whose requests other areas send',
  'test/commands/': 'runs what the documentation names, on the engine that it names',
  'test/docs/': 'pages of documentation, and their examples',
  'test/forecasts/': 'compares forecasts with histories, without any table',
  'test/infra/':
    'the templates, the local runner and the command line, which read and write by operations that other areas check',
  'test/messages/': 'texts, and the language of pages, whose requests other areas send',
  'test/net/': 'requests to other servers, without any table',
  'test/packages/': 'what strangers install, whose requests other areas send',
};

/** Files in the checked areas that do not run on DynamoDB Local, each with its reason. */
export const uncheckedFiles: Readonly<Record<string, string>> = {
  '**/*.cost.test.ts': 'counts capacity units, which DynamoDB Local reckons by itself',
  'test/api/budgets.test.ts': 'counts capacity units, as above',
  'test/writes/contention.test.ts':
    'makes transactions overlap, which DynamoDB Local works on one after another',
  'test/stories/bulk-create-stories.test.ts':
    'writes a hundred stories at once, for which the functions wait 2.5 s; DynamoDB Local writes one after another',
  'test/faults/separate-counting.test.ts':
    'creates objectives and sprints at once by the dozen, for which the functions wait 2.5 s, as above',
  'test/faults/races.test.ts': 'deletes 93 comments at once, for which the functions wait 2.5 s, as above',
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
 * The runs of `npm run test:long`: every sweep whole and then, where there is a Java, the checked areas on DynamoDB Local,
 * with sampled sweeps and one file at a time, since it answers one call after another; where there is a LibreOffice, tables
 * are opened in it. Arguments name tests, which are run whole on the usual engine only.
 */
export function longRuns(args: readonly string[], java: string | undefined, office?: string): Run[] {
  const whole = { title: 'Every sweep whole', args, env: { PLOTLINE_TEST_WHOLE: '1' } };
  if (args.length > 0) return [whole];
  const checked = {
    title: 'Once more on AWS’s DynamoDB Local',
    args: [...checkedAreas, '--project', 'service', '--maxWorkers', '1'],
    // vitest gives projects none of the `--exclude` of its command line.
    env: { PLOTLINE_ENGINE: 'dynamodb-local', PLOTLINE_TEST_EXCLUDE: Object.keys(uncheckedFiles).join(',') },
  };
  const opened = {
    title: 'Tables in LibreOffice',
    args: ['--project', 'office'],
    env: { PLOTLINE_OFFICE: office ?? '' },
  };
  return [whole, ...(java === undefined ? [] : [checked]), ...(office === undefined ? [] : [opened])];
}
