import { operation } from '../../../kernel/api/operation/operation.ts';
import { uuid } from '../../../kernel/core/schema.ts';
import { assertVisible, loadMember, MEMBER_PATH, sharesShownTo } from './working-time-access.ts';
import { workingHoursSchema } from './working-time.ts';
import { readWorkingHours as readHours } from './working-time-store.ts';

export const getWorkingHours = operation({
  id: 'getWorkingHours',
  method: 'GET',
  path: `${MEMBER_PATH}/working-hours`,
  tag: 'Schedule',
  summary: 'Get working hours',
  description:
    'Returns when a member works. Until hours are set, they are Monday to Friday from 09:00 to 17:00 UTC, and updatedAt is null. teamShares has those of teams that the caller is in.',
  scopes: ['schedule:read'],
  params: { memberId: uuid() },
  output: workingHoursSchema,
  load: ({ path, read }) => ({ ...loadMember({ path, read }), hours: readHours(read, path) }),
  handle: async ({ loaded, caller }) => {
    assertVisible(caller, loaded.member);
    return sharesShownTo(caller, loaded.hours);
  },
});
