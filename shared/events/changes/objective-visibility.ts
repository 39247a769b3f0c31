import type { Caller } from '../../kernel/core/caller.ts';
import type { Reader } from '../../kernel/core/database.ts';
import {
  canSeeObjective,
  getEarlierReaders,
  getObjectiveReaders,
  type EarlierReaders,
  type ObjectiveReaders,
} from '../../planning/objective/objective-store.ts';
import { nounsWith } from '../../nouns/nouns.ts';
import { accessEvent } from './access-event.ts';
import type { FieldChange } from '../../kernel/log/event.ts';

/** The fields of an event's text. */
export interface LoggedEvent {
  id: string;
  type: string;
  timestamp: string;
  workspaceId: string;
  teamId: string | null;
  data: Record<string, unknown>;
  changes?: FieldChange[];
}

/** The nouns whose resources belong to an objective. */
const nounsUnderObjectives = nounsWith('mirror').filter(({ mirror }) => mirror.under === 'objective');

/**
 * How long before an objective came into sight a change of a part of it may have been made that was stored only
 * afterwards, in milliseconds: requests take time, and clocks differ.
 */
const LATE_MS = 60_000;

/**
 * Returns a function that decides what a caller sees of events of objectives and what belongs to them: their texts, in their
 * place that the objective came into sight or went out of it, or nothing. An event is shown to those who see the
 * objective now and saw it before and after the change, so neither a present nor a former secret leaks.
 */
export async function objectiveVisibility(
  caller: Caller,
  read: Reader,
  events: readonly LoggedEvent[],
): Promise<(event: LoggedEvent, body: string) => string | undefined> {
  // An admin sees all objectives of the teams that they have joined.
  if (caller.role === 'admin') return (_, body) => body;
  const ids = [...new Set(events.flatMap(({ type, data }) => objectiveOf(type, data) ?? []))];
  const found = await Promise.all(ids.map((id) => getObjectiveReaders(read, id)));
  const now = new Map(ids.map((id, n) => [id, found[n]]));
  const ofParts = new Set(
    events.flatMap(({ type, data }) => (isUnderObjective(type) ? (objectiveOf(type, data) ?? []) : [])),
  );
  const earlier = new Map(
    await Promise.all([...ofParts].map(async (id) => [id, await getEarlierReaders(read, id)] as const)),
  );
  return (event, body) => {
    const id = objectiveOf(event.type, event.data);
    if (id === undefined) return body;
    const current = now.get(id);
    const sees = (readers: ObjectiveReaders | undefined) => readers === undefined || canSee(caller, readers);
    const { workspaceId, teamId } = event;
    const accessChange = (type: 'access.granted' | 'access.revoked') =>
      accessEvent({
        type,
        resource: 'objective',
        id,
        workspaceId,
        teamId,
        cause: event.id,
        at: new Date(event.timestamp),
      });
    if (!event.type.startsWith('objective.')) {
      if (!sees(current)) return undefined;
      const then = readersAt(earlier.get(id)!, event.timestamp);
      if (then === undefined || sees(then)) return body;
      // A client that fetched the objective when it became visible may have missed it.
      const isLate = Date.parse(then.until) - Date.parse(event.timestamp) <= LATE_MS;
      return isLate ? accessChange('access.granted') : undefined;
    }
    const after = event.data as unknown as ObjectiveReaders;
    const saw = event.type === 'objective.created' ? sees(after) : sees(before(after, event.changes ?? []));
    if (saw && sees(after) && sees(current)) return body;
    if (saw === sees(after)) return undefined;
    if (!saw && !sees(current)) return undefined;
    return accessChange(saw ? 'access.revoked' : 'access.granted');
  };
}

/** The readers of an objective at a time, if they have changed since. */
const readersAt = (earlier: readonly EarlierReaders[], at: string): EarlierReaders | undefined =>
  earlier.find(({ until }) => at < until);

function objectiveOf(type: string, data: Record<string, unknown>): string | undefined {
  if (type.startsWith('objective.')) return data['id'] as string;
  return isUnderObjective(type) ? (data['objectiveId'] as string) : undefined;
}

/** Whether an event is about what belongs to an objective, and is seen by those who see that. */
const isUnderObjective = (type: string): boolean =>
  nounsUnderObjectives.some(({ name }) => type.startsWith(`${name}.`));

const canSee = (caller: Caller, readers: ObjectiveReaders): boolean =>
  canSeeObjective(caller, { ...readers, id: '', name: '' });

/** The readers of an objective before a change. */
const before = (after: ObjectiveReaders, changes: readonly FieldChange[]): ObjectiveReaders => ({
  ...after,
  ...Object.fromEntries(changes.map(({ field, from }) => [field, from])),
});
