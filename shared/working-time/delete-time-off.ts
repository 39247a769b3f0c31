import { notFound, orNotFound } from '../core/errors.ts';
import { deletedSchema, operation } from '../api/operation/operation.ts';
import { uuid } from '../core/schema.ts';
import { assertOwnOrAdmin, loadMember, MEMBER_PATH } from './working-time-access.ts';
import { deleteTimeOffItem, getTimeOff } from './working-time-store.ts';

export const deleteTimeOff = operation({
  id: 'deleteTimeOff',
  method: 'DELETE',
  path: `${MEMBER_PATH}/time-off/{timeOffId}`,
  tag: 'Schedule',
  summary: 'Delete time off',
  description: 'Lets stories be planned on these days again.',
  scopes: ['schedule:write'],
  errors: ['insufficient_role'],
  params: { memberId: uuid(), timeOffId: uuid() },
  output: deletedSchema,
  load: ({ path, read }) => ({
    ...loadMember({ path, read }),
    timeOff: getTimeOff(read, path, path.timeOffId),
  }),
  handle: async ({ path, loaded: { member, timeOff }, caller, commit }) => {
    assertOwnOrAdmin(caller, path.memberId, member);
    const { id } = orNotFound(timeOff, 'time off');
    await commit([deleteTimeOffItem(path, id, () => notFound('time off'))], id);
    return { id, deleted: true as const };
  },
  replay: async ({ resourceId: id }) => ({ id, deleted: true as const }),
});
