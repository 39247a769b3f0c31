import { notFound } from '../../kernel/core/errors.ts';
import type { Caller } from '../../kernel/core/caller.ts';
import type { Item } from '../../kernel/core/database.ts';
import type { View } from './view.ts';
import { toView, viewsOfMember } from './view-store.ts';

/** Whether a caller has personal views: they belong to no team, so a credential restricted to teams does not reach them. */
const hasPersonalViews = (caller: Caller): boolean => caller.restrictedTeamIds === null;

/** The list partitions of a caller's personal views. */
export const personalViews = (caller: Caller): string[] =>
  hasPersonalViews(caller) ? [viewsOfMember(caller.workspaceId, caller.principalId)] : [];

/** Returns a view of a team that the caller can see, or their own personal one; otherwise throws a 404. */
export function visibleViewOrThrow(caller: Caller, item: Item | undefined): View {
  const view = item && toView(item);
  if (!view || !isVisible(caller, view)) throw notFound('view');
  return view;
}

function isVisible(caller: Caller, { workspaceId, teamId, ownerId }: View): boolean {
  if (workspaceId !== caller.workspaceId) return false;
  if (teamId !== null) return caller.teamIds.has(teamId);
  return ownerId === caller.principalId && hasPersonalViews(caller);
}
