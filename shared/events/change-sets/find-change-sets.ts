import type { OperationContext, Page, PageRequest } from '../../kernel/core/call.ts';
import { DAY_MS } from '../../kernel/core/date-span.ts';
import { endsOf, readLogsBack } from '../../kernel/log/read-logs-back.ts';
import { formatState, parseState } from '../changes/changes-cursor.ts';
import { logsOf } from '../changes/read-changes.ts';
import type { SetEvent } from './change-set.ts';
import type { ChangeSetSummary } from './change-set-summary.ts';
import { visibleEvents } from './read-change-set.ts';

/** Reads of the log for one page, after which it ends early. */
const READS_MAX = 20;

/** How long ago a list begins that names no time. */
const DEFAULT_MS = DAY_MS;

type Context = Pick<OperationContext, 'caller' | 'read' | 'now'>;

interface Wanted {
  actorId?: string | undefined;
  since?: string | undefined;
  teamId?: string | undefined;
}

/** Groups the events of the logs by their change sets, newest first, back to a time. */
export async function findChangeSets(
  context: Context,
  { actorId, since, teamId }: Wanted,
  { after, limit }: PageRequest,
): Promise<Page<ChangeSetSummary>> {
  const { caller, read, now } = context;
  const logs = logsOf(caller, teamId);
  const at = since === undefined ? now.getTime() - DEFAULT_MS : Date.parse(since);
  let places = after === undefined ? endsOf(logs) : readable(parseState(after).places, logs);
  const found = new Map<string, ChangeSetSummary>();
  for (let reads = 0; reads < READS_MAX && found.size <= limit / 2; reads++) {
    // An event adds at most one set.
    const page = await readLogsBack(read, places, { limit: limit - found.size, since: at });
    const events = page.events.map(({ body }) => JSON.parse(body) as SetEvent);
    const wanted = events.filter(
      ({ actor, timestamp }) =>
        (actorId === undefined ? actor.kind !== 'system' : actor.id === actorId) &&
        Date.parse(timestamp) >= at,
    );
    for (const event of await visibleEvents(context, wanted)) count(found, event);
    ({ places } = page);
    if (!page.more) return { items: [...found.values()] };
  }
  const next = formatState({ at, role: 'guest', places });
  return { items: [...found.values()], next };
}

/** The positions in logs that the caller can still read. */
const readable = <P>(places: ReadonlyMap<string, P>, logs: readonly string[]): Map<string, P> =>
  new Map([...places].filter(([log]) => logs.includes(log)));

function count(found: Map<string, ChangeSetSummary>, event: SetEvent): void {
  const { id, changeSetId = id, actor, timestamp, type } = event;
  const key = `${changeSetId} ${actor.id}`;
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
