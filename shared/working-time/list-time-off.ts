import { list } from '../api/operation/operation.ts';
import { uuid } from '../core/schema.ts';
import { assertVisible, loadMember, MEMBER_PATH, shownTo } from './working-time-access.ts';
import { timeOffSchema } from './working-time.ts';
import { readTimeOff } from './working-time-store.ts';
import { pageOfTimes } from './page-of-times.ts';

export const listTimeOff = list({
  id: 'listTimeOff',
  path: `${MEMBER_PATH}/time-off`,
  tag: 'Schedule',
  summary: 'List time off',
  description:
    "Returns a member's days off, newest entry first. Names are shown to the member and to admins. Entries are deleted 90 days after they ended.",
  scopes: ['schedule:read'],
  params: { memberId: uuid() },
  item: timeOffSchema,
  load: loadMember,
  handle: async ({ path, loaded, caller, read, page }) => {
    assertVisible(caller, loaded.member);
    return pageOfTimes(await readTimeOff(read, path), page, (one) => shownTo(caller, one));
  },
});
