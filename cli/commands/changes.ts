import type { Command } from 'commander';
import type { ChangeSetSummary } from '../../shared/events/change-sets/change-set-summary.ts';
import { asDay, limitOption, withoutUndefined } from '../core/arguments.ts';
import { withAccess } from '../core/access.ts';
import { closingHelp } from '../core/closing-help.ts';
import { createOutput } from '../core/output.ts';
import { openApi, type ApiOptions } from '../core/api-access.ts';
import { findActor } from '../core/find-actor.ts';
import { namesOf } from '../core/principal-names.ts';

const help = `
Changes that were made together, such as those of an import, newest first, as far as the token sees them:
plotline undo ID takes one back.`;

interface ChangesOptions extends ApiOptions {
  since?: string;
  actor?: string;
  limit: number;
  json?: boolean;
}

/** `plotline changes`. */
export function changesCommand(program: Command): void {
  withAccess(program.command('changes'))
    .description('what was changed together, by whom and when, newest first')
    .option('--since <time>', 'such as 2026-11-20 (default: a day ago)', asDay)
    .option('--actor <member>', 'only of this member or service account, by email address, name or id')
    .addOption(limitOption())
    .option('--json', 'print JSON')
    .addHelpText('after', closingHelp(help))
    .action(async ({ since, actor, limit, json = false, ...access }: ChangesOptions) => {
      const { client, path } = await openApi(access);
      const actorId = actor === undefined ? undefined : await findActor({ client, path }, actor);
      const query = withoutUndefined({ since, actorId });
      const found = new Map<string, ChangeSetSummary>();
      for await (const page of client.pages<ChangeSetSummary>(`${path}/change-sets`, query)) {
        for (const set of page) addTo(found, set);
        if (found.size > limit) break;
      }
      const sets = [...found.values()];
      const shown = sets.slice(0, limit);
      const output = createOutput(json);
      const names = json ? new Map<string, string>() : await namesOf({ client, path }, shown);
      const columns = {
        when: ({ startedAt }: ChangeSetSummary) => startedAt,
        who: ({ actor: { id, kind } }: ChangeSetSummary) => names.get(id ?? '') ?? kind,
        what: ({ counts }: ChangeSetSummary) => describeCounts(counts),
        id: ({ id }: ChangeSetSummary) => id,
      };
      output.list(shown, columns, 'Nothing was changed in this time.');
      if (sets.length > limit) output.note('There is more; show it with --limit or an earlier --since.');
    });
}

/** Adds a set, or the earlier part of one that began on a page before. */
function addTo(found: Map<string, ChangeSetSummary>, set: ChangeSetSummary): void {
  const key = `${set.id} ${set.actor.id}`;
  const later = found.get(key);
  if (later === undefined) return void found.set(key, set);
  const counts = { ...later.counts };
  for (const [type, count] of Object.entries(set.counts)) counts[type] = (counts[type] ?? 0) + count;
  const { startedAt } = set;
  found.set(key, { ...later, startedAt: startedAt < later.startedAt ? startedAt : later.startedAt, counts });
}

/** `story.created` three times as `3 stories created`. */
const describeCounts = (counts: Record<string, number>): string =>
  Object.entries(counts)
    .map(([type, count]) => {
      const [resource = '', action = ''] = type.split('.').map((word) => word.replaceAll('_', ' '));
      return `${count} ${count === 1 ? resource : pluralOf(resource)} ${action}`;
    })
    .join(', ');

const pluralOf = (noun: string): string =>
  /[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}${/(?:s|x|ch|sh)$/.test(noun) ? 'es' : 's'}`;
