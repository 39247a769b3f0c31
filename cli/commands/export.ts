import type { Command } from 'commander';
import { closingHelp } from '../core/closing-help.ts';
import { CommandError } from '../core/command-error.ts';
import { createOutput } from '../core/output.ts';
import { openExportFolder } from '../export/export-folder.ts';
import { runExport } from '../export/run-export.ts';
import { findAccess, withAccess, type AccessOptions } from '../core/access.ts';
import { createApiClient, Interrupted } from '../import/api-client.ts';
import { onInterrupt } from '../import/interrupt.ts';

const help = `
The service makes the export, of all that the token's admin sees. The folder gets a file of JSON Lines for each kind of
resource, such as stories.jsonl, manifest.json with counts, and in files/ the bytes of attachments. What changed while it
was made is in changes.jsonl: apply it after the rest.

It can be stopped or killed at any moment; the same command continues. Tokens, keys and other secrets are not exported.`;

interface ExportOptions extends AccessOptions {
  teams?: string;
  files: boolean;
  csv?: boolean;
  json?: boolean;
}

/** `plotline export`. */
export function exportCommand(program: Command): void {
  withAccess(program.command('export <directory>'))
    .description('download a workspace, or some of its teams, as files')
    .option('--teams <codes>', 'only these teams, with commas between')
    .option('--csv', 'also write stories, comments, time and feedback as tables with names')
    .option('--no-files', 'leave out the bytes of attachments')
    .option('--json', 'print JSON')
    .addHelpText('after', closingHelp(help))
    .action(
      async (directory: string, { files, csv = false, json = false, teams, ...access }: ExportOptions) => {
        const { baseUrl, token } = findAccess(access);
        const stop = new AbortController();
        const giveUp = 'Run the same command again later; it continues where it was.';
        const client = createApiClient({ baseUrl, token, stopping: stop.signal, giveUp });
        const release = onInterrupt(stop);
        const output = createOutput(json);
        const codes = teams?.split(',').map((code) => code.trim());
        try {
          const options = { baseUrl, teams: codes, files, csv, stopping: stop.signal };
          const made = await runExport(client, openExportFolder(directory), options);
          output.done(`Exported ${made.resources} resources to ${directory}.`);
          if (made.leftOut.length > 0) output.note(`The token may not read ${made.leftOut.join(', ')}.`);
          if (json) output.record(made, {});
        } catch (error) {
          if (!(error instanceof Interrupted) && !stop.signal.aborted) throw error;
          process.exitCode = 130;
          if (error instanceof CommandError) throw error;
        } finally {
          release();
        }
      },
    );
}
