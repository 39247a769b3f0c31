import type { Actor } from '../../kernel/core/actor.ts';
import type { HistorySubject, StoredEntry } from './history-entry.ts';
import { namedFields, type NamedKind } from '../../nouns/names.ts';
import { clausesOf } from './clauses.ts';
import { boundedLine, type NamesById } from './shown-values.ts';

/** Fields that are derived from others of the same change. */
const derivedFields = new Set(['completedAt', 'estimateLabel', 'autoSchedulingStatus']);

/** A change as an English sentence, such as `Ada Lovelace moved it from To Do to Done.` */
export function summarize(subject: HistorySubject, entry: StoredEntry, names: NamesById): string {
  const { action, actor } = entry;
  const activity = action === 'created' ? `created the ${subject}` : activityOf(subject, entry, names);
  return `${nameOf(actor, names)} ${activity}${throughWords[actor.via] ?? ''}.`;
}

const throughWords: Partial<Record<Actor['via'], string>> = {
  mcp: ' through an AI client',
  cli: ' on the command line',
};

function nameOf({ kind, id, via }: Actor, names: NamesById): string {
  if (kind === 'system') return via === 'cli' ? 'The operator' : 'Plotline';
  return boundedLine((id === null ? undefined : names.get(id)) ?? 'Someone');
}

function activityOf(subject: HistorySubject, { actor, changes }: StoredEntry, names: NamesById): string {
  const causes = changes.filter(({ field }) => !derivedFields.has(field));
  const context = { subject, actor, changes, names };
  const clauses = (causes.length > 0 ? causes : changes).flatMap((change) => clausesOf(change, context));
  const last = clauses.pop() ?? 'changed it';
  return clauses.length === 0 ? last : `${clauses.join(', ')} and ${last}`;
}

/** Reads the names that the sentences about entries contain. */
export const namesIn = (entries: readonly StoredEntry[]): (readonly [NamedKind, string])[] =>
  entries.flatMap(({ actor, changes }) => [
    ...(actor.id === null ? [] : [['principal', actor.id] as const]),
    ...changes.flatMap(({ field, from, to }) => {
      const kind = namedFields.get(field)?.kind;
      if (!kind) return [];
      return [from, to].flat().flatMap((id) => (typeof id === 'string' ? [[kind, id] as const] : []));
    }),
  ]);
