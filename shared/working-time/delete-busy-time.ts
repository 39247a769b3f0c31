import { notFound, orNotFound } from '../core/errors.ts';
import { deletedSchema, operation } from '../api/operation/operation.ts';
import { uuid } from '../core/schema.ts';
import { assertOwnOrAdmin, loadMember, MEMBER_PATH } from './working-time-access.ts';
import { deleteBusyTimeItem, getBusyTime } from './working-time-store.ts';

export const deleteBusyTime = operation({
  id: 'deleteBusyTime',
  method: 'DELETE',
  path: `${MEMBER_PATH}/busy/{busyTimeId}`,
  tag: 'Schedule',
  summary: 'Delete a busy time',
  description: 'Lets stories be planned in this time again.',
  scopes: ['schedule:write'],
  errors: ['insufficient_role'],
  params: { memberId: uuid(), busyTimeId: uuid() },
  output: deletedSchema,
  load: ({ path, read }) => ({
    ...loadMember({ path, read }),
    busy: getBusyTime(read, path, path.busyTimeId),
  }),
  handle: async ({ path, loaded: { member, busy }, caller, commit }) => {
    assertOwnOrAdmin(caller, path.memberId, member);
    const { id } = orNotFound(busy, 'busy time');
    await commit([deleteBusyTimeItem(path, id, () => notFound('busy time'))], id);
    return { id, deleted: true as const };
  },
  replay: async ({ resourceId: id }) => ({ id, deleted: true as const }),
});
