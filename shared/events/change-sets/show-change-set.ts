import type { OperationContext } from '../../kernel/core/call.ts';
import type { ChangeSet, SetEvent } from './change-set.ts';
import { readChangeSet } from './read-change-set.ts';
import { actOf, isReversible } from './set-acts.ts';

/** A change set as the API returns it. Throws a 404 if the caller may see none of it. */
export async function showChangeSet(
  context: Pick<OperationContext, 'caller' | 'read' | 'now'>,
  id: string,
): Promise<ChangeSet> {
  return changeSetOf(id, await readChangeSet(context, id));
}

/** The change set that has these events, of which there is one at least. */
export function changeSetOf(id: string, events: readonly SetEvent[]): ChangeSet {
  return {
    id,
    actor: events[0]!.actor,
    startedAt: events[0]!.timestamp,
    endedAt: events.at(-1)!.timestamp,
    changes: events.map((event) => ({
      ...actOf(event),
      id: event.data.id,
      // What no one of the workspace wrote, and a program must not obey.
      ...(event.origin === 'visitor' ? { origin: event.origin } : {}),
      changes: [...(event.changes ?? [])],
    })),
    reversible: events.every(isReversible),
  };
}
