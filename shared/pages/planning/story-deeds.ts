import type { RetainedChange, StoredEntry } from '../../events/history/history-entry.ts';
import { historyNoun } from '../../events/history/history-store.ts';
import { findNounEntries } from '../../events/history/story-entries.ts';
import { eventTime } from '../../kernel/log/event.ts';
import { readNames } from '../../nouns/names.ts';
import { sessionAuthority } from '../accounts/session-authority.ts';
import type { MemberCall } from './member-call.ts';

/** A change of a story, or its creation, as its page shows it. */
export interface StoryDeed {
  at: string;
  /** Undefined for someone whose name the reader cannot see. */
  by: string | undefined;
  /** Undefined for the creation, `other` for what has no word. */
  field: DeedField | 'other' | undefined;
  /** The new value; null if it was cleared, undefined if it is not retained or not for the reader. */
  to: string | null | undefined;
  /** The old one in the same way, where it is short. */
  from?: string | null | undefined;
}

/** The fields whose changes are shown, and how they are called in texts. */
const fields = {
  title: 'title',
  description: 'description',
  statusId: 'status',
  assigneeId: 'assignee',
  priority: 'priority',
  estimateValue: 'estimate',
  sprintId: 'sprint',
  objectiveId: 'objective',
  parentId: 'parent',
  labels: 'labels',
  startDate: 'start',
  endDate: 'due',
} as const;

type DeedField = (typeof fields)[keyof typeof fields];

/** The fields whose old values would make a line too long. */
const lengthy: ReadonlySet<DeedField> = new Set(['title', 'description', 'labels', 'parent']);

/** The most changes that the page shows, the newest. */
const DEEDS_MAX = 20;

/** What follows from other fields of the same change. */
const derived = new Set(['completedAt', 'startedAt', 'estimateLabel', 'autoSchedulingStatus']);

/** The newest entries of the history of the story that a member looks at, the newest first. */
export const storyEntriesOf = ({ call, item }: MemberCall): Promise<StoredEntry[]> =>
  findNounEntries(call.read, historyNoun('story'), item, { after: undefined, limit: DEEDS_MAX });

/**
 * The changes of these entries in the order in which they were made, with the names that the member can see. Names that the
 * page has read already are not read again.
 */
export async function deedsOf(
  { call: { read, now }, member }: MemberCall,
  entries: readonly StoredEntry[],
  known: readonly { id: string; name: string }[],
): Promise<StoryDeed[]> {
  const { namesIn } = await import('../../events/history/summary.ts');
  const names = new Map(known.map(({ id, name }) => [id, name]));
  const unknown = namesIn(entries).filter(([, id]) => !names.has(id));
  if (unknown.length > 0) {
    const caller = await sessionAuthority(member.userId, member)(read, now);
    for (const [id, name] of await readNames({ read, caller }, unknown)) names.set(id, name);
  }
  return entries
    .flatMap((entry) => deedsIn(entry, names))
    .slice(0, DEEDS_MAX)
    .toReversed();
}

type Names = ReadonlyMap<string, string>;

/** The changes of an entry, the last one first. */
function deedsIn({ id, action, actor, changes }: StoredEntry, names: Names): StoryDeed[] {
  const at = new Date(eventTime(id)).toISOString();
  const by = actor.kind === 'system' ? 'Plotline' : names.get(actor.id ?? '');
  if (action === 'created') return [{ at, by, field: undefined, to: undefined }];
  const shown = changes.filter(({ field }) => !derived.has(field));
  const known = shown.filter(({ field }) => Object.hasOwn(fields, field));
  const deeds = known.map((change): StoryDeed => {
    const field = fields[change.field as keyof typeof fields];
    const from = lengthy.has(field) ? undefined : valueOf(change, changes, names, 'from');
    return { at, by, field, to: valueOf(change, changes, names, 'to'), from };
  });
  const others: StoryDeed[] = known.length < shown.length ? [{ at, by, field: 'other', to: undefined }] : [];
  return [...deeds, ...others].toReversed();
}

function valueOf(
  change: RetainedChange,
  all: readonly RetainedChange[],
  names: Names,
  side: 'from' | 'to',
): StoryDeed['to'] {
  const { field } = change;
  // People know an estimate by its label, such as M.
  const label = field === 'estimateValue' ? all.find((one) => one.field === 'estimateLabel') : undefined;
  const value = label?.[side] ?? change[side];
  if (!(side in change)) return undefined;
  const isNone =
    value === null ||
    (field === 'priority' && value === 'none') ||
    (Array.isArray(value) && value.length === 0);
  if (isNone) return null;
  if (Array.isArray(value)) {
    const known = value.flatMap((id) => names.get(String(id)) ?? []);
    return known.length < value.length ? undefined : known.join(', ');
  }
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return field.endsWith('Id') ? names.get(text) : text;
}
