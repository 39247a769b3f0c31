import { list } from '../../../kernel/api/operation/operation.ts';
import { uuid } from '../../../kernel/core/schema.ts';
import { timeOffEntries } from './entries.ts';
import { loadMember, MEMBER_PATH } from './working-time-access.ts';
import { timeOffSchema } from './working-time.ts';

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
  handle: timeOffEntries.list,
});
