import type { Database, Reader } from '../../kernel/core/database.ts';
import type { Actor } from '../../kernel/core/actor.ts';
import {
  historyActions,
  readersAround,
  retainedChanges,
  type HistorySubject,
} from '../../events/history/history-entry.ts';
import { historyNoun, nounsWithHistory, storedEntryIds } from '../../events/history/history-store.ts';
import { creationOf } from '../../events/history/story-entries.ts';
import type { FieldChange } from '../../kernel/log/event.ts';
import { STORY_CLAIMED, STORY_RELEASED } from '../../events/webhooks/webhook.ts';
import { readFrom } from '../../kernel/log/log-store.ts';
import { listAllTeamIds } from '../../identity/team/team-store.ts';
import type { FinishedDeletion } from '../../kernel/log/projection.ts';
import { endOfDeleted, itemsOf, putEntries, type SubjectEntry } from './put-entries.ts';

/** Number of a log's entries read at once. */
const PAGE_SIZE = 25;

interface LoggedEvent {
  id: string;
  type: string;
  actor: Actor;
  changeSetId?: string;
  timestamp: string;
  data: { id: string; updatedAt: string };
  changes?: FieldChange[];
}

interface ClaimedChange {
  from: { id: string } | null;
  to: { id: string } | null;
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
function entryOf(event: LoggedEvent): SubjectEntry[] {
  const { id, type, actor, data, changes } = event;
  const changeSetId = event.changeSetId === id ? undefined : event.changeSetId;
  const [name, action] = type.split('.');
  if (!isSubject(name!) || !isAction(action) || isCovered(event)) return [];
  const subject = { name, id: data.id };
  const entry: SubjectEntry = {
    subject,
    id,
    actor,
    changeSetId,
    action,
    changes: retainedChanges(changes ?? []),
  };
  if (!historyNoun(name).history.hasReaders) return [entry];
  const former = Object.fromEntries((changes ?? []).map(({ field, from }) => [field, from]));
  const before = action === 'created' ? undefined : { ...data, ...former };
  return [{ ...entry, readers: readersAround(before, data) }];
}

const isAction = (action: string | undefined): action is SubjectEntry['action'] =>
  historyActions.some((one) => one === action);

/** Whether a claim's event has no entry: renewals have none, and of a story's own change its entry is enough. */
const isCovered = ({ type, data, timestamp, changes = [] }: LoggedEvent): boolean => {
  if (type !== STORY_CLAIMED && type !== STORY_RELEASED) return false;
  const [{ from, to } = { from: null, to: null }] = changes as ClaimedChange[];
  return data.updatedAt === timestamp || (from !== null && from.id === to?.id);
};

const isSubject = (name: string): name is HistorySubject =>
  nounsWithHistory.some((noun) => noun.name === name);
