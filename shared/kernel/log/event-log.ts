import type { Reader } from '../core/database.ts';
import type { ChangeLog, FollowingChanges, LoggedChange } from '../read-model/change-log.ts';
import { getStart, readBack } from './log-store.ts';
import { findPlaces, hasLostEntries, readLogs, type LogPlace } from './read-logs.ts';
import type { FieldChange } from './event.ts';
import { RETENTION_VARIABLE, retentionMs } from './retention.ts';

/** The number of events read at once; more than an entry contains. */
const EVENTS_AT_ONCE = 500;

/** The fields of an event that identify the changed resource. */
interface Event {
  type: string;
  data: { id: string; resource?: string };
  changes?: readonly FieldChange[];
}

/**
 * The log of events as read models follow it, so that they cost no write of their own: every change that
 * moves a resource's version is an event. Which fields changed does not matter, since the resource is read again.
 */
export const eventLog: ChangeLog = {
  retention: (setting) => retentionMs(setting(RETENTION_VARIABLE)),
  async newest(read, log) {
    const [last] = await readBack(read, log, { limit: 1, consistent: true });
    if (last) return last.number;
    const start = await getStart(read, log);
    return start ? start.number - 1 : 0;
  },
  async before(read, log, time) {
    const places = await findPlaces(read, [log], time.getTime());
    return Math.max(places.get(log)!.number - 1, 0);
  },
  after(read, log, entry, now) {
    const asked = beingRead.get(read) ?? new Map<string, Promise<FollowingChanges>>();
    beingRead.set(read, asked);
    const place = `${log} ${entry}`;
    const following = asked.get(place) ?? readAfter(read, log, entry, now).finally(() => asked.delete(place));
    asked.set(place, following);
    return following;
  },
  hasLost: (read, log, entry) => hasLostEntries(read, placeAfter(log, entry)),
};

/**
 * What a request is reading, by log and entry: a team's models of stories, comments and objectives follow one log, and
 * a search asks for all three at once.
 */
const beingRead = new WeakMap<Reader, Map<string, Promise<FollowingChanges>>>();

async function readAfter(read: Reader, log: string, entry: number, now: Date): Promise<FollowingChanges> {
  const page = await readLogs(read, placeAfter(log, entry), { limit: EVENTS_AT_ONCE, now });
  return {
    changes: page.events.flatMap(({ body }) => changesIn(JSON.parse(body) as Event)),
    // An entry that was read in part is read again.
    entry: Math.max(page.places.get(log)!.number - 1, 0),
  };
}

/**
 * What an event says has changed. A resource that came from the log of another team, or went to one, is also a change of
 * the kind `<resource>.moved`, for models of what belongs to it.
 */
function changesIn({ type, data: { id, resource }, changes = [] }: Event): LoggedChange[] {
  // Only a resource that went to another team has such an event in a log.
  if (resource !== undefined && type === 'access.revoked') return moved(resource, id);
  const kind = type.slice(0, type.indexOf('.'));
  return changes.some(({ field }) => field === 'teamId') ? moved(kind, id) : [{ kind, id }];
}

const moved = (kind: string, id: string): LoggedChange[] => [
  { kind, id },
  { kind: `${kind}.moved`, id },
];

/** A log begins at a number that is not known before. */
const placeAfter = (log: string, entry: number): Map<string, LogPlace> =>
  new Map([[log, { number: entry === 0 ? 0 : entry + 1, index: 0 }]]);
