import { Argument, type Command } from 'commander';
import type { Database } from '../../shared/kernel/core/database.ts';
import { systemClock } from '../../shared/kernel/core/clock.ts';
import { countItems } from '../../shared/kernel/db/scan.ts';
import { projections } from '../../shared/surface/workers/projections.ts';
import { getCheckpoint, type Checkpoint } from '../../shared/projections/rebuild/checkpoint-store.ts';
import { rebuild } from '../../shared/projections/rebuild/rebuild.ts';
import { closingHelp } from '../core/closing-help.ts';
import type { CommandOutput } from '../core/output.ts';
import { writeError } from '../core/terminal.ts';
import { tableCommand, withSession, type CommonOptions } from '../core/session.ts';

const names = projections.map(({ name }) => name);

const help = `
Projections derive counters, burn-down days, feedback statuses and clean-up after deletions from the table's stream.
This command makes what a projection derives right again from the table itself, for all workspaces and while the
service runs: for when records of the stream were lost. Saved records are processed by "plotline projections replay" instead.

It goes through the table in steps and records each in the table. After an interruption, the same command continues
where it was; --restart starts over. Counters and days are compared at the end, workspace by workspace.

Without a name, all projections are rebuilt: ${names.join(', ')}.

The exit code is 1 if something could not be processed.`;

interface RebuildCommandOptions extends CommonOptions {
  restart?: boolean;
}

/** `plotline rebuild [projection]`. */
export function rebuildCommand(program: Command): void {
  tableCommand(program, 'rebuild', "make a projection's data right again from the table")
    .addArgument(new Argument('[projection]', 'the projection to rebuild').choices(names))
    .option('--restart', 'start over even if an earlier run was interrupted')
    .addHelpText('after', closingHelp(help))
    .action((name: string | undefined, options: RebuildCommandOptions) =>
      withSession(options, async ({ database, output }) => {
        const chosen = projections.filter((one) => name === undefined || one.name === name);
        const results = await rebuildAll(database, output, { chosen, restart: options.restart ?? false });
        report(output, results);
        if (results.some(({ failed }) => failed.length > 0)) process.exitCode = 1;
      }),
    );
}

interface RebuildOptions {
  chosen: readonly (typeof projections)[number][];
  restart: boolean;
}

/** Rebuilds projections one after the other, with a line about each one's progress now and then. */
export async function rebuildAll(
  database: Database,
  output: CommandOutput,
  { chosen, restart }: RebuildOptions,
): Promise<Result[]> {
  const total = await countItems(database);
  const results: Result[] = [];
  for (const projection of chosen) {
    const earlier = restart ? undefined : await getCheckpoint(database, projection.name);
    if (earlier) output.note(`${projection.name}: continues the run of ${earlier.startedAt}.`);
    const onStep = progressOf(projection.name, total);
    const done = await rebuild(database, projection, systemClock, { restart, onStep });
    results.push({ projection: projection.name, ...done });
  }
  return results;
}

type Result = Checkpoint & { projection: string };

/** Maximum silence between two lines about a projection's progress. */
const QUIET_MS = 2_000;

function progressOf(name: string, total: number): (soFar: Checkpoint) => void {
  let saidAt = 0;
  return ({ read, handled, workspace }) => {
    if (Date.now() - saidAt < QUIET_MS) return;
    saidAt = Date.now();
    const where = workspace === undefined ? `${read} of about ${total} items` : 'comparing counters';
    writeError(`${name}: ${where}, ${handled} processed again\n`);
  };
}

function report(output: CommandOutput, results: readonly Result[]): void {
  const rows = results.map(({ projection, read, handled, corrected, failed }) => ({
    projection,
    read,
    handled,
    corrected,
    failed,
  }));
  if (output.json) return output.record({ rebuilt: rows }, {});
  for (const { projection, read, handled, corrected, failed } of rows) {
    output.done(
      `${projection}: read ${read} items, processed ${handled} again, corrected ${corrected} differences.`,
    );
    if (failed.length > 0) output.note(`Not right yet: ${failed.join(', ')}. Run the command again.`);
  }
}
