import { createReader } from '../../db/reader.ts';
import type { ItemChange } from '../../db/stream-record.ts';
import { writerOf } from '../../db/signature.ts';
import type { Item } from '../../core/database.ts';
import {
  entryReaders,
  retained,
  type EntryReaders,
  type HistorySubject,
} from '../../history/history-entry.ts';
import { kindsWithHistory, subjectOfEntry, type Subject } from '../../history/history-store.ts';
import { creationOf } from '../../history/story-entries.ts';
import { eventId } from '../../log/event.ts';
import { toObjective } from '../../objectives/objective-store.ts';
import { toSprint } from '../../sprints/sprint-store.ts';
import { toStory } from '../../stories/story-store.ts';
import { changesBetween } from '../events/event-of-change.ts';
import type { Projection } from '../projection.ts';
import { endOfDeleted, putEntries, type SubjectEntry } from './put-entries.ts';
import { restoreFromLogs } from './restore-from-logs.ts';

/** What a history compares: the stored resource, without derived fields. */
const resources: Record<HistorySubject, (item: Item) => { updatedAt: string }> = {
  story: toStory,
  objective: toObjective,
  sprint: toSprint,
};

const names = Object.keys(kindsWithHistory) as HistorySubject[];

/**
 * The histories of stories, objectives and sprints: an item for each of their changes, as long as they exist. A
 * story records its own creation.
 */
export const history: Projection = {
  name: 'history',
  follows: Object.values(kindsWithHistory),
  deletionsOnly: false,
  async handle({ database, inOrder }, changes) {
    await putEntries(database, changes.flatMap(entryOf));
    // Also what a record that comes late has just put; the stream itself has a deletion last.
    const ended = inOrder ? changes.filter(({ after }) => after === undefined) : changes;
    await endOfDeleted(database, ended.map(subjectOf));
  },
  rebuild: {
    leads: (item) => {
      const subject = subjectOfEntry(item);
      return subject ? [{ key: kindsWithHistory[subject.name].key(subject.id) }] : [];
    },
    // Of the others, the table does not say what changed; the log does.
    outdated: async (_, changes) => changes.filter(({ after }) => after === undefined),
    finish: ({ database }, workspaceId) => restoreFromLogs(database, createReader(database), workspaceId),
  },
};

function subjectOf({ key }: ItemChange): Subject {
  const name = names.find((one) => kindsWithHistory[one].includes(key))!;
  return { name, id: kindsWithHistory[name].idOf(key) };
}

const readersOf = (before: Item | undefined, after: Item): EntryReaders =>
  entryReaders(before && toObjective(before), toObjective(after));

/** The entry of a change: none for deletions, for what does not move the version, and for what the item itself shows. */
function entryOf(change: ItemChange): SubjectEntry[] {
  const { key, before, after } = change;
  // A record can come without the item, and then does not tell what it was.
  if (!after || !('doc' in after)) return [];
  const subject = subjectOf(change);
  const toResource = resources[subject.name];
  const resource = toResource(after);
  const previous = before && toResource(before);
  if (previous?.updatedAt === resource.updatedAt) return [];
  if (!previous && subject.name === 'story' && creationOf(after)) return [];
  const entry = {
    id: eventId(key.pk, resource.updatedAt, new Date(resource.updatedAt)),
    actor: writerOf(after),
    ...(subject.name === 'objective' ? { readers: readersOf(before, after) } : {}),
    ...(previous
      ? { action: 'updated' as const, changes: retained(changesBetween(previous, resource)) }
      : { action: 'created' as const, changes: [] }),
  };
  return [{ subject, ...entry }];
}
