import type { Command } from 'commander';
import { search } from '../../shared/search/search.ts';
import { asNumber } from '../core/arguments.ts';
import { withWorkspace, workspaceCommand, type WorkspaceOptions } from '../core/session.ts';

const LIMIT_DEFAULT = 20;
const LIMIT_MAX = 100;

export function searchCommand(program: Command): void {
  workspaceCommand(program, 'search <text>', 'find stories, comments, objectives and feedback items')
    .option('--limit <number>', `maximum number, up to ${LIMIT_MAX}`, asNumber(1, LIMIT_MAX), LIMIT_DEFAULT)
    .action((q: string, options: WorkspaceOptions & { limit: number }) =>
      withWorkspace(options, async ({ operations, output }) => {
        const hits = await operations.run(search, { query: { q, limit: options.limit } });
        const columns = {
          type: ({ type }: (typeof hits)[number]) => type.replace('_', ' '),
          story: ({ reference }: (typeof hits)[number]) => reference,
          title: ({ title }: (typeof hits)[number]) => title,
          text: ({ snippet }: (typeof hits)[number]) => snippet,
        };
        output.list(hits, columns, 'Nothing was found.');
      }),
    );
}
