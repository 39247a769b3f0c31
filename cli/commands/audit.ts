import type { Command } from 'commander';
import type { ShownAuditEvent } from '../../shared/identity/audit/audit-event.ts';
import { listAuditEvents } from '../../shared/identity/audit/list-audit-events.ts';
import { getPrincipal } from '../../shared/identity/principals/get-principal.ts';
import { limitOption } from '../core/arguments.ts';
import { withWorkspace, workspaceCommand, type WorkspaceOptions } from '../core/session.ts';
import type { WorkspaceOperations } from '../workspace-operations.ts';

interface Options extends WorkspaceOptions {
  type?: string;
  actor?: string;
  target?: string;
  since?: string;
  before?: string;
  oldest?: boolean;
  limit: number;
}

export function auditCommand(program: Command): void {
  workspaceCommand(
    program,
    'audit',
    'who did what to members, credentials, webhooks and portals, newest first',
  )
    .option('--type <types>', 'only these, such as token.created or member.*, with commas between several')
    .option('--actor <id>', 'only what this member or service account did')
    .option('--target <id>', 'only what was done to this')
    .option('--since <time>', 'at or after this time, such as 2026-11-20')
    .option('--before <time>', 'before this time')
    .option('--oldest', 'oldest first')
    .addOption(limitOption())
    .action((options: Options) =>
      withWorkspace(options, async ({ operations, output }) => {
        const events = await operations.list(listAuditEvents, { query: queryOf(options) }, options.limit + 1);
        const shown = events.slice(0, options.limit);
        const names = output.json ? new Map<string, string>() : await namesOf(operations, shown);
        const columns = {
          when: ({ timestamp }: ShownAuditEvent) => timestamp,
          who: ({ actor }: ShownAuditEvent) =>
            `${names.get(actor.id ?? '') ?? actor.id ?? actor.kind} (${actor.via})`,
          what: ({ type, count }: ShownAuditEvent) => (count > 1 ? `${type} ×${count}` : type),
          target: ({ target }: ShownAuditEvent) => target.name ?? target.id,
          changes: ({ changes }: ShownAuditEvent) => changes.map(changeText).join(', '),
          from: ({ origin, operator }: ShownAuditEvent) => origin?.network ?? operator ?? '',
        };
        output.list(shown, columns, 'There are no audit events.');
        if (events.length > options.limit) output.note('There is more; show it with --limit.');
      }),
    );
}

const queryOf = ({ type, actor, target, since, before, oldest }: Options) => ({
  ...(type === undefined ? {} : { type: type.split(',') }),
  ...(actor === undefined ? {} : { actorId: actor }),
  ...(target === undefined ? {} : { targetId: target }),
  ...(since === undefined ? {} : { since }),
  ...(before === undefined ? {} : { before }),
  ...(oldest ? { sort: 'timestamp' } : {}),
});

/** Names of actors; those that are no longer known stay ids. */
async function namesOf(
  operations: WorkspaceOperations,
  events: readonly ShownAuditEvent[],
): Promise<Map<string, string>> {
  const ids = [...new Set(events.flatMap(({ actor }) => actor.id ?? []))];
  const names = new Map<string, string>();
  for (const principalId of ids) {
    const found = await operations.run(getPrincipal, { path: { principalId } }).catch(() => undefined);
    if (found) names.set(principalId, found.name);
  }
  return names;
}

const VALUE_SHOWN_CHARACTERS = 60;

function changeText({ field, from, to }: ShownAuditEvent['changes'][number]): string {
  const [before, after] = [from, to].map((value) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value ?? null);
    return text.length > VALUE_SHOWN_CHARACTERS ? `${text.slice(0, VALUE_SHOWN_CHARACTERS)}…` : text;
  });
  if (from === undefined && to === undefined) return field;
  if (from === null) return `${field} ${after}`;
  return to === null ? `${field} was ${before}` : `${field} ${before} → ${after}`;
}
