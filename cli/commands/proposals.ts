import { Option, type Command } from 'commander';
import { proposalStatus } from '../../shared/kernel/api/operation/proposable.ts';
import { uuid } from '../../shared/kernel/core/schema.ts';
import {
  chained,
  idsIn,
  rowsOf,
  textIn,
  titleIn,
} from '../../shared/surface/proposal-pages/proposed-fields.ts';
import { acceptProposal } from '../../shared/surface/proposals/accept-proposal.ts';
import type { AcceptOutcome } from '../../shared/surface/proposals/accept-outcome.ts';
import { getProposal } from '../../shared/surface/proposals/get-proposal.ts';
import { listProposals } from '../../shared/surface/proposals/list-proposals.ts';
import type { Proposal, ProposalSummary } from '../../shared/surface/proposals/proposal.ts';
import { rejectProposal } from '../../shared/surface/proposals/reject-proposal.ts';
import { withdrawProposal } from '../../shared/surface/proposals/withdraw-proposal.ts';
import { asList, limitOption, parseArgument, withoutUndefined } from '../core/arguments.ts';
import { UsageError } from '../core/command-error.ts';
import { findAuthor, resolveTeam } from '../core/find.ts';
import type { Operations } from '../core/operations.ts';
import type { Columns, CommandOutput } from '../core/output.ts';
import {
  withWorkspace,
  workspaceCommand,
  type WorkspaceOptions,
  type WorkspaceSession,
} from '../core/session.ts';
import { namesBy } from '../name-resources.ts';

interface ProposalsOptions extends WorkspaceOptions {
  by?: string;
  status?: string;
  team?: string;
  limit: number;
  only?: string[];
  dryRun?: boolean;
  reason?: string;
}

const columns: Columns<ProposalSummary> = {
  title: ({ title }) => title,
  status: ({ status }) => status.replaceAll('_', ' '),
  changes: ({ changeCount }) => changeCount,
  created: ({ createdAt }) => createdAt,
  until: ({ expiresAt }) => expiresAt,
  id: ({ id }) => id,
};

/** `plotline proposals`: what waits for someone to accept it. */
export function proposalsCommand(program: Command): void {
  const noun = program
    .command('proposals')
    .alias('proposal')
    .description('changes that wait for someone to accept them');
  const command = (usage: string, description: string) =>
    workspaceCommand(noun, usage, description).option(
      '--by <member>',
      'who looks or decides, else PLOTLINE_MEMBER',
    );
  /** Runs a command as the member who acts, since what they proposed is theirs. */
  const asMember = (
    options: ProposalsOptions,
    run: (session: WorkspaceSession, own: Operations) => Promise<void>,
  ) =>
    withWorkspace(options, async (session) => {
      const { operations } = session;
      await run(session, operations.by((await findAuthor(operations, options.by)).id));
    });

  command('list', 'list proposals, newest first')
    .addOption(
      new Option('--status <status>', 'in this state').choices(proposalStatus().options).default('open'),
    )
    .option('--team <code>', 'that concern this team')
    .addOption(limitOption())
    .action((options: ProposalsOptions) =>
      asMember(options, async ({ operations, output }, own) => {
        const { status, team, limit } = options;
        const teamId = team && (await resolveTeam(operations, team)).id;
        const query = withoutUndefined({ status, teamId });
        output.list(await own.list(listProposals, { query }, limit), columns, 'There are no proposals.');
      }),
    );

  command('show <id>', 'show what a proposal changes, before and after').action(
    (text: string, options: ProposalsOptions) =>
      asMember(options, async ({ output }, own) =>
        show(own, output, await own.run(getProposal, pathOf(text))),
      ),
  );

  command('accept <id>', 'make the changes of a proposal, as one change set')
    .option('--only <changes>', 'only these, by their numbers or ids, such as 1,3', asList)
    .option('--dry-run', 'only show what would happen')
    .action((text: string, options: ProposalsOptions) =>
      asMember(options, async ({ output }, own) => {
        const { only, dryRun } = options;
        const { changes: all } = await own.run(getProposal, pathOf(text));
        const body = withoutUndefined({ dryRun, changes: only?.map((one) => changeOf(all, one)) });
        const outcome = await own.run(acceptProposal, { ...pathOf(text), body });
        if (output.json) output.record(outcome, {});
        else showOutcome(output, outcome, all);
      }),
    );

  command('reject <id>', 'end a proposal of someone else: nothing of it is changed')
    .option('--reason <text>', 'why, for who proposed it')
    .action((text: string, options: ProposalsOptions) =>
      asMember(options, async ({ output }, own) => {
        const body = withoutUndefined({ reason: options.reason });
        const ended = await own.run(rejectProposal, { ...pathOf(text), body });
        output.done(`Rejected ${ended.title}.`);
        if (output.json) output.record(ended, {});
      }),
    );

  command('withdraw <id>', 'end a proposal of yours').action((text: string, options: ProposalsOptions) =>
    asMember(options, async ({ output }, own) => {
      const ended = await own.run(withdrawProposal, pathOf(text));
      output.done(`Withdrew ${ended.title}.`);
      if (output.json) output.record(ended, {});
    }),
  );
}

const pathOf = (text: string) => ({
  path: { proposalId: parseArgument(uuid(), text, `The proposal ${text}`) },
});

/** The id of a change, by its number in the proposal or its id. */
function changeOf(changes: Proposal['changes'], text: string): string {
  const found = changes.find(
    ({ id }, position) => id === text.toLowerCase() || String(position + 1) === text,
  );
  if (found) return found.id;
  throw new UsageError(`The proposal has no change ${text}; it has 1 to ${changes.length}.`);
}

async function show(operations: Operations, output: CommandOutput, proposal: Proposal): Promise<void> {
  if (output.json) return output.record(proposal, {});
  output.record(proposal, { ...columns, reason: ({ reason }) => reason });
  const changes = chained(proposal);
  const ids = idsIn(changes).map(([resource, id]) => ({ resource, id }));
  const names = await namesBy((operation, path) => operations.run(operation, { path }), ids);
  const nameOf = (value: unknown): string => {
    if (Array.isArray(value)) return value.map(nameOf).join(', ');
    if (typeof value === 'string') return names.get(value) ?? value;
    return value === null || value === undefined ? '' : JSON.stringify(value);
  };
  const rows = changes.flatMap((change, position) => {
    const { before, after, resource, state, problem } = change;
    const it = after ?? before;
    const what = [textIn(it, 'reference'), titleIn(it)].filter(Boolean).join(' ');
    const verb = before === null ? 'create' : after === null ? 'delete' : 'change';
    const fields = rowsOf(change);
    return (fields.length > 0 ? fields : [undefined]).map((row, line) => ({
      number: line === 0 ? String(position + 1) : ' ',
      what: line === 0 ? `${verb} ${resource.replaceAll('_', ' ')} ${what}` : ' ',
      field: row?.field,
      before: nameOf(row?.before),
      after: nameOf(row?.after),
      state: line === 0 ? (problem?.message ?? state) : ' ',
    }));
  });
  type Row = (typeof rows)[number];
  const shown = ['number', 'what', 'field', 'before', 'after', 'state'] as const;
  const columnsOfRows = shown.map((name) => [name, (row: Row) => row[name]] as const);
  output.list(rows, Object.fromEntries(columnsOfRows), 'It changes nothing.');
}

function showOutcome(output: CommandOutput, outcome: AcceptOutcome, all: Proposal['changes']): void {
  const { applied, conflicts, dryRun, changeSetId } = outcome;
  const states = new Map<string, string>([
    ...applied.map(({ id }) => [id, dryRun ? 'would be made' : 'made'] as const),
    ...conflicts.map(({ id, message }) => [id, message] as const),
  ]);
  const changes = all.map((change, position) => ({ ...change, position })).filter(({ id }) => states.has(id));
  type ShownProposal = (typeof changes)[number];
  const made = {
    number: ({ position }: ShownProposal) => position + 1,
    what: ({ resource, after, before }: ShownProposal) =>
      `${resource.replaceAll('_', ' ')} ${titleIn((after ?? before) as Record<string, unknown> | null) ?? ''}`,
    state: ({ id }: ShownProposal) => states.get(id),
  };
  output.list(changes, made, 'There is nothing to change.');
  if (dryRun) output.note('Nothing was changed (--dry-run).');
  if (changeSetId !== null) output.done(`Accepted. Take that back with: plotline undo ${changeSetId}`);
}
