import { list } from '../api/operation/operation.ts';
import { uuid } from '../core/schema.ts';
import { assertVisible, loadMember, MEMBER_PATH, shownTo } from './working-time-access.ts';
import { busyTimeSchema } from './working-time.ts';
import { readBusyTimes } from './working-time-store.ts';
import { pageOfTimes } from './page-of-times.ts';

export const listBusyTimes = list({
  id: 'listBusyTimes',
  path: `${MEMBER_PATH}/busy`,
  tag: 'Schedule',
  summary: 'List busy times',
  description:
    'Returns the times of a member that are taken, newest entry first. Names are shown to the member and to admins. Entries are deleted 90 days after they ended.',
  scopes: ['schedule:read'],
  params: { memberId: uuid() },
  item: busyTimeSchema,
  load: loadMember,
  handle: async ({ path, loaded, caller, read, page }) => {
    assertVisible(caller, loaded.member);
    return pageOfTimes(await readBusyTimes(read, path), page, (one) => shownTo(caller, one));
  },
});
