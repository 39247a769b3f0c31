import { operation } from '../../../kernel/api/operation/operation.ts';
import { uuid } from '../../../kernel/core/schema.ts';
import { busyEntries } from './entries.ts';
import { loadMember, MEMBER_PATH } from './working-time-access.ts';
import { busyTimeCreateSchema, busyTimeSchema } from './working-time.ts';

export const createBusyTime = operation({
  id: 'createBusyTime',
  method: 'POST',
  path: `${MEMBER_PATH}/busy`,
  tag: 'Schedule',
  summary: 'Add a busy time',
  description:
    'Adds a time that is taken, such as a meeting; nothing is planned in it. People add their own, admins those of everybody.',
  scopes: ['schedule:write'],
  principals: ['user'],
  status: 201,
  errors: ['insufficient_role', 'conflict'],
  params: { memberId: uuid() },
  body: busyTimeCreateSchema,
  output: busyTimeSchema,
  load: loadMember,
  handle: busyEntries.create,
  replay: busyEntries.replayCreate,
});
