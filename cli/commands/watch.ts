import { setTimeout as delay } from 'node:timers/promises';
import type { Command } from 'commander';
import { listMembers } from '../../shared/identity/members/list-members.ts';
import { asDay, asMany, withoutUndefined } from '../core/arguments.ts';
import { resolveTeam } from '../core/find.ts';
import { memberClient, successful } from '../core/member.ts';
import { printable, styled, writeError, writeOutput } from '../core/terminal.ts';
import { serviceCommand, withService, type ServiceOptions } from '../service-session.ts';
import type { ApiClient, ClientResponse } from '../import/api-client.ts';

interface WatchOptions extends ServiceOptions {
  team?: string;
  type?: string[];
  since?: string;
}

/** An event of the feed, as far as a line shows it. */
interface Event {
  type: string;
  timestamp: string;
  actor: { kind: string; id: string | null };
  data: Record<string, unknown>;
  changes?: { field: string }[];
}

/** The pause after a page that has nothing more, in milliseconds. */
const POLL_MS = 1_000;

/** `plotline watch`. */
export function watchCommand(program: Command): void {
  serviceCommand(program, 'watch', 'print what changes, as it happens, until Ctrl-C')
    .option('--team <code>', 'only of this team')
    .option('--type <type>', 'only events of this type, such as story.created or story.*; repeatable', asMany)
    .option('--since <time>', 'from then on, such as 2026-11-20 (default: now)', asDay)
    .action((options: WatchOptions) =>
      withService(options, async ({ access, operations }) => {
        // There is nothing to finish.
        for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit());
        const { team, type, since } = options;
        const teamId = team && (await resolveTeam(operations, team)).id;
        const filter = withoutUndefined({ teamId, type: type?.join(), limit: '100' });
        const names = new Map<string, string>();
        if (!options.json)
          for (const { id, name } of await operations.list(listMembers).catch(() => [])) names.set(id, name);
        const print = (event: Event) =>
          writeOutput(`${options.json ? JSON.stringify(event) : lineOf(event, names)}\n`);
        // Who watches waits for a service that is away.
        const client = memberClient(access, Infinity);
        const at = `/api/v1/workspaces/${operations.workspace.id}/changes?`;
        const read = (more: object) =>
          client.send('GET', at + new URLSearchParams({ ...filter, ...more }).toString());
        await follow(read, since, print);
      }),
    );
}

async function follow(
  read: (more: object) => ReturnType<ApiClient['send']>,
  since: string | undefined,
  print: (event: Event) => void,
): Promise<never> {
  for (let position: object = withoutUndefined({ since }); ;) {
    const answer: ClientResponse = await read(position);
    if (answer.error?.code === 'cursor_expired') {
      writeError('What happened since is no longer kept; going on from now.\n');
      position = {};
      continue;
    }
    const { data, meta } = successful(answer, 'the changes');
    for (const event of data as Event[]) print(event);
    position = { cursor: meta!.resumeCursor! };
    if (!meta!.hasMore) await delay(POLL_MS);
  }
}

function lineOf({ type, timestamp, actor, data, changes = [] }: Event, names: Map<string, string>): string {
  const { reference, title = data['name'] } = data;
  const what = [reference, title].filter((part) => typeof part === 'string').join(' ');
  const fields = changes.map(({ field }) => field).join(', ');
  const who = names.get(actor.id ?? '') ?? actor.kind.replaceAll('_', ' ');
  const when = styled('dim', timestamp.replace('T', ' ').slice(0, 19));
  return [when, styled('cyan', type), printable(`${what}${fields && ` (${fields})`}`), printable(who)]
    .filter(Boolean)
    .join('  ')
    .replaceAll('\n', ' ');
}
