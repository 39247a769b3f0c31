import type { Command } from 'commander';
import type { CounterDrift, RecountFindings } from '../../shared/projections/story-counts/recount.ts';
import { listTeams } from '../../shared/identity/teams/list-teams.ts';
import { startProgress, type ImportProgress } from '../import/progress.ts';
import { recountTeams, type Recount } from '../recount-teams.ts';
import { closingHelp } from '../core/closing-help.ts';
import type { Columns, CommandOutput } from '../core/output.ts';
import { withWorkspace, workspaceCommand, type WorkspaceOptions } from '../core/session.ts';

const help = `
Objectives, sprints and teams have counters of their stories, which a projection of the table's stream maintains. This
command compares the counters with the stories and reports differences (drift). It can run alongside the service;
recent changes get a moment to be counted.

--fix counts stories that were not counted, corrects counters, recreates burn-down days where they do not sum up to
the remaining work, and removes references to deleted resources from stories, sprints and key results.

The exit code is 1 if there is drift that was not fixed, or if something changed too often to be read.`;

/** From how many stories on the progress is written where there is no terminal. */
const LOGGED_STORIES_MIN = 5_000;

const columns: Columns<CounterDrift & { team: string }> = {
  counter: ({ of, counter }) => (of === 'team' ? `completed on ${counter}` : counter),
  of: ({ of, name }) => (of === 'team' ? 'team' : `${of} ${name}`),
  team: ({ team }) => team,
  is: ({ is }) => is,
  'should be': ({ shouldBe }) => shouldBe,
};

const storyColumns: Columns<RecountFindings['behind'][number]> = {
  story: ({ reference, id }) => reference ?? id,
  'counted as': ({ counted }) => (counted ? counted.category : 'nothing'),
  'should count as': ({ now, reference }) =>
    now ? now.category : reference ? 'nothing' : 'nothing, deleted',
};

const danglingColumns: Columns<RecountFindings['dangling'][number]> = {
  'reference in': ({ of, name }) => `${of === 'keyResult' ? 'key result' : of} ${name}`,
  field: ({ field }) => field,
  'has been deleted': ({ missing }) => missing,
};

export function recountCommand(program: Command): void {
  workspaceCommand(
    program,
    'recount',
    'compare the counts of objectives, sprints and teams with their stories',
  )
    .option('--fix', 'correct differences')
    .addHelpText('after', closingHelp(help))
    .action((options: WorkspaceOptions & { fix?: boolean }) =>
      withWorkspace(options, async ({ operations, database, output }) => {
        let progress: ImportProgress | undefined;
        const recount = await recountTeams(database, await operations.list(listTeams), {
          fix: options.fix ?? false,
          onStart: (stories) => {
            // In a log, a few seconds need no lines.
            if (stories > 0 && (process.stderr.isTTY || stories > LOGGED_STORIES_MIN))
              progress = startProgress(stories);
          },
          onStory: () => progress?.tick(),
        });
        progress?.stop();
        report(output, recount);
        if (!recount.fixed) process.exitCode = 1;
      }),
    );
}

function report(output: CommandOutput, recount: Recount): void {
  if (output.json) return output.record(recount, {});
  const { stories, teams, drift, behind, dangling, busy, fixed, left } = recount;
  const found = drift.length + behind.length + dangling.length;
  if (found === 0 && busy.length === 0)
    output.done(`The counts of ${stories} stories in ${teams} teams are correct.`);
  if (drift.length > 0) output.list(drift, columns, '');
  if (behind.length > 0) output.list(behind, storyColumns, '');
  if (dangling.length > 0) output.list(dangling, danglingColumns, '');
  if (found > 0 && fixed)
    output.done(`Corrected; the counts of ${stories} stories in ${teams} teams now match.`);
  else if (found > 0 && left === found) output.note('Nothing was changed; --fix corrects these differences.');
  else if (found > 0) output.note(`${left} of these could not be corrected; run the command again.`);
  if (busy.length > 0)
    output.note(`Changed too often to be read: ${busy.join(', ')}. Run the command again.`);
}
