import type { Command } from 'commander';
import { createStoryTemplate } from '../../shared/planning/story-templates/create-story-template.ts';
import { deleteStoryTemplate } from '../../shared/planning/story-templates/delete-story-template.ts';
import { listStoryTemplates } from '../../shared/planning/story-templates/list-story-templates.ts';
import type { StoryTemplate } from '../../shared/planning/story-templates/story-template.ts';
import { updateStoryTemplate } from '../../shared/planning/story-templates/update-story-template.ts';
import { listTeams } from '../../shared/identity/teams/list-teams.ts';
import type { Team } from '../../shared/identity/team/team.ts';
import { asDecimal, asList, asMany, assertSomeChange, withoutUndefined } from '../core/arguments.ts';
import { confirm } from '../core/confirm.ts';
import { findNamed, resolveTeam } from '../core/find.ts';
import type { Columns } from '../core/output.ts';
import { withWorkspace, workspaceCommand, type WorkspaceOptions } from '../core/session.ts';
import { asText } from '../core/standard-input.ts';
import { priorityOption, storyFields, throwAsOptions, type StoryOptions } from '../story-fields.ts';
import type { WorkspaceOperations } from '../workspace-operations.ts';

type Content = Pick<StoryOptions, 'description' | 'priority' | 'estimate' | 'labels' | 'field'>;

interface TemplateOptions extends WorkspaceOptions, Content {
  team?: string;
  name?: string;
  title?: string;
  item?: string[];
  sub?: string[];
}

const columns = (teams: readonly Team[]): Columns<StoryTemplate> => ({
  name: ({ name }) => name,
  team: ({ teamId }) => teams.find(({ id }) => id === teamId)?.code ?? teamId,
  title: ({ title }) => title,
  priority: ({ priority }) => (priority === 'none' ? null : priority),
  checklist: ({ checklist }) => checklist.join(', ') || null,
  'sub-stories': ({ subStories }) => subStories.map(({ title }) => title).join(', ') || null,
  id: ({ id }) => id,
});

const withContent = (command: Command): Command =>
  command
    .option('--title <title>', 'the title of stories that are created without one')
    .option('--description <markdown>', 'the description; - reads standard input', asText)
    .addOption(priorityOption())
    .option('--estimate <number>', "in the unit of the team's estimates", asDecimal)
    .option('--labels <names>', 'all labels, separated by commas', asList)
    .option('--field <key=value>', 'a custom field; repeat it for several', asMany)
    .option('--item <text>', 'an item of the checklist; repeat it for several', asMany)
    .option('--sub <title>', 'a sub-story; repeat it for several', asMany);

/** The fields that the options set. */
const fieldsOf = async (operations: WorkspaceOperations, teamId: string, options: TemplateOptions) => ({
  ...(await storyFields(operations, teamId, options)),
  ...withoutUndefined({
    title: options.title,
    checklist: options.item,
    subStories: options.sub?.map((title) => ({ title })),
  }),
});

/** A template by its name or id, of a team if one is named. */
export async function findTemplate(
  operations: WorkspaceOperations,
  text: string,
  teamId?: string,
): Promise<StoryTemplate> {
  const query = teamId === undefined ? {} : { teamId };
  return findNamed('story template', await operations.list(listStoryTemplates, { query }), text);
}

const teamIdOf = async (operations: WorkspaceOperations, { team }: TemplateOptions) =>
  team === undefined ? undefined : (await resolveTeam(operations, team)).id;

export function templatesCommand(program: Command): void {
  const noun = program.command('templates').alias('template').description('what stories are made from');
  const command = (usage: string, description: string) => workspaceCommand(noun, usage, description);

  withContent(command('create <name>', 'add a template to a team'))
    .requiredOption('--team <code>', 'the team whose stories it makes (required)')
    .action((name: string, options: TemplateOptions & { team: string }) =>
      withWorkspace(options, async ({ operations, output }) => {
        const team = await resolveTeam(operations, options.team);
        const body = { name, teamId: team.id, ...(await fieldsOf(operations, team.id, options)) };
        const template = await operations.run(createStoryTemplate, { body }).catch(throwAsOptions);
        output.done(`Created the template ${template.name}.`);
        output.record(template, columns([team]));
      }),
    );

  command('list', 'list templates, newest first')
    .option('--team <code>', 'of this team')
    .action((options: TemplateOptions) =>
      withWorkspace(options, async ({ operations, output }) => {
        const query = withoutUndefined({ teamId: await teamIdOf(operations, options) });
        const found = await operations.list(listStoryTemplates, { query });
        output.list(found, columns(await operations.list(listTeams)), 'There are no templates yet.');
      }),
    );

  withContent(command('update <template>', 'change what later stories are made from'))
    .option('--team <code>', 'of this team')
    .option('--name <name>', 'a new name')
    .action((text: string, options: TemplateOptions) =>
      withWorkspace(options, async ({ operations, output }) => {
        const content = 'name title description priority estimate labels field item sub'.split(' ');
        assertSomeChange(options, content);
        const { id, teamId, updatedAt } = await findTemplate(
          operations,
          text,
          await teamIdOf(operations, options),
        );
        const fields = await fieldsOf(operations, teamId, options);
        const named = withoutUndefined({ name: options.name });
        const request = {
          path: { storyTemplateId: id },
          body: { expectedUpdatedAt: updatedAt, ...fields, ...named },
        };
        const template = await operations.run(updateStoryTemplate, request).catch(throwAsOptions);
        output.done(`Updated the template ${template.name}.`);
        output.record(template, columns(await operations.list(listTeams)));
      }),
    );

  command('delete <template>', 'permanently delete a template; its stories stay')
    .option('--team <code>', 'of this team')
    .option('-y, --yes', 'skip the confirmation')
    .action((text: string, options: TemplateOptions & { yes?: boolean }) =>
      withWorkspace(options, async ({ operations, output }) => {
        const { id, name } = await findTemplate(operations, text, await teamIdOf(operations, options));
        await confirm(`This permanently deletes the template ${name}.`, options.yes ?? false);
        const deleted = await operations.run(deleteStoryTemplate, { path: { storyTemplateId: id } });
        output.done(`Deleted the template ${name}.`);
        output.record(deleted, {});
      }),
    );
}
