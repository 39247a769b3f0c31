import { operation } from '../../../kernel/api/operation/operation.ts';
import { uuid } from '../../../kernel/core/schema.ts';
import { timeOffEntries } from './entries.ts';
import { loadMember, MEMBER_PATH } from './working-time-access.ts';
import { timeOffCreateSchema, timeOffSchema } from './working-time.ts';

export const createTimeOff = operation({
  id: 'createTimeOff',
  method: 'POST',
  path: `${MEMBER_PATH}/time-off`,
  tag: 'Schedule',
  summary: 'Add time off',
  description:
    "Adds whole days, in the member's time zone, on which nothing is planned. People add their own, admins those of everybody.",
  scopes: ['schedule:write'],
  principals: ['user'],
  status: 201,
  errors: ['insufficient_role', 'conflict'],
  params: { memberId: uuid() },
  body: timeOffCreateSchema,
  output: timeOffSchema,
  load: loadMember,
  handle: timeOffEntries.create,
  replay: timeOffEntries.replayCreate,
});
