import type { Command } from 'commander';
import { archiveCustomField } from '../../shared/planning/custom-fields/archive-custom-field.ts';
import { createCustomField } from '../../shared/planning/custom-fields/create-custom-field.ts';
import {
  customFieldKey,
  customFieldType,
  type CustomField,
} from '../../shared/planning/story-parts/custom-field.ts';
import { listCustomFields } from '../../shared/planning/custom-fields/list-custom-fields.ts';
import { unarchiveCustomField } from '../../shared/planning/custom-fields/unarchive-custom-field.ts';
import { updateCustomField } from '../../shared/planning/custom-fields/update-custom-field.ts';
import { listTeams } from '../../shared/identity/teams/list-teams.ts';
import type { Team } from '../../shared/identity/team/team.ts';
import { didYouMean } from '../../shared/kernel/core/nearest.ts';
import { name } from '../../shared/kernel/core/schema.ts';
import { as, asList, assertSomeChange, withoutUndefined } from '../core/arguments.ts';
import { CommandError } from '../core/command-error.ts';
import { resolveTeam } from '../core/find.ts';
import type { Columns } from '../core/output.ts';
import { withWorkspace, workspaceCommand, type WorkspaceOptions } from '../core/session.ts';
import type { WorkspaceOperations } from '../workspace-operations.ts';

interface FieldOptions extends WorkspaceOptions {
  name?: string;
  options?: string[];
  required?: boolean;
}

const columns = (teams: readonly Team[]): Columns<CustomField> => ({
  key: ({ key }) => key,
  name: (field) => field.name,
  type: ({ type, options }) => (options.length > 0 ? `${type}: ${options.join(', ')}` : type),
  team: ({ teamId }) => teams.find(({ id }) => id === teamId)?.code ?? (teamId ? teamId : 'all'),
  required: ({ required }) => (required ? 'yes' : null),
  default: (field) => (field.default === null ? null : String(field.default)),
  archived: ({ archivedAt }) => archivedAt,
  id: ({ id }) => id,
});

export function customFieldsCommand(program: Command): void {
  const noun = program
    .command('custom-fields')
    .alias('custom-field')
    .description('fields of stories that the workspace or a team has defined');
  const command = (usage: string, description: string) => workspaceCommand(noun, usage, description);

  command('create <name>', 'add a field to the stories of a team or of all teams')
    .requiredOption('--type <type>', customFieldType().options.join(', '), as(customFieldType()))
    .option('--key <key>', 'its name in filters and exports (default: from its name)', as(customFieldKey()))
    .option('--team <code>', 'the team (default: the whole workspace)')
    .option('--options <names>', 'of a select or multi_select, separated by commas', asList)
    .option('--required', 'demand a value of new stories')
    .action(
      (text: string, options: FieldOptions & { type: CustomField['type']; key?: string; team?: string }) =>
        withWorkspace(options, async ({ operations, output }) => {
          const team = options.team === undefined ? undefined : await resolveTeam(operations, options.team);
          const { type, key, required, options: names } = options;
          const body = {
            name: text,
            type,
            ...withoutUndefined({ key, required, options: names, teamId: team?.id }),
          };
          const field = await operations.run(createCustomField, { body });
          output.done(`Created the custom field ${field.key}.`);
          output.record(field, columns(team ? [team] : []));
        }),
    );

  command('list', 'list custom fields')
    .option('--archived', 'archived fields')
    .action((options: WorkspaceOptions & { archived?: boolean }) =>
      withWorkspace(options, async ({ operations, output }) => {
        const query = { archived: options.archived ? 'only' : 'exclude' };
        const fields = await operations.list(listCustomFields, { query });
        fields.sort((a, b) => (a.key < b.key ? -1 : 1));
        output.list(fields, columns(await operations.list(listTeams)), 'There are no custom fields yet.');
      }),
    );

  command('update <key>', 'rename a field, or change its options')
    .option('--name <name>', 'a new name', as(name()))
    .option('--options <names>', 'all options, separated by commas', asList)
    .option('--required', 'demand a value of new stories')
    .option('--no-required', 'demand none')
    .action((key: string, options: FieldOptions) =>
      withWorkspace(options, async ({ operations, output }) => {
        assertSomeChange(options, ['name', 'options', 'required']);
        const { id: customFieldId, updatedAt } = await findCustomField(operations, key);
        const { name: renamed, options: names, required } = options;
        const changes = withoutUndefined({ name: renamed, options: names, required });
        const body = { expectedUpdatedAt: updatedAt, ...changes };
        const field = await operations.run(updateCustomField, { path: { customFieldId }, body });
        output.done(`Updated the custom field ${field.key}.`);
        output.record(field, columns([]));
      }),
    );

  for (const [verb, archive, description] of [
    ['archive', true, 'prevent setting a field; stories keep their values'],
    ['unarchive', false, 'make an archived field available again'],
  ] as const) {
    command(`${verb} <key>`, description).action((key: string, options: WorkspaceOptions) =>
      withWorkspace(options, async ({ operations, output }) => {
        const { id: customFieldId } = await findCustomField(operations, key, { archived: !archive });
        const path = { customFieldId };
        const field = await operations.run(archive ? archiveCustomField : unarchiveCustomField, { path });
        output.done(`${archive ? 'Archived' : 'Unarchived'} the custom field ${field.key}.`);
        output.record(field, columns([]));
      }),
    );
  }
}

/** The custom field with a key; throws an error that names those that there are. */
export async function findCustomField(
  operations: WorkspaceOperations,
  key: string,
  { archived = false }: { archived?: boolean } = {},
): Promise<CustomField> {
  const fields = await operations.list(listCustomFields, {
    query: { archived: archived ? 'only' : 'exclude' },
  });
  const found = fields.find((field) => field.key === key.toLowerCase());
  if (found) return found;
  const keys = fields.map((field) => field.key);
  const hint = keys.length === 0 ? 'there are none' : didYouMean(key, keys);
  throw new CommandError(`There is no ${archived ? 'archived ' : ''}custom field ${key}; ${hint}`);
}
