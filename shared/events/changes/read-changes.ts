import type { OperationContext } from '../../kernel/core/call.ts';
import { effectiveRole, type Caller } from '../../kernel/core/caller.ts';
import { DAY_MS } from '../../kernel/core/date-span.ts';
import { ApiError, notFound, teamRequired } from '../../kernel/core/errors.ts';
import { tableEpoch } from '../../kernel/core/table-epoch.ts';
import { toDeparture } from './access-event.ts';
import { catchUpWithRights } from './catch-up-with-rights.ts';
import { formatState, parseState, type ReaderState } from './changes-cursor.ts';
import { assertReadable, isWanted } from './event-rights.ts';
import { moveVisibility } from './moved-resources.ts';
import { objectiveVisibility, type LoggedEvent } from './objective-visibility.ts';
import { findPlaces, hasLostEntries, readLogs } from '../../kernel/log/read-logs.ts';
import { retentionMs, RETENTION_VARIABLE } from '../../kernel/log/retention.ts';

/** The maximum number of teams in one feed: a poll reads the next events of each. */
const TEAMS_MAX = 100;

/**
 * A feed that begins now begins this long ago, in milliseconds: a list that is read next may lag behind changes that
 * the log has already, and they are returned once more.
 */
const OVERLAP_MS = 5_000;

/**
 * How long a reader must have been away for entries that are next to be gone, in milliseconds: the shortest retention.
 * They are where the environment's retention was made longer, since what was written before expires as it was to.
 */
const LOSS_AGE_MS = DAY_MS;

/** The query of a reader: one team or all, some types or all, and a start time, which a position replaces. */
interface ChangesQuery {
  teamId?: string | undefined;
  type?: readonly string[] | undefined;
  since?: string | undefined;
}

/** Texts of events, oldest first, and the positions to read on from. */
interface ReadPage {
  items: string[];
  /** Set only if more events exist now. */
  next?: string;
  resume: string;
}

/**
 * Reads the changes that a caller may see now, from a position of theirs; without position and time, nothing, from now
 * on. Throws `cursor_expired` before the retention, and a 404 for a team that is not visible.
 */
export async function readChanges(
  { caller, read, now, setting }: Pick<OperationContext, 'caller' | 'read' | 'now' | 'setting'>,
  { teamId, type, since }: ChangesQuery,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<ReadPage> {
  assertReadable(caller, type ?? []);
  const logs = logsOf(caller, teamId);
  const retention = retentionMs(setting(RETENTION_VARIABLE));
  const begins = since === undefined ? now.getTime() - OVERLAP_MS : Date.parse(since);
  const epoch = tableEpoch(setting);
  const state: ReaderState =
    after === undefined
      ? { epoch, at: begins, role: effectiveRole(caller), places: await findPlaces(read, logs, begins) }
      : parseState(after);
  if (state.epoch !== epoch) throw restored();
  if (state.at < now.getTime() - retention) throw expired(retention);
  if (after === undefined && since === undefined) return { items: [], resume: formatState(state) };

  const changed = await catchUpWithRights({ caller, read, now, limit }, state, logs);
  if (changed) return { items: changed.bodies, ...positions(changed.state, true) };
  const { events, places, more, leftSince } = await readLogs(read, state.places, { limit, now });
  const wasAway = state.at < now.getTime() - LOSS_AGE_MS;
  if (wasAway && (await hasLostEntries(read, places))) throw lost();
  const logged = events.map(({ body }) => JSON.parse(body) as LoggedEvent);
  const ofObjective = await objectiveVisibility(caller, read, logged);
  const ofMove = moveVisibility(caller, teamId === undefined ? caller.teamIds : new Set([teamId]));
  const bodies = logged.flatMap((event, position) => {
    const { body } = events[position]!;
    const moved = ofMove(event, body);
    const text = moved === body ? ofObjective(event, body) : moved;
    // Gains and losses of access are returned whatever types are asked for: they concern all that belongs to the thing.
    const isVisible =
      text !== undefined && isWanted(caller, subjectTypeOf(event), text === body ? type : undefined);
    return isVisible ? [text] : [];
  });
  const at = leftSince ?? now.getTime() - OVERLAP_MS;
  return { items: bodies, ...positions({ ...state, at: Math.max(at, state.at), places }, more) };
}

/** The type whose rights an event needs: a story that moved away is a story's. */
const subjectTypeOf = (event: LoggedEvent): string => (toDeparture(event) ? 'story.updated' : event.type);

function positions(state: ReaderState, more: boolean): { next?: string; resume: string } {
  const resume = formatState(state);
  return more ? { next: resume, resume } : { resume };
}

/** The logs that a caller may currently read. Throws a 404 for a team that they are not in. */
export function logsOf({ teamIds, workspaceId }: Caller, teamId: string | undefined): string[] {
  if (teamId !== undefined) {
    if (!teamIds.has(teamId)) throw notFound('team');
    return [teamId];
  }
  if (teamIds.size > TEAMS_MAX) {
    throw teamRequired(`You are in more than ${TEAMS_MAX} teams; read the changes of one at a time.`);
  }
  return [workspaceId, ...teamIds];
}

const expired = (retention: number): ApiError =>
  new ApiError(
    'cursor_expired',
    `Changes are retained for ${retention / DAY_MS} days, and this begins earlier.`,
  );

/**
 * The error after a restore of the table: new entries reuse numbers that the reader has read, and some of what it read
 * was undone.
 */
const restored = (): ApiError =>
  new ApiError('cursor_expired', 'The data was restored from a backup since this cursor was returned.', {
    hint: 'Begin without a cursor, and fetch everything again.',
  });

const lost = (): ApiError =>
  new ApiError('cursor_expired', 'The changes that follow this cursor are no longer retained.');
