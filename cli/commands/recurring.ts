import type { Command } from 'commander';
import { createRecurringStory } from '../../shared/planning/recurring-stories/create-recurring-story.ts';
import { deleteRecurringStory } from '../../shared/planning/recurring-stories/delete-recurring-story.ts';
import { listRecurringStories } from '../../shared/planning/recurring-stories/list-recurring-stories.ts';
import type { RecurringStory } from '../../shared/planning/recurring-stories/recurring-story.ts';
import { updateRecurringStory } from '../../shared/planning/recurring-stories/update-recurring-story.ts';
import { listTeams } from '../../shared/identity/teams/list-teams.ts';
import type { Team } from '../../shared/identity/team/team.ts';
import { asDay, asDecimal, asList, withoutUndefined } from '../core/arguments.ts';
import { confirm } from '../core/confirm.ts';
import { findAuthor, findNamed, resolveTeam } from '../core/find.ts';
import type { Columns } from '../core/output.ts';
import { withWorkspace, workspaceCommand, type WorkspaceOptions } from '../core/session.ts';
import { asText } from '../core/standard-input.ts';
import { priorityOption, storyFields, throwAsOptions, type StoryOptions } from '../story-fields.ts';
import type { WorkspaceOperations } from '../workspace-operations.ts';
import { findTemplate } from './templates.ts';

type Content = Pick<StoryOptions, 'description' | 'priority' | 'estimate' | 'labels' | 'assignee'>;

interface RecurringOptions extends WorkspaceOptions {
  team?: string;
}

interface CreateOptions extends WorkspaceOptions, Content {
  team: string;
  rule: string;
  by?: string;
  template?: string;
  title?: string;
  start?: string;
  end?: string;
  zone?: string;
}

const columns = (teams: readonly Team[]): Columns<RecurringStory> => ({
  name: ({ name }) => name,
  team: ({ teamId }) => teams.find(({ id }) => id === teamId)?.code ?? teamId,
  rule: ({ rule }) => rule,
  zone: ({ timeZone }) => timeZone,
  next: ({ paused, nextDueDates }) => (paused ? 'paused' : nextDueDates.join(', ') || null),
  id: ({ id }) => id,
});

const dayOf = (text: string): string => asDay(text).slice(0, 10);

/** A recurring story by its name or id, of a team if one is named. */
async function find(operations: WorkspaceOperations, text: string, { team }: RecurringOptions) {
  const query = team === undefined ? {} : { teamId: (await resolveTeam(operations, team)).id };
  return findNamed('recurring story', await operations.list(listRecurringStories, { query }), text);
}

async function requestOf(operations: WorkspaceOperations, name: string, options: CreateOptions) {
  const { id: teamId } = await resolveTeam(operations, options.team);
  const { rule, template, title, start, end, zone, description, priority, estimate, labels, assignee } =
    options;
  const content = withoutUndefined({ description, priority, estimate, labels, assignee });
  const story = { ...withoutUndefined({ title }), ...(await storyFields(operations, teamId, content)) };
  const templateId =
    template === undefined ? undefined : (await findTemplate(operations, template, teamId)).id;
  const optional = withoutUndefined({ templateId, startDate: start, endDate: end, timeZone: zone });
  return { teamId, name, rule, story, ...optional };
}

export function recurringCommand(program: Command): void {
  const noun = program.command('recurring').description('stories that are made again and again');
  const command = (usage: string, description: string) => workspaceCommand(noun, usage, description);

  command('create <name>', 'have a story made for each due date of a rule')
    .requiredOption('--team <code>', 'the team that owns the stories (required)')
    .requiredOption('--rule <rule>', 'RFC 5545, such as FREQ=WEEKLY;BYDAY=MO (required)')
    .option('--template <name>', 'a template of the team, by name or id')
    .option('--title <title>', 'the title (default: of the template, or the name)')
    .option('--description <markdown>', 'the description; - reads standard input', asText)
    .addOption(priorityOption())
    .option('--estimate <number>', "in the unit of the team's estimates", asDecimal)
    .option('--labels <names>', 'all labels, separated by commas', asList)
    .option('--assignee <member>', 'by email address, name or id')
    .option('--start <day>', 'such as 2026-11-02 (default: today)', dayOf)
    .option('--end <day>', 'the last day', dayOf)
    .option('--zone <name>', 'such as Europe/Berlin (default: that of the sprint cadence, or UTC)')
    .option('--by <member>', 'the reporter (default: PLOTLINE_MEMBER, or the only member)')
    .action((name: string, options: CreateOptions) =>
      withWorkspace(options, async ({ operations, output }) => {
        const body = await requestOf(operations, name, options);
        const author = operations.by((await findAuthor(operations, options.by)).id);
        const made = await author.run(createRecurringStory, { body }).catch(throwAsOptions);
        output.done(`Created ${made.name}; its next story is due on ${made.nextDueDate}.`);
        output.record(made, columns(await operations.list(listTeams)));
      }),
    );

  command('list', 'list recurring stories with their next due dates')
    .option('--team <code>', 'of this team')
    .action((options: RecurringOptions) =>
      withWorkspace(options, async ({ operations, output }) => {
        const query =
          options.team === undefined ? {} : { teamId: (await resolveTeam(operations, options.team)).id };
        const found = await operations.list(listRecurringStories, { query });
        output.list(found, columns(await operations.list(listTeams)), 'No stories recur yet.');
      }),
    );

  for (const [verb, paused, description] of [
    ['pause', true, 'make no stories until it is resumed'],
    ['resume', false, 'make stories again, from today on'],
  ] as const) {
    command(`${verb} <recurring>`, description)
      .option('--team <code>', 'of this team')
      .action((text: string, options: RecurringOptions) =>
        withWorkspace(options, async ({ operations, output }) => {
          const { id, updatedAt } = await find(operations, text, options);
          const body = { expectedUpdatedAt: updatedAt, paused };
          const changed = await operations.run(updateRecurringStory, {
            path: { recurringStoryId: id },
            body,
          });
          output.done(`${paused ? 'Paused' : 'Resumed'} ${changed.name}.`);
          output.record(changed, columns(await operations.list(listTeams)));
        }),
      );
  }

  command('delete <recurring>', 'permanently delete it; its stories stay')
    .option('--team <code>', 'of this team')
    .option('-y, --yes', 'skip the confirmation')
    .action((text: string, options: RecurringOptions & { yes?: boolean }) =>
      withWorkspace(options, async ({ operations, output }) => {
        const { id, name } = await find(operations, text, options);
        await confirm(`This permanently deletes the recurring story ${name}.`, options.yes ?? false);
        const deleted = await operations.run(deleteRecurringStory, { path: { recurringStoryId: id } });
        output.done(`Deleted the recurring story ${name}.`);
        output.record(deleted, {});
      }),
    );
}
