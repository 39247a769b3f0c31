import * as z from 'zod';
import { operation, WORKSPACE_PATH } from '../api/operation/operation.ts';
import { visibleStatusOrThrow } from './get-status.ts';
import { makeStatus } from './new-status.ts';
import { statusCreateFields, statusSchema } from './status.ts';
import { getStatusItem } from './status-store.ts';

export const createObjectiveStatus = operation({
  id: 'createObjectiveStatus',
  method: 'POST',
  path: `${WORKSPACE_PATH}/objective-statuses`,
  tag: 'Objectives',
  summary: 'Create an objective status',
  description:
    "Creates a status for the workspace's objectives, placed last unless order is sent. Get, update and archive it like any other status.",
  scopes: ['teams:write'],
  role: 'admin',
  status: 201,
  errors: ['conflict'],
  body: z.strictObject(statusCreateFields).meta({ id: 'ObjectiveStatusCreate' }),
  output: statusSchema,
  handle: async ({ body, ...context }) => await makeStatus(context, { teamId: null, ...body }),
  replay: async ({ caller, read, resourceId }) =>
    visibleStatusOrThrow(caller, await getStatusItem(read, resourceId)),
});
