import { invalidRequest, orNotFound } from '../core/errors.ts';
import { operation } from '../api/operation/operation.ts';
import { uuid } from '../core/schema.ts';
import { assertOwnOrAdmin, assertRoom, loadMember, MEMBER_PATH } from './working-time-access.ts';
import { busyTimeCreateSchema, busyTimeSchema, type BusyTime } from './working-time.ts';
import { getBusyTime, putBusyTime, readBusyTimes } from './working-time-store.ts';

const BUSY_TIMES_MAX = 2_000;

export const createBusyTime = operation({
  id: 'createBusyTime',
  method: 'POST',
  path: `${MEMBER_PATH}/busy`,
  tag: 'Schedule',
  summary: 'Add a busy time',
  description:
    'Adds a time that is taken, such as a meeting; nothing is planned in it. People add their own, admins those of everybody.',
  scopes: ['schedule:write'],
  status: 201,
  errors: ['insufficient_role', 'conflict'],
  params: { memberId: uuid() },
  body: busyTimeCreateSchema,
  output: busyTimeSchema,
  load: loadMember,
  handle: async ({ path, body, loaded: { member }, caller, read, now, newId, commit }) => {
    assertOwnOrAdmin(caller, path.memberId, member);
    if (body.endDate <= body.startDate) {
      throw invalidRequest([{ path: 'endDate', message: 'must be after startDate' }]);
    }
    assertRoom((await readBusyTimes(read, path)).length, BUSY_TIMES_MAX, 'busy times');
    const one: BusyTime = {
      id: newId(),
      memberId: path.memberId,
      workspaceId: path.workspaceId,
      ...body,
      name: body.name ?? null,
      createdAt: now.toISOString(),
    };
    await commit([putBusyTime(one)], `${one.memberId}#${one.id}`);
    return one;
  },
  replay: async ({ caller, read, resourceId }) => {
    const [memberId = '', id = ''] = resourceId.split('#');
    const whose = { workspaceId: caller.workspaceId, memberId };
    return orNotFound(await getBusyTime(read, whose, id), 'busy time');
  },
});
