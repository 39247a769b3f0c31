import { Option, type Command } from 'commander';
import { createApiClient, Interrupted } from '../import/api-client.ts';
import { findAccess, withAccess, type AccessOptions } from '../core/access.ts';
import { onInterrupt } from '../import/interrupt.ts';
import { openFolder } from '../sync/mirror-files.ts';
import { closingHelp } from '../core/closing-help.ts';
import { createOutput } from '../core/output.ts';
import { writeError } from '../core/terminal.ts';
import { runSync } from '../sync/run-sync.ts';

const help = `
The folder gets a file of JSON Lines for each kind: stories, comments, relations, sprints, objectives, key-results,
labels, statuses, teams, members, portals, feedback-items, feedback-comments and feedback-updates. A line is a resource as
the API shows it, without what the service derives (counts, forecasts). Files are replaced as a whole, so other programs can read them at any time.

It can be stopped or killed at any moment; the next run continues. It sees what the token's member sees: a team that they
leave disappears from the folder. After a pause longer than the retention of changes (30 days) all resources are
listed again.

The token comes from PLOTLINE_TOKEN, --token-file or, for the local service, its demo workspace.`;

interface SyncOptions extends AccessOptions {
  once?: boolean;
  json?: boolean;
}

export function syncCommand(program: Command): void {
  withAccess(program.command('sync <directory>'))
    .description('write what a member sees to a folder of JSON Lines and apply changes until it is stopped')
    .addOption(new Option('--once', 'end once the folder is up to date'))
    .option('--json', 'print JSON once the folder is up to date, with --once')
    .addHelpText('after', closingHelp(help))
    .action(async (folder: string, { once = false, json = false, ...options }: SyncOptions) => {
      const { baseUrl, token } = findAccess(options);
      const say = (sentence: string): void => void writeError(`${sentence}\n`);
      const output = createOutput(json);
      const stop = new AbortController();
      // Who keeps a copy waits for a service that is away.
      const patience = once ? {} : { patience: Infinity };
      const giveUp = 'Run the same command again later; it continues where it was.';
      const client = createApiClient({ baseUrl, token, stopping: stop.signal, giveUp, ...patience });
      const release = onInterrupt(stop);
      try {
        const resources = await runSync(client, openFolder(folder), {
          baseUrl,
          once,
          stopping: stop.signal,
          say,
        });
        if (json) output.record({ directory: folder, resources }, {});
      } catch (error) {
        if (!(error instanceof Interrupted)) throw error;
        process.exitCode = 130;
      } finally {
        release();
      }
    });
}
