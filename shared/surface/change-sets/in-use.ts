import { findUse } from '../../planning/uses/find-use.ts';
import { storiesSince } from './stories-since.ts';
import type { Resource, RevertContext } from './take-over.ts';
import { isTakenBack } from './taken-back.ts';

type InUseContext = Pick<
  RevertContext,
  'read' | 'now' | 'created' | 'takenBack' | 'caller' | 'begunAt' | 'storiesSince'
>;

/** What stays and refers to a resource that a reversal would delete or archive, as a conflict names it; undefined if nothing does. */
export const inUse = (
  context: InUseContext,
  { resource, id }: { resource: string; id: string },
  now: Resource | undefined,
): Promise<{ field: string; now: readonly string[] } | undefined> =>
  findUse(
    {
      read: context.read,
      workspaceId: context.caller.workspaceId,
      isGoing: (one, field) => isTakenBack(context, one, field),
      // What is new is in stories that were changed since.
      storiesOf: (teamId) => storiesSince(context, teamId),
    },
    { resource, id, now },
  );
