import * as z from 'zod';
import { invalidReference } from '../core/errors.ts';
import { operation, WORKSPACE_PATH } from '../api/operation/operation.ts';
import { uuid } from '../core/schema.ts';
import { visibleStatusOrThrow } from './get-status.ts';
import { makeStatus } from './new-status.ts';
import { statusCreateFields, statusSchema } from './status.ts';
import { getStatusItem } from './status-store.ts';

export const createStatus = operation({
  id: 'createStatus',
  method: 'POST',
  path: `${WORKSPACE_PATH}/statuses`,
  tag: 'Teams',
  summary: 'Create a status',
  description:
    'Creates a status for the stories of a team, placed last unless order is sent. With isDefault it replaces the current default status.',
  scopes: ['teams:write'],
  role: 'member',
  teamRestricted: 'allowed',
  status: 201,
  errors: ['invalid_reference', 'conflict'],
  body: z.strictObject({ teamId: uuid(), ...statusCreateFields }).meta({ id: 'StatusCreate' }),
  output: statusSchema,
  handle: async ({ body, ...context }) => {
    if (!context.caller.teamIds.has(body.teamId)) {
      throw invalidReference([{ path: 'teamId', message: 'is not a team that this credential can access' }]);
    }
    return await makeStatus(context, body);
  },
  replay: async ({ caller, read, resourceId }) =>
    visibleStatusOrThrow(caller, await getStatusItem(read, resourceId)),
});
