import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Command } from 'commander';
import type { ShownJob } from '../../shared/surface/change-sets/revert-job.ts';
import type { RevertOutcome } from '../../shared/surface/change-sets/revert-outcome.ts';
import { uuid } from '../../shared/kernel/core/schema.ts';
import { openApi, type Api, type ApiOptions } from '../core/api-access.ts';
import { closingHelp } from '../core/closing-help.ts';
import { CommandError, UsageError } from '../core/command-error.ts';
import { confirm } from '../core/confirm.ts';
import { createOutput, type CommandOutput } from '../core/output.ts';
import { successOf } from '../import/api-client.ts';
import { startProgress } from '../import/progress.ts';
import { nameResources } from '../name-resources.ts';

const help = `
ID is that of a change set: an import names its own, plotline changes lists them. Fields get their former values, and
what was created is deleted; what was changed since is kept and listed. It is done with the rights of the token, and is a
change set too, so that it can be undone.`;

interface UndoOptions extends ApiOptions {
  dryRun?: boolean;
  yes?: boolean;
  json?: boolean;
}

/** `plotline undo`. */
export function undoCommand(program: Command): void {
  program
    .command('undo <id>')
    .description('take back what was changed together, such as an import')
    .option('--dry-run', 'only show what would happen')
    .option('-y, --yes', 'skip the confirmation; required without a terminal')
    .option('--url <url>', 'the service (default: PLOTLINE_URL, or the local one)')
    .option('--token-file <file>', 'a file that contains the token')
    .option('--json', 'print JSON')
    .addHelpText('after', closingHelp(help))
    .action(async (text: string, { dryRun = false, yes = false, json = false, ...access }: UndoOptions) => {
      const id = changeSetIn(text);
      const api = await openApi(access);
      const output = createOutput(json);
      if (dryRun || !yes) {
        const planned = await revert(api, id, true);
        if (dryRun || !json) await show(api, output, planned);
        if (dryRun && !json) output.note('Nothing was changed (--dry-run).');
        if (dryRun) return;
        if (planned.reverted.length === 0) return;
      }
      await confirm('All of this will be undone.', yes);
      await show(api, output, await revert(api, id, false));
    });
}

/** Throws a UsageError for what is no id. */
function changeSetIn(text: string): string {
  const { data } = uuid().safeParse(text);
  if (data !== undefined) return data;
  throw new UsageError(`${text} is not the id of a change set; plotline changes lists them with their ids.`);
}

interface Job extends ShownJob {
  outcome: RevertOutcome;
  problem: string | null;
}

/** How often a job is asked how far it is, in milliseconds. */
const POLL_MS = 1_000;

/** Reverts a change set, however long it takes. */
async function revert({ client, path }: Api, id: string, dryRun: boolean): Promise<RevertOutcome> {
  const at = `${path}/change-sets/${encodeURIComponent(id)}/revert`;
  const answer = await client.send('POST', at, JSON.stringify({ dryRun }), randomUUID());
  if (answer.status === 404) {
    throw new CommandError(
      `There is no change set ${id} that the token sees; plotline changes lists those of the last day, and --since earlier ones. They are kept for 30 days, and what changed nothing, such as an import of rows that were there already, has none.`,
    );
  }
  const data = successOf<RevertOutcome | { job: ShownJob }>(answer, 'to undo it');
  if (!('job' in data)) return data;
  const progress = startProgress(data.job.total, dryRun ? 'looked at' : 'undone');
  let shown = 0;
  try {
    for (;;) {
      const job = await client.get<Job>(`${path}/jobs/${data.job.id}`);
      for (; shown < job.done; shown++) progress.tick();
      if (job.status === 'failed')
        throw new CommandError(
          `${dryRun ? 'Nothing was changed' : 'It was undone in part'}: ${job.problem ?? ''}`,
        );
      if (job.status === 'done') return job.outcome;
      await delay(POLL_MS);
    }
  } finally {
    progress.stop();
  }
}

/** What is listed of conflicts and of what cannot be reverted. */
const LISTED = 20;

/** What others have added to something, by the fields of conflicts. */
const added: Record<string, string> = {
  comments: 'comments',
  attachments: 'files',
  timeEntries: 'time entries',
  subStories: 'sub-stories',
  relations: 'relations',
  feedbackItems: 'linked ideas',
};

/** What stays and uses something, by the fields of conflicts. */
const using: Record<string, string> = {
  stories: 'stories',
  sprints: 'sprints',
  keyResults: 'key results',
  updates: 'updates',
  storyTemplates: 'templates of stories',
  recurringStories: 'recurring stories',
};

/** What changes the kinds of things that no reversal takes back. */
const byHand: Record<string, string> = { member: 'plotline members', team: 'plotline teams' };

/** The reason of the API that gives none. */
const CANNOT = 'It cannot be reverted.';

function whyNot({ resource, reason }: RevertOutcome['irreversible'][number]): string {
  if (reason !== CANNOT) return reason;
  const how = byHand[resource] ? `${byHand[resource]} does` : 'change it by hand';
  return `undo changes nothing of this kind; ${how}`;
}

const whyKept = (field: string): string => {
  if (using[field]) return `${using[field]} that are kept have it`;
  return added[field] ? `${added[field]} were added since` : `${field} was changed since`;
};

async function show(api: Api, output: CommandOutput, outcome: RevertOutcome): Promise<void> {
  if (output.json) return output.record(outcome, {});
  const { reverted, conflicts, irreversible, dryRun, changeSetId } = outcome;
  const counts = Map.groupBy(reverted, ({ resource }) => resource);
  const columns = {
    [dryRun ? 'would be undone' : 'undone']: ([resource]: [string, unknown[]]) =>
      resource.replaceAll('_', ' '),
    count: ([, all]: [string, unknown[]]) => all.length,
  };
  output.list([...counts], columns, 'There is nothing to undo.');
  const kept = [
    ...conflicts.map(({ field, ...one }) => ({ ...one, why: whyKept(field) })),
    ...irreversible.map((one) => ({ ...one, why: whyNot(one) })),
  ];
  if (kept.length > 0) {
    type Kept = (typeof kept)[number];
    const listed = kept.slice(0, LISTED);
    const stories = listed.flatMap(({ storyId }) => (storyId ? [{ resource: 'story', id: storyId }] : []));
    const names = await nameResources(api, [...listed, ...stories]);
    const ofStory = (id: string | undefined) => {
      const story = id === undefined ? undefined : names.get(id);
      return story === undefined ? undefined : `of ${story}`;
    };
    const keptColumns = {
      kept: ({ resource }: Kept) => resource.replaceAll('_', ' '),
      which: ({ id, storyId }: Kept) => names.get(id) ?? ofStory(storyId) ?? id,
      why: ({ why }: Kept) => why,
    };
    output.list(listed, keptColumns, '');
    if (kept.length > LISTED) output.note(`${kept.length - LISTED} more are kept; --json lists them all.`);
  }
  if (changeSetId !== null) output.done(`Undone. Take that back with: plotline undo ${changeSetId}`);
}
