import type { Command } from 'commander';
import { listObjectiveHistory } from '../../shared/events/history/list-objective-history.ts';
import { listObjectives } from '../../shared/planning/objectives/list-objectives.ts';
import { limitOption } from '../core/arguments.ts';
import { CommandError } from '../core/command-error.ts';
import { nounHistories } from '../declared/histories.ts';
import { findNamed } from '../core/find.ts';
import { withWorkspace, workspaceCommand, type WorkspaceOptions } from '../core/session.ts';
import { findSprint, SPRINT_HELP } from '../find-sprint.ts';
import { findStory } from '../find-story.ts';
import type { WorkspaceOperations } from '../workspace-operations.ts';

interface HistoryOptions extends WorkspaceOptions {
  objective?: string;
  sprint?: string;
  limit: number;
}

export function historyCommand(program: Command): void {
  workspaceCommand(
    program,
    'history [story]',
    'who changed a story, an objective or a sprint: what, when and through what, newest first',
  )
    .option('--objective <objective>', 'of this objective, by name or id')
    .option('--sprint <sprint>', `of this sprint, ${SPRINT_HELP}`)
    .addOption(limitOption())
    .action((story: string | undefined, options: HistoryOptions) =>
      withWorkspace(options, async ({ operations, output }) => {
        const entries = await findHistory(operations, story, options);
        type Entry = (typeof entries)[number];
        const columns = {
          when: ({ timestamp }: Entry) => timestamp,
          what: ({ summary }: Entry) => summary,
        };
        output.list(entries.slice(0, options.limit), columns, 'There is no history yet.');
        if (entries.length > options.limit) output.note('There is more; show it with --limit.');
      }),
    );
}

async function findHistory(
  operations: WorkspaceOperations,
  story: string | undefined,
  { objective, sprint, limit }: Pick<HistoryOptions, 'objective' | 'sprint' | 'limit'>,
) {
  if ([story, objective, sprint].filter((one) => one !== undefined).length !== 1) {
    throw new CommandError('Name one story, such as ENG-17, or use --objective or --sprint.');
  }
  const most = limit + 1;
  if (objective !== undefined) {
    const { id: objectiveId } = findNamed('objective', await operations.list(listObjectives), objective);
    return await operations.list(listObjectiveHistory, { path: { objectiveId } }, most);
  }
  if (sprint !== undefined) {
    const { id: sprintId } = await findSprint(operations, sprint);
    return await operations.list(nounHistories.get('sprint')!, { path: { sprintId } }, most);
  }
  const { id: storyId } = await findStory(operations, story!);
  return await operations.list(nounHistories.get('story')!, { path: { storyId } }, most);
}
