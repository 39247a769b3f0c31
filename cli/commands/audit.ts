import type { Command } from 'commander';
import type { ShownAuditEvent } from '../../shared/identity/audit/audit-event.ts';
import { listAuditEvents } from '../../shared/identity/audit/list-audit-events.ts';
import { listTeams } from '../../shared/identity/teams/list-teams.ts';
import { getPrincipal } from '../../shared/identity/principals/get-principal.ts';
import { asDay, limitOption, withoutUndefined } from '../core/arguments.ts';
import { cutLines, shortList } from '../core/fit-columns.ts';
import { resolveActor } from '../core/find.ts';
import { withWorkspace, workspaceCommand, type WorkspaceOptions } from '../core/session.ts';
import type { WorkspaceOperations } from '../workspace-operations.ts';

interface AuditOptions extends WorkspaceOptions {
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
    .option('--actor <member>', 'only what this member or service account did, by email address, name or id')
    .option('--target <id>', 'only what was done to this')
    .option('--since <time>', 'at or after this time, such as 2026-11-20', asDay)
    .option('--before <time>', 'before this time', asDay)
    .option('--oldest', 'oldest first')
    .addOption(limitOption())
    .action((options: AuditOptions) =>
      withWorkspace(options, async ({ operations, output }) => {
        const { actor } = options;
        const actorId = actor === undefined ? undefined : await resolveActor(operations, actor);
        const query = { ...queryOf(options), ...withoutUndefined({ actorId }) };
        const events = await operations.list(listAuditEvents, { query }, options.limit + 1);
        const shown = events.slice(0, options.limit);
        const names = output.json ? new Map<string, string>() : await namesOf(operations, shown);
        const nameOf = (id: string) => names.get(id) ?? GONE;
        const columns = {
          when: ({ timestamp }: ShownAuditEvent) => timestamp,
          who: ({ actor }: ShownAuditEvent) =>
            `${actor.id === null ? actor.kind : nameOf(actor.id)} (${actor.via})`,
          what: ({ type, count }: ShownAuditEvent) => (count > 1 ? `${type} ×${count}` : type),
          target: ({ target }: ShownAuditEvent) => target.name ?? nameOf(target.id),
          changes: ({ changes }: ShownAuditEvent) =>
            changes.map((change) => changeText(change, nameOf)).join(', '),
          from: ({ origin, operator }: ShownAuditEvent) => origin?.network ?? operator ?? '',
        };
        output.list(shown, columns, 'There are no audit events.');
        if (events.length > options.limit) output.note('There is more; show it with --limit.');
      }),
    );
}

const queryOf = ({ type, target, since, before, oldest }: AuditOptions) => ({
  ...(type === undefined ? {} : { type: type.split(',') }),
  ...(target === undefined ? {} : { targetId: target }),
  ...(since === undefined ? {} : { since }),
  ...(before === undefined ? {} : { before }),
  ...(oldest ? { sort: 'timestamp' } : {}),
});

/** What ids are shown as that name nothing any more. */
const GONE = 'one that is gone';

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** The names of the people, programs and teams whose ids the events have. */
async function namesOf(
  operations: WorkspaceOperations,
  events: readonly ShownAuditEvent[],
): Promise<Map<string, string>> {
  const teams = await operations.list(listTeams);
  const names = new Map(teams.map(({ id, name }) => [id, name]));
  const shown = events.flatMap(({ actor, target, changes }) => [
    actor.id ?? '',
    target.name === null ? target.id : '',
    JSON.stringify(changes),
  ]);
  for (const [principalId] of shown.join(' ').matchAll(UUID)) {
    if (names.has(principalId)) continue;
    const found = await operations.run(getPrincipal, { path: { principalId } }).catch(() => undefined);
    names.set(principalId, found?.name ?? GONE);
  }
  return names;
}

const VALUE_SHOWN_CHARACTERS = 60;

type NameOf = (id: string) => string;

function changeText({ field, from, to }: ShownAuditEvent['changes'][number], nameOf: NameOf): string {
  const [before, after] = [from, to].map((value) =>
    cutLines(valueText(value, nameOf), VALUE_SHOWN_CHARACTERS),
  );
  if (from === undefined && to === undefined) return field;
  if (from === null) return `${field} ${after}`;
  return to === null ? `${field} was ${before}` : `${field} ${before} → ${after}`;
}

/** As many values as there is room for, and how many more there are. */
const cutList = (values: readonly string[]): string =>
  shortList(values, { width: VALUE_SHOWN_CHARACTERS }) ?? values.join(', ');

/** A value in words rather than JSON. */
function valueText(value: unknown, nameOf: NameOf): string {
  if (value === null || value === undefined || value === '') return 'nothing';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return cutList(value.map((one) => valueText(one, nameOf))) || 'nothing';
  if (typeof value === 'string') return value.replaceAll(UUID, (id) => nameOf(id));
  if (typeof value !== 'object') return JSON.stringify(value);
  const parts = Object.entries(value).map(([name, one]) => `${name} ${valueText(one, nameOf)}`);
  return cutList(parts) || 'nothing';
}
