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
  description: 'Also one that is archived, so that every label that a story carries can be read.',
  scopes: ['labels:read'],
  params: { labelId: uuid() },
  output: labelSchema,
  load: ({ path, read }) => ({ label: getLabelItem(read, path.labelId) }),
  handle: async ({ loaded, caller }) => toLabelJson(visibleLabelOrThrow(caller, loaded.label)),
});

/** The label, when it is of the caller's workspace and of no team or one that the caller sees; else a 404. */
export function visibleLabelOrThrow(caller: Caller, found: Item | undefined): Item {
  const item = orNotFound(found, 'label');
  const { workspaceId, teamId } = toLabelReference(item);
  if (workspaceId !== caller.workspaceId || (teamId !== null && !caller.teamIds.has(teamId)))
    throw notFound('label');
  return item;
}

/** As visibleLabelOrThrow, for what changes it; a token restricted to teams changes none of the workspace's. */
export function changeableLabelOrThrow(caller: Caller, found: Item | undefined): Item {
  const item = visibleLabelOrThrow(caller, found);
  assertWithinRestriction(caller, toLabelReference(item));
  return item;
}

/** The 409 where another label beside this one has its name. */
export const nameTaken =
  ({ name }: Label) =>
  () =>
    conflict(`There is a label named ${name} already.`, 'Use that label, or another name.');
