import { conflict, notFound, orNotFound } from '../core/errors.ts';
import { operation, WORKSPACE_PATH } from '../api/operation/operation.ts';
import { assertWithinRestriction } from '../api/operation/team-restriction.ts';
import type { Caller } from '../core/caller.ts';
import { uuid } from '../core/schema.ts';
import { labelSchema, type Label } from './label.ts';
import { getLabelItem, toLabelJson, toLabelReference } from './label-store.ts';
import type { Item } from '../core/database.ts';

export const getLabel = operation({
  id: 'getLabel',
  method: 'GET',
  path: `${WORKSPACE_PATH}/labels/{labelId}`,
  tag: 'Labels',
  summary: 'Get a label',
  description: 'Also returns archived labels, so that every label on a story can be resolved.',
  scopes: ['labels:read'],
  params: { labelId: uuid() },
  output: labelSchema,
  load: ({ path, read }) => ({ label: getLabelItem(read, path.labelId) }),
  handle: async ({ loaded, caller }) => toLabelJson(visibleLabelOrThrow(caller, loaded.label)),
});

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

/** The 409 for a name that another active label already uses. */
export const nameTaken =
  ({ name }: Label) =>
  () =>
    conflict(`A label named ${name} already exists.`, 'Use the existing label or choose another name.');
