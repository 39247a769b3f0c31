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
  summary: 'Create a status of objectives',
  description:
    "Makes a status for the workspace's objectives, after the last one unless order is sent. It is read, changed and archived as every status.",
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
