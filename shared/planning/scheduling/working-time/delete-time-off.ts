import { deletedSchema, operation } from '../../../kernel/api/operation/operation.ts';
import { uuid } from '../../../kernel/core/schema.ts';
import { timeOffEntries } from './entries.ts';
import { MEMBER_PATH } from './working-time-access.ts';

export const deleteTimeOff = operation({
  id: 'deleteTimeOff',
  method: 'DELETE',
  path: `${MEMBER_PATH}/time-off/{timeOffId}`,
  tag: 'Schedule',
  summary: 'Delete time off',
  description: 'Stories can then be planned on these days again.',
  scopes: ['schedule:write'],
  principals: ['user'],
  errors: ['insufficient_role'],
  params: { memberId: uuid(), timeOffId: uuid() },
  output: deletedSchema,
  load: ({ path, read }) => timeOffEntries.loadOne(path.timeOffId, { path, read }),
  handle: (call) => timeOffEntries.delete(call),
  replay: async ({ resourceId: id }) => ({ id, deleted: true as const }),
});
