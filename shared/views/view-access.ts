import { notFound } from '../core/errors.ts';
import { assertWithinRestriction } from '../api/operation/team-restriction.ts';
import type { Caller } from '../core/caller.ts';
import type { Item } from '../core/database.ts';
import type { View } from './view.ts';
import { toView } from './view-store.ts';

/** Returns a view of a team that the caller can see, or their own personal one; otherwise throws a 404. */
export function visibleViewOrThrow(caller: Caller, item: Item | undefined): View {
  const view = item && toView(item);
  const isVisible =
    view?.workspaceId === caller.workspaceId &&
    (view.teamId === null ? view.ownerId === caller.principalId : caller.teamIds.has(view.teamId));
  if (!view || !isVisible) throw notFound('view');
  return view;
}

/** Like visibleViewOrThrow, for writes: team-restricted tokens cannot change personal views. */
export function changeableViewOrThrow(caller: Caller, item: Item | undefined): View {
  const view = visibleViewOrThrow(caller, item);
  assertWithinRestriction(caller, view);
  return view;
}
