import type { RetainedChange, StoredEntry } from '../../events/history/history-entry.ts';
import { historyNoun } from '../../events/history/history-store.ts';
import { findNounEntries } from '../../events/history/story-entries.ts';
import { eventTime } from '../../kernel/log/event.ts';
import { readNames } from '../../nouns/names.ts';
import type { StoryLink } from '../../planning/pages/page-links.ts';
import type { RelationType } from '../../planning/story/story-relations.ts';
import { sessionAuthority } from '../session/session-authority.ts';
import type { MemberCall } from './member-call.ts';

/** A change of a story, or its creation, as its page shows it. */
export interface StoryActivity {
  at: string;
  /** Undefined for someone whose name the reader cannot see. */
  by: string | undefined;
  /** Undefined for the creation, `other` for what has no word. */
  field: ActivityField | 'other' | undefined;
  /** The new value; null if it was cleared, undefined if it is not retained or not for the reader. */
  to: string | null | undefined;
  /** The old one in the same way, where it is short. */
  from?: string | null | undefined;
  /** What was done with a part of the story, in the place of a field. */
  part?: StoryPart;
}

/** What was done with a link, a file, a relation or the story as a whole. */
export interface StoryPart {
  kind: 'linkAdded' | 'linkRemoved' | 'linkChanged' | 'fileAdded' | 'archived' | 'unarchived' | RelationType;
  /** How the part is called; undefined for a story that the reader cannot see. */
  name?: string | undefined;
}

/** A part of the story that says itself when it was added and by whom. */
export interface AddedPart extends StoryPart {
  createdAt: string;
  createdBy: string;
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

type ActivityField = (typeof fields)[keyof typeof fields];

/** The fields whose old values would make a line too long. */
const lengthy: ReadonlySet<ActivityField> = new Set(['title', 'description', 'labels', 'parent']);

/** The most changes that the page shows, the newest. */
const ACTIVITY_MAX = 20;

/** What follows from other fields of the same change. */
const derived = new Set(['completedAt', 'startedAt', 'estimateLabel', 'autoSchedulingStatus']);

/** The newest entries of the history of the story that a member looks at, the newest first. */
export const storyEntriesOf = ({ call, item }: MemberCall): Promise<StoredEntry[]> =>
  findNounEntries(call.read, historyNoun('story'), item, { after: undefined, limit: ACTIVITY_MAX });

/**
 * The changes of these entries in the order in which they were made, with the names that the member can see. Names that the
 * page has read already are not read again.
 */
export async function activityOf(
  { call: { read, now }, member }: MemberCall,
  entries: readonly StoredEntry[],
  known: readonly { id: string; name: string }[],
  added: readonly AddedPart[],
): Promise<StoryActivity[]> {
  const { namesIn } = await import('../../events/history/summary.ts');
  const names = new Map(known.map(({ id, name }) => [id, name]));
  const adders = added.map(({ createdBy }) => ['principal', createdBy] as const);
  const unknown = [...namesIn(entries), ...adders].filter(([, id]) => !names.has(id));
  if (unknown.length > 0) {
    const caller = await sessionAuthority(member.userId, member)(read, now);
    for (const [id, name] of await readNames({ read, caller }, unknown)) names.set(id, name);
  }
  const oldest = entries.length < ACTIVITY_MAX ? '' : timeOf(entries.at(-1)!);
  const parts = added
    .filter(({ createdAt }) => createdAt >= oldest)
    .map(({ createdAt, createdBy, ...part }): StoryActivity => {
      return { at: createdAt, by: names.get(createdBy), field: 'other', to: undefined, part };
    });
  const all = [...entries.flatMap((entry) => activityIn(entry, names)).toReversed(), ...parts];
  return all.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at)).slice(-ACTIVITY_MAX);
}

const timeOf = ({ id }: Pick<StoredEntry, 'id'>): string => new Date(eventTime(id)).toISOString();

type Names = ReadonlyMap<string, string>;

/** The changes of an entry, the last one first. */
function activityIn({ id, action, actor, changes }: StoredEntry, names: Names): StoryActivity[] {
  const at = timeOf({ id });
  const by = actor.kind === 'system' ? 'Plotline' : names.get(actor.id ?? '');
  if (action === 'created') return [{ at, by, field: undefined, to: undefined }];
  const shown = changes.filter(({ field }) => !derived.has(field));
  const known = shown.filter(({ field }) => Object.hasOwn(fields, field));
  const parts = shown
    .flatMap(partsIn)
    .map((part): StoryActivity => ({ at, by, field: 'other', to: undefined, part }));
  const rest = shown.filter((change) => !known.includes(change) && partsIn(change).length === 0);
  const ofFields = known.map((change): StoryActivity => {
    const field = fields[change.field as keyof typeof fields];
    const from = lengthy.has(field) ? undefined : valueOf(change, changes, names, 'from');
    return { at, by, field, to: valueOf(change, changes, names, 'to'), from };
  });
  const others: StoryActivity[] = rest.length > 0 ? [{ at, by, field: 'other', to: undefined }] : [];
  return [...ofFields, ...parts, ...others].toReversed();
}

/** What a change did with links of the story, or with the story as a whole. */
function partsIn({ field, from, to }: RetainedChange): StoryPart[] {
  if (field === 'archivedAt') return [{ kind: to === null ? 'unarchived' : 'archived' }];
  if (field !== 'links' || !Array.isArray(from) || !Array.isArray(to)) return [];
  const [before, after] = [from as StoryLink[], to as StoryLink[]];
  const named = (kind: StoryPart['kind'], links: readonly StoryLink[]): StoryPart[] =>
    links.map(({ title, url }) => ({ kind, name: title ?? new URL(url).host }));
  const formerOf = ({ id }: StoryLink) => before.find((one) => one.id === id);
  const kept = after.filter((link) => formerOf(link));
  return [
    ...named(
      'linkAdded',
      after.filter((link) => !formerOf(link)),
    ),
    ...named(
      'linkRemoved',
      before.filter(({ id }) => !after.some((one) => one.id === id)),
    ),
    ...named(
      'linkChanged',
      kept.filter((link) => JSON.stringify(formerOf(link)) !== JSON.stringify(link)),
    ),
  ];
}

function valueOf(
  change: RetainedChange,
  all: readonly RetainedChange[],
  names: Names,
  side: 'from' | 'to',
): StoryActivity['to'] {
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
