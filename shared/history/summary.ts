import type { Actor } from '../core/actor.ts';
import { truncate } from '../core/truncate.ts';
import { withoutOverrides } from '../core/visible.ts';
import type { HistorySubject, RetainedChange, StoredEntry } from './history-entry.ts';
import { namedFields, type NamedKind } from './names.ts';

type Names = ReadonlyMap<string, string>;

/** Characters of a value in a sentence. */
const VALUE_MAX = 80;

/** Fields that follow from others of the same change. */
const derivedFields = new Set(['completedAt', 'estimateLabel', 'autoSchedulingStatus']);

/** Words for fields, where their names are not words enough. */
const fieldWords: Readonly<Record<string, string>> = {
  statusId: 'status',
  sprintId: 'sprint',
  objectiveId: 'objective',
  keyResultId: 'key result',
  parentId: 'parent',
  leadUserId: 'lead',
  endDate: 'due date',
  estimateValue: 'estimate',
  shortSummary: 'summary',
};

/** A change as an English sentence, such as `Ada Lovelace moved it from To Do to Done.` */
export function summarize(
  subject: HistorySubject,
  { action, actor, changes }: StoredEntry,
  names: Names,
): string {
  const deed = action === 'created' ? `created the ${subject}` : deedOf(changes, names);
  return `${nameOf(actor, names)} ${deed}${throughWords[actor.via] ?? ''}.`;
}

const throughWords: Partial<Record<Actor['via'], string>> = {
  mcp: ' through an AI client',
  cli: ' on the command line',
};

function nameOf({ kind, id }: Actor, names: Names): string {
  if (kind === 'system') return 'Plotline';
  return shown((id === null ? undefined : names.get(id)) ?? 'Someone');
}

function deedOf(changes: readonly RetainedChange[], names: Names): string {
  const causes = changes.filter(({ field }) => !derivedFields.has(field));
  const clauses = (causes.length > 0 ? causes : changes).map((change) => clauseOf(change, names));
  const last = clauses.pop() ?? 'changed it';
  return clauses.length === 0 ? last : `${clauses.join(', ')} and ${last}`;
}

function clauseOf(change: RetainedChange, names: Names): string {
  const special = specialClauses[change.field];
  return special ? special(change, names) : generalClause(change, names);
}

/** What is known of a value: its text, null for none, or undefined for what the reader may not know. */
function textOf(field: string, value: unknown, names: Names): string | null | undefined {
  if (value === null || value === undefined) return null;
  const known = typeof value === 'string' ? value : JSON.stringify(value);
  if (namedFields[field]) {
    const name = names.get(known);
    return name === undefined ? undefined : shown(name);
  }
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (typeof value === 'string' && /(Date|At)$/.test(field)) return value.slice(0, 'YYYY-MM-DD'.length);
  if (field.endsWith('Minutes')) return `${known} minutes`;
  return shown(known.replaceAll('_', ' '));
}

const shown = (text: string): string => truncate(withoutOverrides(text), VALUE_MAX);

function generalClause(change: RetainedChange, names: Names): string {
  const { field } = change;
  const word = wordOf(field);
  if (!('to' in change)) return `changed the ${word}`;
  const [from, to] = [textOf(field, change.from, names), textOf(field, change.to, names)];
  if (to === undefined) return `changed the ${word}`;
  if (to === null) return from ? `removed the ${word} ${from}` : `removed the ${word}`;
  return from ? `changed the ${word} from ${from} to ${to}` : `set the ${word} to ${to}`;
}

/** `minimumFocusBlockMinutes` as `minimum focus block`. */
const wordOf = (field: string): string =>
  fieldWords[field] ??
  field
    .replace(/Minutes$/, '')
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .trim();

type Clause = (change: RetainedChange, names: Names) => string;

const renamed: Clause = ({ from, to }) =>
  `renamed it from “${shown(String(from))}” to “${shown(String(to))}”`;

const either =
  (yes: string, no: string): Clause =>
  ({ to }) =>
    to === true || typeof to === 'string' ? yes : no;

const specialClauses: Readonly<Record<string, Clause>> = {
  title: renamed,
  name: renamed,
  statusId: (change, names) => {
    const [from, to] = [textOf('statusId', change.from, names), textOf('statusId', change.to, names)];
    return from && to ? `moved it from ${from} to ${to}` : generalClause(change, names);
  },
  assigneeId: ({ from, to }, names) => {
    const [before, after] = [textOf('assigneeId', from, names), textOf('assigneeId', to, names)];
    if (after === null) return before ? `unassigned ${before}` : 'unassigned it';
    return after ? `assigned it to ${after}` : 'assigned it to somebody else';
  },
  labels: ({ from, to }, names) => {
    const [before, after] = [from as string[], to as string[]];
    const words = (verb: string, ids: readonly string[]): string[] => {
      if (ids.length === 0) return [];
      const known = ids.map((id) => textOf('labels', id, names) ?? 'a label');
      return [`${verb} the label${ids.length > 1 ? 's' : ''} ${known.join(', ')}`];
    };
    const added = after.filter((id) => !before.includes(id));
    const removed = before.filter((id) => !after.includes(id));
    return [...words('added', added), ...words('removed', removed)].join(' and ') || 'changed the labels';
  },
  archivedAt: either('archived it', 'unarchived it'),
  private: either('made it private', 'made it visible to the team'),
  autoSchedulingEnabled: either('turned automatic scheduling on', 'turned automatic scheduling off'),
  autoSchedulingLocked: either('locked its schedule', 'unlocked its schedule'),
  automationManaged: either('left it to the sprint cadence', 'took it out of the sprint cadence'),
};

/** The names that the sentences about entries need. */
export const namesIn = (entries: readonly StoredEntry[]): (readonly [NamedKind, string])[] =>
  entries.flatMap(({ actor, changes }) => [
    ...(actor.id === null ? [] : [['principal', actor.id] as const]),
    ...changes.flatMap(({ field, from, to }) => {
      const kind = namedFields[field];
      if (!kind) return [];
      return [from, to].flat().flatMap((id) => (typeof id === 'string' ? [[kind, id] as const] : []));
    }),
  ]);
