import { createReader } from '../../kernel/db/reader.ts';
import type { ItemChange } from '../../kernel/db/stream-record.ts';
import { changeSetOf, writerOf } from '../../kernel/db/signature.ts';
import { readersAround, retainedChanges } from '../../events/history/history-entry.ts';
import {
  historyNoun,
  nounsWithHistory,
  subjectOfEntry,
  type Subject,
} from '../../events/history/history-store.ts';
import { creationOf } from '../../events/history/story-entries.ts';
import { eventId } from '../../kernel/log/event.ts';
import { claimEventId } from '../events/claim-event.ts';
import { claimChangeOf } from '../../planning/claims/claim-change.ts';
import { changesBetween } from '../events/event-of-change.ts';
import type { Projection } from '../../kernel/log/projection.ts';
import { endOfDeleted, putEntries, type SubjectEntry } from './put-entries.ts';

/** The histories: an item for each change of a resource whose noun has one, as long as it exists. */
export const history: Projection = {
  name: 'history',
  follows: nounsWithHistory.map(({ item }) => item),
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
      return subject ? [{ key: historyNoun(subject.name).item.key(subject.id) }] : [];
    },
    // Of the others, the table does not say what changed; the log does.
    outdated: async (_, changes) => changes.filter(({ after }) => after === undefined),
    finish: async ({ database }, workspaceId) => {
      // Imported on demand: only an operator rebuilds.
      const { restoreFromLogs } = await import('./restore-from-logs.ts');
      return await restoreFromLogs(database, createReader(database), workspaceId);
    },
  },
};

function subjectOf({ key }: ItemChange): Subject {
  const { name, item } = nounsWithHistory.find((noun) => noun.item.includes(key))!;
  return { name, id: item.idOf(key) };
}

/** The entry of a change: none for deletions, for what does not move the version, and for what the item itself shows. */
function entryOf(change: ItemChange): SubjectEntry[] {
  const { key, before, after } = change;
  // A record can come without the item, and then does not show what it was.
  if (!after || !('doc' in after)) return [];
  const subject = subjectOf(change);
  const { toResource, history } = historyNoun(subject.name);
  const resource = toResource(after);
  const previous = before && toResource(before);
  if (previous?.updatedAt === resource.updatedAt) return claimEntry(change, subject);
  if (!previous && creationOf(subject.name, after)) return [];
  const entry = {
    id: eventId(key.pk, resource.updatedAt, new Date(resource.updatedAt)),
    actor: writerOf(after),
    changeSetId: changeSetOf(after),
    ...(history.hasReaders ? { readers: readersAround(previous, resource) } : {}),
    ...(previous
      ? { action: 'updated' as const, changes: retainedChanges(changesBetween(previous, resource)) }
      : { action: 'created' as const, changes: [] }),
  };
  return [{ subject, ...entry }];
}

/** The entry of a claim or its release; renewals have none. */
function claimEntry({ key, before, after }: ItemChange, subject: Subject): SubjectEntry[] {
  const change = subject.name === 'story' ? claimChangeOf(before, after) : undefined;
  if (!change?.actor || change.action === 'renewed') return [];
  const { action, actor, changeSetId, from, to } = change;
  const changes = [{ field: 'claim', from, to }];
  return [{ subject, id: claimEventId(key, change), action, actor, changeSetId, changes }];
}
