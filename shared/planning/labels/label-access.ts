import { notFound, orNotFound } from '../../kernel/core/errors.ts';
import { assertWithinRestriction } from '../../kernel/api/operation/team-restriction.ts';
import type { Caller } from '../../kernel/core/caller.ts';
import { toLabelReference } from './label-store.ts';
import type { Item } from '../../kernel/core/database.ts';

/** Returns a workspace label, or a label of a team the caller can see; otherwise throws a 404. */
export function visibleLabelOrThrow(caller: Caller, found: Item | undefined): Item {
  const item = orNotFound(found, 'label');
  if (!canSeeLabel(caller, item)) throw notFound('label');
  return item;
}

/** Whether it is a workspace label, or a label of a team the caller can see. */
export function canSeeLabel(caller: Caller, item: Item): boolean {
  const { workspaceId, teamId } = toLabelReference(item);
  return workspaceId === caller.workspaceId && (teamId === null || caller.teamIds.has(teamId));
}

/** Like visibleLabelOrThrow, for writes: team-restricted tokens cannot change workspace labels. */
export function changeableLabelOrThrow(caller: Caller, found: Item | undefined): Item {
  const item = visibleLabelOrThrow(caller, found);
  assertWithinRestriction(caller, toLabelReference(item));
  return item;
}
