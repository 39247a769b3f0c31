import type { Command } from 'commander';
import type { Drift, Findings } from '../../../shared/projections/story-counts/recount.ts';
import { listTeams } from '../../../shared/teams/list-teams.ts';
import { startProgress, type Progress } from '../import/progress.ts';
import { recountTeams, type Recount } from '../recount-teams.ts';
import type { Columns, Output } from '../core/output.ts';
import { withWorkspace, workspaceCommand, type WorkspaceOptions } from '../core/session.ts';

const help = `
Objectives, sprints and teams keep counters of their stories, which the stream of changes moves. This reads the
stories and says which counters are not what they should be: drift. It may run beside the service; what was just
changed is given a moment to be counted.

--fix counts stories that were not counted, adds what counters lack, and takes what has been deleted out of stories,
sprints and key results that still name it.

It ends with 1 where there is drift that was not fixed, or something changed too often to be read.`;

const columns: Columns<Drift & { team: string }> = {
  counter: ({ of, counter }) => (of === 'team' ? `completed on ${counter}` : counter),
  of: ({ of, name }) => (of === 'team' ? 'team' : `${of} ${name}`),
  team: ({ team }) => team,
  is: ({ is }) => is,
  'should be': ({ shouldBe }) => shouldBe,
};

const storyColumns: Columns<Findings['behind'][number]> = {
  story: ({ reference, id }) => reference ?? id,
  'counted as': ({ counted }) => (counted ? counted.category : 'nothing'),
  'should count as': ({ now, reference }) =>
    now ? now.category : reference ? 'nothing' : 'nothing, deleted',
};

const danglingColumns: Columns<Findings['dangling'][number]> = {
  'what names it': ({ of, name }) => `${of === 'keyResult' ? 'key result' : of} ${name}`,
  field: ({ field }) => field,
  'has been deleted': ({ missing }) => missing,
};

export function recountCommand(program: Command): void {
  workspaceCommand(
    program,
    'recount',
    'compare the counts of objectives, sprints and teams with their stories',
  )
    .option('--fix', 'put right what is wrong')
    .addHelpText('after', help)
    .action((options: WorkspaceOptions & { fix?: boolean }) =>
      withWorkspace(options, async ({ here, database, output }) => {
        let progress: Progress | undefined;
        const recount = await recountTeams(database, await here.list(listTeams), {
          fix: options.fix ?? false,
          onStart: (stories) => (progress = stories > 0 ? startProgress(stories) : undefined),
          onStory: () => progress?.tick(),
        });
        progress?.stop();
        report(output, recount);
        if (!recount.fixed) process.exitCode = 1;
      }),
    );
}

function report(output: Output, recount: Recount): void {
  if (output.json) return output.record(recount, {});
  const { stories, teams, drift, behind, dangling, busy, fixed, left } = recount;
  const found = drift.length + behind.length + dangling.length;
  if (found === 0 && busy.length === 0)
    output.done(`The counts of ${stories} stories in ${teams} teams are right.`);
  if (drift.length > 0) output.list(drift, columns, '');
  if (behind.length > 0) output.list(behind, storyColumns, '');
  if (dangling.length > 0) output.list(dangling, danglingColumns, '');
  if (found > 0 && fixed)
    output.done(`Put right; ${stories} stories in ${teams} teams are counted as they are.`);
  else if (found > 0 && left === found) output.note('Nothing was changed; --fix puts this right.');
  else if (found > 0) output.note(`${left} of these could not be put right; run the command again.`);
  if (busy.length > 0)
    output.note(`Changed too often to be read: ${busy.join(', ')}. Run the command again.`);
}
