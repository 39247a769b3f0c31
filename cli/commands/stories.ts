import type { Command } from 'commander';
import { setTimeout as delay } from 'node:timers/promises';
import { listObjectives } from '../../shared/planning/objectives/list-objectives.ts';
import { listSprints } from '../../shared/planning/sprints/list-sprints.ts';
import { listStatuses } from '../../shared/identity/statuses/list-statuses.ts';
import { createStory } from '../../shared/planning/stories/create-story.ts';
import { listStories } from '../../shared/planning/stories/list-stories.ts';
import { updateStory } from '../../shared/planning/stories/update-story.ts';
import { didYouMean } from '../../shared/kernel/core/nearest.ts';
import { closingHelp } from '../core/closing-help.ts';
import {
  asDay,
  asDecimal,
  asList,
  asMany,
  asNumber,
  assertSomeChange,
  limitOption,
  withoutUndefined,
} from '../core/arguments.ts';
import { CommandError } from '../core/command-error.ts';
import { findAuthor, resolveMember, findNamed, resolveTeam } from '../core/find.ts';
import { customFieldsFrom } from '../custom-field-values.ts';
import { changeEach, showStory } from '../change-stories.ts';
import { eachOf } from '../each-story.ts';
import { SPRINT_HELP, sprintsNamed } from '../find-sprint.ts';
import { findStory, storyNames } from '../find-story.ts';
import type { WorkspaceOperations } from '../workspace-operations.ts';
import { clearScreen } from '../core/terminal.ts';
import { asText } from '../core/standard-input.ts';
import { withWorkspace, workspaceCommand, type WorkspaceOptions } from '../core/session.ts';
import { createFromFeedback } from '../create-from-feedback.ts';
import { attachCommand } from './attachments.ts';
import { claimCommands } from './claims.ts';
import { deleteCommands } from './delete-story.ts';
import { linkCommands } from './links.ts';
import { findTemplate } from './templates.ts';
import { storyColumns, storyDetails } from '../story-columns.ts';
import {
  priorityOption,
  clearable,
  storyFields,
  throwAsOptions,
  type StoryOptions,
} from '../story-fields.ts';

interface Filters extends WorkspaceOptions {
  team?: string;
  status?: string;
  assignee?: string;
  sprint?: string;
  objective?: string;
  updatedSince?: string;
  archived?: boolean;
  watch?: boolean;
  by?: string;
  limit: number;
}

const WATCH_MS = 2_000;

const filterHelp = `
The filter has words to search for, and words such as
assignee:me is:blocked is:overdue status:"In Progress"
label:bug priority:high,urgent due:<2w updated:<3d
sort:-priority. Words next to each other must all be met; OR, NOT, -
and brackets work, as in (is:blocked OR due:<2w) -label:bug.`;

export function storiesCommand(program: Command): void {
  const noun = program.command('stories').alias('story').description('the stories of teams');
  const command = (usage: string, description: string) => workspaceCommand(noun, usage, description);

  command('list [filter]', 'list stories, newest first; a story must meet the filter and all options')
    .addHelpText('after', closingHelp(filterHelp))
    .option('--by <member>', 'who `me` is (default: PLOTLINE_MEMBER, or the only member)')
    .option('--watch', 'list them again every two seconds, until Ctrl-C')
    .option('--team <code>', 'of this team')
    .option('--status <status>', 'by name or id; names used by several teams require --team')
    .option('--assignee <member>', 'by email address, name or id; none; or me, the member in --by')
    .option('--sprint <sprint>', SPRINT_HELP)
    .option('--objective <objective>', 'by name or id')
    .option('--updated-since <date>', 'changed at or after, such as 2026-11-02', asDay)
    .option('--archived', 'only archived stories')
    .addOption(limitOption())
    .action((filter: string | undefined, options: Filters) =>
      withWorkspace(options, async ({ operations, output }) => {
        const query = {
          ...(await filterOf(operations, options)),
          ...(filter === undefined ? {} : { filter }),
        };
        // Who `me` is.
        const reader = filter?.includes(':me')
          ? operations.by((await findAuthor(operations, options.by)).id)
          : operations;
        const columns = await storyColumns(operations);
        const show = async () => {
          const found = await reader.list(listStories, { query }, options.limit + 1);
          if (options.watch && process.stdout.isTTY) clearScreen();
          output.list(found.slice(0, options.limit), columns, 'No stories match.');
          if (found.length > options.limit) output.note('There are more stories; show them with --limit.');
        };
        await show();
        while (options.watch) {
          await delay(WATCH_MS);
          await show();
        }
      }),
    );

  command('show <stories...>', 'show stories, by reference such as ENG-17, or by id').action(
    (named: string[], options: WorkspaceOptions) =>
      withWorkspace(options, async ({ operations, output }) => {
        const texts = storyNames(named);
        const { done } = await eachOf(texts, (text) => findStory(operations, text));
        if (output.json) return output.record(texts.length === 1 ? done[0] : done, {});
        for (const story of done) output.record(story, await storyDetails(operations, story));
      }),
  );

  withFields(command('create [title]', 'create a story, on behalf of a member'))
    .requiredOption('--team <code>', 'the team that owns it (required)')
    .option('--by <member>', 'the reporter (default: PLOTLINE_MEMBER, or the only member)')
    .option('--template <name>', 'a template of the team, for what is left out; by name or id')
    .option('--feedback <item>', 'an item of a portal that it delivers, by slug or id')
    .option('--portal <portal>', 'of the item, by slug or id; optional if there is only one')
    .option('--another', 'with --feedback: also if the item has an open story')
    .option('--no-triage', 'with --feedback: do not wait in the triage of the team')
    .action((title: string | undefined, options: CreateOptions) =>
      withWorkspace(options, async ({ operations, output }) => {
        const { id: teamId } = await resolveTeam(operations, options.team);
        const reporter = await findAuthor(operations, options.by);
        const body = {
          teamId,
          ...withoutUndefined({
            title,
            templateId: await templateIdOf(operations, teamId, options.template),
          }),
          ...(await storyFields(operations, teamId, options)),
        };
        const making =
          options.feedback === undefined
            ? operations.by(reporter.id).run(createStory, { body })
            : createFromFeedback(operations, reporter.id, body, { ...options, item: options.feedback });
        const story = await making.catch(throwAsOptions);
        await showStory(operations, output, story, `Created ${story.reference}.`);
      }),
    );

  withFields(command('update <stories...>', 'set fields, and clear those in --clear'))
    .option('--title <title>', 'a new title')
    .option('--team <code>', 'another team to move it to, whose names the other options use')
    .option('--add-labels <names>', 'labels to add, separated by commas', asList)
    .option('--remove-labels <names>', 'labels to remove, separated by commas', asList)
    .option('--clear <fields>', `any of ${Object.keys(clearable).join(', ')}`, asList)
    .action((texts: string[], options: UpdateOptions) =>
      changeEach(texts, options, async ({ operations }, text) => {
        const { title, clear, team } = options;
        assertSomeChange(options, ['title', 'clear', 'team', ...fieldOptions, 'addLabels', 'removeLabels']);
        const current = await findStory(operations, text);
        const { id: storyId, updatedAt: expectedUpdatedAt, labels } = current;
        const teamId = team === undefined ? current.teamId : (await resolveTeam(operations, team)).id;
        if (teamId !== current.teamId && (options.addLabels ?? options.removeLabels)) {
          throw new CommandError(
            'Move the story first, then add and remove labels; or name all of them in --labels.',
          );
        }
        const fields = await storyFields(operations, teamId, options, labels);
        const { cleared } = await customFieldsFrom(operations, options.field);
        const clearing = [...(clear ?? []).map(clearedField), ...cleared];
        const clearFields = clearing.length > 0 ? clearing : undefined;
        const named = withoutUndefined({ title, clearFields, teamId: team && teamId });
        const body = { expectedUpdatedAt, ...fields, ...named };
        const story = await operations.run(updateStory, { path: { storyId }, body }).catch(throwAsOptions);
        const moved = story.reference === current.reference ? '' : `, which was ${current.reference}`;
        return { story, sentence: `Updated ${story.reference}${moved}.` };
      }),
    );

  claimCommands(command);
  linkCommands(command);
  attachCommand(noun);
  deleteCommands(command);

  command(
    'move <story> <status...>',
    "to another status of its team, by name such as 'In Progress'; several stories before it",
  ).action((first: string, more: string[], options: WorkspaceOptions) => {
    const status = more.at(-1)!;
    return changeEach([first, ...more.slice(0, -1)], options, async ({ operations }, text) => {
      const { id: storyId, teamId, updatedAt: expectedUpdatedAt } = await findStory(operations, text);
      const body = { expectedUpdatedAt, ...(await storyFields(operations, teamId, { status })) };
      const story = await operations.run(updateStory, { path: { storyId }, body }).catch(throwAsOptions);
      return { story, sentence: `Moved ${story.reference}.` };
    });
  });
}

type CreateOptions = StoryOptions &
  WorkspaceOptions & {
    team: string;
    by?: string;
    template?: string;
    feedback?: string;
    portal?: string;
    triage: boolean;
    another?: boolean;
  };
type UpdateOptions = StoryOptions & WorkspaceOptions & { title?: string; clear?: string[]; team?: string };

const templateIdOf = async (operations: WorkspaceOperations, teamId: string, text: string | undefined) =>
  text === undefined ? undefined : (await findTemplate(operations, text, teamId)).id;

const fieldOptions =
  'description status assignee sprint objective keyResult parent labels priority estimate start due minutes schedule field'.split(
    ' ',
  );

const withFields = (command: Command): Command =>
  command
    .option('--description <markdown>', 'a longer description; - reads standard input', asText)
    .option('--status <status>', 'by name or id')
    .option('--assignee <member>', 'by email address, name or id')
    .option('--sprint <sprint>', SPRINT_HELP)
    .option('--objective <objective>', 'by name or id')
    .option('--key-result <key-result>', 'by name or id')
    .option('--parent <story>', 'by reference or id')
    .option('--labels <names>', 'all labels, separated by commas', asList)
    .addOption(priorityOption())
    .option('--estimate <number>', "in the unit of the team's estimates", asDecimal)
    .option('--start <date>', 'such as 2026-11-02', asDay)
    .option('--due <date>', 'such as 2026-11-15', asDay)
    .option('--minutes <number>', 'how long the work takes', asNumber(1, 2_400))
    .option(
      '--field <key=value>',
      'a custom field; repeat it for several, leave the value out to clear',
      asMany,
    )
    .option('--schedule', "let the service plan it into its assignee's working time")
    .option('--no-schedule', 'take it out of that plan');

async function filterOf(operations: WorkspaceOperations, options: Filters) {
  const team = options.team === undefined ? undefined : await resolveTeam(operations, options.team);
  const query = team ? { teamId: team.id } : {};
  const ofStories = { ...query, appliesTo: 'story' };
  const { status, assignee, sprint, objective, updatedSince, archived } = options;
  return withoutUndefined({
    teamId: team?.id,
    statusId:
      status === undefined
        ? undefined
        : [findNamed('status', await operations.list(listStatuses, { query: ofStories }), status).id],
    assigneeId: assignee === undefined ? undefined : [await assigneeOf(operations, assignee, options.by)],
    sprintId:
      sprint === undefined
        ? undefined
        : sprintsNamed(await operations.list(listSprints, { query }), sprint).map(({ id }) => id),
    objectiveId:
      objective === undefined
        ? undefined
        : [findNamed('objective', await operations.list(listObjectives, { query }), objective).id],
    updatedSince,
    archived: archived ? 'only' : undefined,
  });
}

async function assigneeOf(
  operations: WorkspaceOperations,
  text: string,
  by: string | undefined,
): Promise<string> {
  if (text === 'none') return text;
  return (text === 'me' ? await findAuthor(operations, by) : await resolveMember(operations, text)).id;
}

function clearedField(name: string): string {
  const found = Object.entries(clearable).find(([option]) => option === name.toLowerCase());
  if (found) return found[1];
  throw new CommandError(`${name} cannot be cleared; ${didYouMean(name, Object.keys(clearable))}`);
}
