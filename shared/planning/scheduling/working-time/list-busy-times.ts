import { list } from '../../../kernel/api/operation/operation.ts';
import { uuid } from '../../../kernel/core/schema.ts';
import { busyEntries } from './entries.ts';
import { loadMember, MEMBER_PATH } from './working-time-access.ts';
import { busyTimeSchema } from './working-time.ts';

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
  handle: busyEntries.list,
});
