import type { OperationContext } from '../../kernel/core/call.ts';
import { conflict } from '../../kernel/core/errors.ts';
import { findPlaces, readLogs } from '../../kernel/log/read-logs.ts';
import { logsOf } from '../changes/read-changes.ts';
import type { SetEvent } from './change-set.ts';
import { byTime, REVERTED_MAX, tooManyChanges, visibleEvents } from './read-change-set.ts';

/** Events read at once. */
const EVENTS_AT_ONCE = 500;

/** The most events of all actors in the period that are looked through. */
export const EVENTS_MAX = 50_000;

type ActorQuery = ({ actorId: string } | { ruleId: string }) & {
  since: string;
  before?: string | undefined;
  teamId?: string | undefined;
};

const tooLong = () =>
  conflict(
    `More than ${EVENTS_MAX.toLocaleString('en')} changes were made in this time.`,
    'Name a shorter time with since and before, or a teamId.',
  );

/** The events of what an actor or a rule changed in a period that the caller may see now, oldest first. */
export async function readActorEvents(
  context: Pick<OperationContext, 'caller' | 'read' | 'now'>,
  { since, before, teamId, ...author }: ActorQuery,
): Promise<SetEvent[]> {
  const { caller, read, now } = context;
  const [from, to] = [Date.parse(since), before === undefined ? Infinity : Date.parse(before)];
  let places = await findPlaces(read, logsOf(caller, teamId), from);
  const found: SetEvent[] = [];
  for (let seen = 0; ;) {
    const page = await readLogs(read, places, { limit: EVENTS_AT_ONCE, now });
    const events = page.events.map(({ body }) => JSON.parse(body) as SetEvent);
    const wanted = events.filter(({ actor, timestamp }) => {
      const at = Date.parse(timestamp);
      const isTheirs = 'ruleId' in author ? actor.ruleId === author.ruleId : actor.id === author.actorId;
      return isTheirs && at >= from && at < to;
    });
    found.push(...(await visibleEvents(context, wanted)));
    if (found.length > REVERTED_MAX) throw tooManyChanges(found.length, REVERTED_MAX);
    if (!page.more) return found.sort(byTime);
    seen += Math.max(1, page.events.length);
    if (seen >= EVENTS_MAX) throw tooLong();
    ({ places } = page);
  }
}
