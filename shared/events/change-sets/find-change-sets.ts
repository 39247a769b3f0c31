import type { OperationContext, Page, PageRequest } from '../../kernel/core/call.ts';
import { DAY_MS } from '../../kernel/core/date-span.ts';
import { endsOf, readLogsBack } from '../../kernel/log/read-logs-back.ts';
import { formatState, parseState, type ReaderState } from '../changes/changes-cursor.ts';
import { logsOf } from '../changes/read-changes.ts';
import type { SetEvent } from './change-set.ts';
import type { ChangeSetSummary } from './change-set-summary.ts';
import { visibleEvents } from './read-change-set.ts';

/** Reads of the log for one page, after which it ends early, and the entries of each. */
const READS_MAX = 20;
const ENTRIES_AT_ONCE = 100;

/** How long ago a list begins that names no time. */
const DEFAULT_MS = DAY_MS;

type FindChangeSetsContext = Pick<OperationContext, 'caller' | 'read' | 'now'>;

interface ChangeSetQuery {
  actorId?: string | undefined;
  since?: string | undefined;
  teamId?: string | undefined;
}

/**
 * Groups the events of the logs by their change sets, newest first, back to a time. A page ends before a set that is one
 * too many, and not before: the rest of a set belongs to its page, however many events an import has.
 */
export async function findChangeSets(
  context: FindChangeSetsContext,
  { actorId, since, teamId }: ChangeSetQuery,
  { after, limit }: PageRequest,
): Promise<Page<ChangeSetSummary>> {
  const { caller, read, now } = context;
  const logs = logsOf(caller, teamId);
  const at = since === undefined ? now.getTime() - DEFAULT_MS : Date.parse(since);
  const places = after === undefined ? endsOf(logs) : readable(parseState(after).places, logs);
  const found = new Map<string, ChangeSetSummary>();
  for (let reads = 0; reads < READS_MAX; reads++) {
    const page = await readLogsBack(read, places, { entries: ENTRIES_AT_ONCE, since: at });
    const events = page.events.map(({ body }) => JSON.parse(body) as SetEvent);
    const wanted = events.filter(
      ({ actor, timestamp }) =>
        (actorId === undefined ? actor.kind !== 'system' : actor.id === actorId) &&
        Date.parse(timestamp) >= at,
    );
    const visible = new Set(await visibleEvents(context, wanted));
    for (const [position, { log, number, index }] of page.events.entries()) {
      const event = events[position]!;
      if (visible.has(event)) {
        if (found.size === limit && !found.has(keyOf(event))) return pageOf(found, { at, places });
        count(found, event);
      }
      places.set(log, { number, index });
    }
    if (!page.more) return { items: [...found.values()] };
    for (const [log, place] of page.places) places.set(log, place);
  }
  return pageOf(found, { at, places });
}

const pageOf = (
  found: ReadonlyMap<string, ChangeSetSummary>,
  position: Pick<ReaderState, 'at' | 'places'>,
): Page<ChangeSetSummary> => ({
  items: [...found.values()],
  next: formatState({ ...position, role: 'guest' }),
});

/** The positions in logs that the caller can still read. */
const readable = <P>(places: ReadonlyMap<string, P>, logs: readonly string[]): Map<string, P> =>
  new Map([...places].filter(([log]) => logs.includes(log)));

const keyOf = ({ id, changeSetId = id, actor }: SetEvent): string => `${changeSetId} ${actor.id}`;

function count(found: Map<string, ChangeSetSummary>, event: SetEvent): void {
  const { id, changeSetId = id, actor, timestamp, type } = event;
  const key = keyOf(event);
  const known = found.get(key) ?? {
    id: changeSetId,
    actor,
    startedAt: timestamp,
    endedAt: timestamp,
    counts: {},
  };
  found.set(key, {
    ...known,
    startedAt: known.startedAt < timestamp ? known.startedAt : timestamp,
    endedAt: known.endedAt > timestamp ? known.endedAt : timestamp,
    counts: { ...known.counts, [type]: (known.counts[type] ?? 0) + 1 },
  });
}
