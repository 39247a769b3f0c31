import * as z from 'zod';
import { conflict, invalidReference, notFound, orNotFound } from '../api/errors.ts';
import { operation, WORKSPACE_PATH } from '../api/operation.ts';
import type { Caller } from '../auth/caller.ts';
import type { Item } from '../db/table.ts';
import { color, name, uuid } from '../lib/schema.ts';
import { labelSchema, type Label } from './label.ts';
import { getLabelItem, putLabel, toLabelJson, toLabelReference } from './label-store.ts';

export const createLabel = operation({
  id: 'createLabel',
  method: 'POST',
  path: `${WORKSPACE_PATH}/labels`,
  tag: 'Labels',
  summary: 'Create a label',
  description: 'Makes a label of one team, or without teamId of the whole workspace.',
  scopes: ['labels:write'],
  role: 'member',
  status: 201,
  errors: ['invalid_reference', 'conflict'],
  body: z
    .strictObject({ name: name(), color: color().default('#6366f1'), teamId: uuid().optional() })
    .meta({ id: 'LabelCreate' }),
  output: labelSchema,
  handle: async ({ body: { teamId = null, ...body }, caller, now, newId, commit }) => {
    if (teamId !== null && !caller.teamIds.has(teamId)) {
      throw invalidReference([{ path: 'teamId', message: 'is not a team that this credential reaches' }]);
    }
    const timestamp = now.toISOString();
    const label: Label = {
      id: newId(),
      workspaceId: caller.workspaceId,
      teamId,
      ...body,
      createdAt: timestamp,
      updatedAt: timestamp,
    };
    await commit(
      putLabel(label, () =>
        conflict(`There is a label named ${label.name} already.`, 'Use that label, or another name.'),
      ),
      label.id,
    );
    return label;
  },
  replay: async ({ caller, read, resourceId }) =>
    toLabelJson(visibleLabelOrThrow(caller, await getLabelItem(read, resourceId))),
});

/** The label, when it is of the caller's workspace and of no team or one that the caller sees; else a 404. */
export function visibleLabelOrThrow(caller: Caller, found: Item | undefined): Item {
  const item = orNotFound(found, 'label');
  const { workspaceId, teamId } = toLabelReference(item);
  if (workspaceId !== caller.workspaceId || (teamId !== null && !caller.teamIds.has(teamId)))
    throw notFound('label');
  return item;
}
