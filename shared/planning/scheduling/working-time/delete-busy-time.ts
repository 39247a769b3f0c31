import { deletedSchema, operation } from '../../../kernel/api/operation/operation.ts';
import { uuid } from '../../../kernel/core/schema.ts';
import { busyEntries } from './entries.ts';
import { MEMBER_PATH } from './working-time-access.ts';

export const deleteBusyTime = operation({
  id: 'deleteBusyTime',
  method: 'DELETE',
  path: `${MEMBER_PATH}/busy/{busyTimeId}`,
  tag: 'Schedule',
  summary: 'Delete a busy time',
  description: 'Stories can then be planned in this time again.',
  scopes: ['schedule:write'],
  principals: ['user'],
  errors: ['insufficient_role'],
  params: { memberId: uuid(), busyTimeId: uuid() },
  output: deletedSchema,
  load: ({ path, read }) => busyEntries.loadOne(path.busyTimeId, { path, read }),
  handle: (call) => busyEntries.delete(call),
  replay: async ({ resourceId: id }) => ({ id, deleted: true as const }),
});
