import { invalidRequest, orNotFound } from '../core/errors.ts';
import { operation } from '../api/operation/operation.ts';
import { uuid } from '../core/schema.ts';
import { assertOwnOrAdmin, assertRoom, loadMember, MEMBER_PATH } from './working-time-access.ts';
import { timeOffCreateSchema, timeOffSchema, type TimeOff } from './working-time.ts';
import { getTimeOff, putTimeOff, readTimeOff } from './working-time-store.ts';

const TIME_OFF_MAX = 200;

export const createTimeOff = operation({
  id: 'createTimeOff',
  method: 'POST',
  path: `${MEMBER_PATH}/time-off`,
  tag: 'Schedule',
  summary: 'Add time off',
  description:
    "Adds whole days, in the member's time zone, on which nothing is planned. People add their own, admins those of everybody.",
  scopes: ['schedule:write'],
  status: 201,
  errors: ['insufficient_role', 'conflict'],
  params: { memberId: uuid() },
  body: timeOffCreateSchema,
  output: timeOffSchema,
  load: loadMember,
  handle: async ({ path, body, loaded: { member }, caller, read, now, newId, commit }) => {
    assertOwnOrAdmin(caller, path.memberId, member);
    if (body.endDate < body.startDate) {
      throw invalidRequest([{ path: 'endDate', message: 'must not be before startDate' }]);
    }
    assertRoom((await readTimeOff(read, path)).length, TIME_OFF_MAX, 'entries of time off');
    const one: TimeOff = {
      id: newId(),
      memberId: path.memberId,
      workspaceId: path.workspaceId,
      ...body,
      name: body.name ?? null,
      createdAt: now.toISOString(),
    };
    await commit([putTimeOff(one)], `${one.memberId}#${one.id}`);
    return one;
  },
  replay: async ({ caller, read, resourceId }) => {
    const [memberId = '', id = ''] = resourceId.split('#');
    const whose = { workspaceId: caller.workspaceId, memberId };
    return orNotFound(await getTimeOff(read, whose, id), 'time off');
  },
});
