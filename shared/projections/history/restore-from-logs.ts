import type { Database, Reader } from '../../kernel/core/database.ts';
import type { Actor } from '../../kernel/core/actor.ts';
import { readersAround, retainedChanges, type HistorySubject } from '../../events/history/history-entry.ts';
import { historyNoun, nounsWithHistory, storedEntryIds } from '../../events/history/history-store.ts';
import { creationOf } from '../../events/history/story-entries.ts';
import type { FieldChange } from '../../kernel/log/event.ts';
import { readFrom } from '../../kernel/log/log-store.ts';
import { listAllTeamIds } from '../../identity/teams/team-store.ts';
import type { FinishedDeletion } from '../projection.ts';
import { endOfDeleted, itemsOf, putEntries, type SubjectEntry } from './put-entries.ts';

/** Number of a log's entries read at once. */
const PAGE_SIZE = 25;

interface LoggedEvent {
  id: string;
  type: string;
  actor: Actor;
  data: { id: string };
  changes?: FieldChange[];
}

/** Puts the entries that are missing in histories, as far back as the logs of a workspace's teams go. */
export async function restoreFromLogs(
  database: Database,
  read: Reader,
  workspaceId: string,
): Promise<FinishedDeletion> {
  let corrected = 0;
  for (const log of await listAllTeamIds(read, workspaceId)) {
    for (let number = 0; ;) {
      const page = await readFrom(read, log, number, { limit: PAGE_SIZE, consistent: true });
      if (page.length === 0) break;
      corrected += await restore(
        database,
        read,
        page.flatMap((entry) => entry.bodies()),
      );
      number = page.at(-1)!.number + 1;
    }
  }
  return { corrected, left: [] };
}

async function restore(database: Database, read: Reader, bodies: readonly string[]): Promise<number> {
  const logged = bodies.flatMap((body) => entryOf(JSON.parse(body) as LoggedEvent));
  const stored = await storedEntryIds(read, logged);
  const missing = logged.filter(({ id }) => !stored.has(id));
  const subjects = missing.map(({ subject }) => subject);
  const items = await itemsOf(database, subjects);
  const entries = missing.filter(({ subject, action }) => {
    const item = items.get(subject.id);
    return item && !(action === 'created' && creationOf(subject.name, item));
  });
  await putEntries(database, entries);
  await endOfDeleted(
    database,
    entries.map(({ subject }) => subject),
  );
  return entries.length;
}

/** The entry that an event was made from; none for deletions, and for things without a history. */
function entryOf({ id, type, actor, data, changes }: LoggedEvent): SubjectEntry[] {
  const [name, action] = type.split('.');
  if (!isSubject(name!) || (action !== 'created' && action !== 'updated')) return [];
  const subject = { name, id: data.id };
  const entry: SubjectEntry = { subject, id, actor, action, changes: retainedChanges(changes ?? []) };
  if (!historyNoun(name).history.hasReaders) return [entry];
  const former = Object.fromEntries((changes ?? []).map(({ field, from }) => [field, from]));
  const before = action === 'created' ? undefined : { ...data, ...former };
  return [{ ...entry, readers: readersAround(before, data) }];
}

const isSubject = (name: string): name is HistorySubject =>
  nounsWithHistory.some((noun) => noun.name === name);
