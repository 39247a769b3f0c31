import type { SetEvent } from '../../events/change-sets/change-set.ts';
import type { OperationContext } from '../../kernel/core/call.ts';

/** What is reverted: a change set, or what an actor or a rule changed in a time. */
export type RevertSource =
  | { changeSetId: string }
  | { ruleId: string; since: string }
  | { actorId: string; since: string; before?: string | undefined; teamId?: string | undefined };

/** The events of what is reverted that the caller may see now, oldest first. */
export async function readSource(
  context: Pick<OperationContext, 'caller' | 'read' | 'now'>,
  source: RevertSource,
): Promise<SetEvent[]> {
  if ('changeSetId' in source) {
    const { readChangeSet, REVERTED_MAX } = await import('../../events/change-sets/read-change-set.ts');
    return await readChangeSet(context, source.changeSetId, REVERTED_MAX);
  }
  const { readActorEvents } = await import('../../events/change-sets/read-actor-events.ts');
  return await readActorEvents(context, source);
}
