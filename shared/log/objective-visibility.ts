import type { Caller } from '../core/caller.ts';
import type { Reader } from '../core/database.ts';
import {
  canSeeObjective,
  getObjectiveReaders,
  type ObjectiveReference,
} from '../objectives/objective-store.ts';
import { accessEvent } from './access-event.ts';
import type { FieldChange } from './event.ts';

/** An event as its text says. */
export interface ToldEvent {
  id: string;
  type: string;
  timestamp: string;
  workspaceId: string;
  teamId: string | null;
  data: Record<string, unknown>;
  changes?: FieldChange[];
}

type Readers = Pick<ObjectiveReference, 'teamId' | 'private' | 'createdBy' | 'leadUserId'>;

/**
 * Returns a function that decides what a caller sees of events of objectives and key results: their texts, in their
 * place that the objective came into sight or went out of it, or nothing. An event is shown to those who see the
 * objective now and saw it before and after the change, so neither a present nor a former secret is told.
 */
export async function objectiveVisibility(
  caller: Caller,
  read: Reader,
  events: readonly ToldEvent[],
): Promise<(event: ToldEvent, body: string) => string | undefined> {
  // An admin sees all objectives of the teams that they have joined.
  if (caller.role === 'admin') return (_, body) => body;
  const ids = [...new Set(events.flatMap(({ type, data }) => objectiveOf(type, data) ?? []))];
  const found = await Promise.all(ids.map((id) => getObjectiveReaders(read, id)));
  const now = new Map(ids.map((id, n) => [id, found[n]]));
  return (event, body) => {
    const id = objectiveOf(event.type, event.data);
    if (id === undefined) return body;
    const current = now.get(id);
    const sees = (readers: Readers | undefined) => readers === undefined || canSee(caller, readers);
    if (!event.type.startsWith('objective.')) return sees(current) ? body : undefined;
    const after = event.data as unknown as Readers;
    const saw = event.type === 'objective.created' ? sees(after) : sees(before(after, event.changes ?? []));
    if (saw && sees(after) && sees(current)) return body;
    if (saw === sees(after)) return undefined;
    if (!saw && !sees(current)) return undefined;
    const { workspaceId, teamId } = event;
    return accessEvent({
      type: saw ? 'access.revoked' : 'access.granted',
      resource: 'objective',
      ...{ id, workspaceId, teamId, cause: event.id, at: new Date(event.timestamp) },
    });
  };
}

function objectiveOf(type: string, data: Record<string, unknown>): string | undefined {
  if (type.startsWith('objective.')) return data['id'] as string;
  return type.startsWith('key_result.') ? (data['objectiveId'] as string) : undefined;
}

const canSee = (caller: Caller, readers: Readers): boolean =>
  canSeeObjective(caller, { ...readers, id: '', name: '' });

/** Who could see an objective before it changed. */
const before = (after: Readers, changes: readonly FieldChange[]): Readers => ({
  ...after,
  ...Object.fromEntries(changes.map(({ field, from }) => [field, from])),
});
