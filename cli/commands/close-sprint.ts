import type { Command } from 'commander';
import { getSprintReport } from '../../shared/planning/analysis/get-sprint-report.ts';
import type { SprintReport } from '../../shared/planning/analysis/sprint-report.ts';
import { listSprints } from '../../shared/planning/sprints/list-sprints.ts';
import { listStories } from '../../shared/planning/stories/list-stories.ts';
import { updateStory } from '../../shared/planning/stories/update-story.ts';
import { CommandError } from '../core/command-error.ts';
import { confirm } from '../core/confirm.ts';
import type { Columns } from '../core/output.ts';
import { withWorkspace, workspaceCommand, type WorkspaceOptions } from '../core/session.ts';
import { eachOf } from '../each-story.ts';
import { findSprint, SPRINT_HELP, sprintsNamed } from '../find-sprint.ts';
import { teamFilter } from './planning-changes.ts';

interface CloseSprintOptions extends WorkspaceOptions {
  team?: string;
  to: string;
  yes?: boolean;
}

type Report = SprintReport & { name: string };

const amount = ({ stories, estimate }: { stories: number; estimate: number }): string =>
  `${stories} ${stories === 1 ? 'story' : 'stories'}, estimate ${estimate}`;

const fields: Columns<Report> = {
  sprint: ({ name }) => name,
  closed: ({ closedAt }) => closedAt ?? 'not yet',
  committed: ({ committed }) => amount(committed),
  added: ({ added }) => amount(added),
  removed: ({ removed }) => amount(removed),
  finished: ({ finished }) => amount(finished),
  unfinished: ({ unfinished }) => amount(unfinished),
  'moved on': ({ rolledOver }) => amount(rolledOver),
};

/** Adds what a team does with a sprint at its end: its report, and what to do with the stories that are left. */
export function closeSprintCommands(noun: Command): void {
  const ofTeam = (usage: string, description: string) =>
    workspaceCommand(noun, usage, description).option('--team <code>', 'of this team');

  ofTeam('report <sprint>', `what a sprint committed to and finished; ${SPRINT_HELP}`).action(
    (text: string, options: CloseSprintOptions) =>
      withWorkspace(options, async ({ operations, output }) => {
        const { id: sprintId } = await findSprint(operations, text, await teamFilter(operations, options));
        output.record(await operations.run(getSprintReport, { path: { sprintId } }), fields);
      }),
  );

  ofTeam('carry <sprint>', `move the open stories of a sprint to another one; ${SPRINT_HELP}`)
    .option('--to <sprint>', SPRINT_HELP, 'current')
    .option('-y, --yes', 'skip the confirmation')
    .action((text: string, options: CloseSprintOptions) =>
      withWorkspace(options, async ({ operations, output }) => {
        const from = await findSprint(operations, text, await teamFilter(operations, options));
        const ofSameTeam = await operations.list(listSprints, { query: { teamId: from.teamId } });
        const [to] = sprintsNamed(ofSameTeam, options.to);
        if (to!.id === from.id)
          throw new CommandError(`${from.name} is where they are; name another sprint with --to.`);
        const query = { sprintId: [from.id], filter: 'is:open' };
        const open = await operations.list(listStories, { query });
        if (open.length === 0) {
          output.done(`${from.name} has no open stories.`);
          if (output.json) output.record([], {});
          return;
        }
        const count = open.length === 1 ? '1 open story' : `${open.length} open stories`;
        await confirm(`This moves ${count} from ${from.name} to ${to!.name}.`, options.yes ?? false);
        const { done } = await eachOf(open, ({ id: storyId, updatedAt }) =>
          operations.run(updateStory, {
            path: { storyId },
            body: { expectedUpdatedAt: updatedAt, sprintId: to!.id },
          }),
        );
        if (done.length === open.length) output.done(`Moved ${count} to ${to!.name}.`);
        if (output.json) output.record(done, {});
      }),
    );
}
