import type { Command } from 'commander';
import { listSimilarStories } from '../../shared/planning/triage/list-similar-stories.ts';
import { listTriage } from '../../shared/planning/triage/list-triage.ts';
import type { TriageRequest } from '../../shared/planning/triage/triage-requests.ts';
import { triageStory } from '../../shared/planning/triage/triage-story.ts';
import type { Story } from '../../shared/planning/story/story.ts';
import { findAuthor, resolveTeam } from '../core/find.ts';
import type { Columns } from '../core/output.ts';
import { withWorkspace, workspaceCommand, type WorkspaceOptions } from '../core/session.ts';
import { findStory } from '../find-story.ts';
import type { WorkspaceOperations } from '../workspace-operations.ts';
import { triageAddressCommands } from './triage-address.ts';

interface TriageOptions extends WorkspaceOptions {
  by?: string;
  state?: string;
}

const columns: Columns<Story> = {
  reference: ({ reference }) => reference,
  title: ({ title }) => title,
  state: ({ triage }) => triage?.state ?? 'accepted',
  until: ({ triage }) => triage?.until?.slice(0, 10) ?? '',
};

export function triageCommand(program: Command): void {
  const noun = program.command('triage').description('new stories that wait for a decision of their team');
  const command = (usage: string, description: string) => workspaceCommand(noun, usage, description);

  command('list <team>', 'list the stories that wait in a team')
    .option('--state <state>', 'in another state: snoozed, declined, duplicate or any')
    .action((text: string, { state, ...options }: TriageOptions) =>
      withWorkspace(options, async ({ operations, output }) => {
        const { id: teamId } = await resolveTeam(operations, text);
        const query = state === undefined ? {} : { state };
        const stories = await operations.list(listTriage, { path: { teamId }, query });
        output.list(stories, columns, 'No story waits.');
      }),
    );

  command('similar <story>', 'suggest stories that one might repeat').action(
    (text: string, options: TriageOptions) =>
      withWorkspace(options, async ({ operations, output }) => {
        const { id: storyId } = await findStory(operations, text);
        const stories = await operations.run(listSimilarStories, { path: { storyId } });
        output.list(stories, columns, 'No story is similar.');
      }),
  );

  triageAddressCommands(noun);

  /** Adds a command that decides about a story; `about` makes the rest of the decision of its argument. */
  const decide = (
    usage: string,
    description: string,
    decision: TriageRequest['decision'],
    about: (operations: WorkspaceOperations, text: string) => Promise<Partial<TriageRequest>>,
  ) =>
    command(usage, description)
      .option('--by <member>', 'by email address, name or id (default: PLOTLINE_MEMBER)')
      .action((text: string, ...rest: unknown[]) => {
        const argument = typeof rest[0] === 'string' ? rest[0] : '';
        const options = rest.find((one) => typeof one === 'object') as TriageOptions;
        return withWorkspace(options, async ({ operations, output }) => {
          const { id: storyId, reference } = await findStory(operations, text);
          const body = { decision, ...(await about(operations, argument)) };
          const author = operations.by((await findAuthor(operations, options.by)).id);
          const story = await author.run(triageStory, { path: { storyId }, body });
          output.done(`${reference} is ${story.triage?.state ?? 'accepted'}.`);
          output.record(story, output.json ? {} : columns);
        });
      });

  const nothing = () => Promise.resolve({});
  decide('accept <story>', 'accept a story, which is then one like the others', 'accept', nothing);
  decide('decline <story>', 'decline a story', 'decline', nothing);
  decide(
    'duplicate <story> <original>',
    'say which story it repeats',
    'duplicate',
    async (operations, text) => ({
      duplicateOf: (await findStory(operations, text)).id,
    }),
  );
  decide('snooze <story> <until>', 'decide later, such as 2026-12-01', 'snooze', (_, until) =>
    Promise.resolve({ until }),
  );
}
