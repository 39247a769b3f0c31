import type { Call } from '../../../kernel/core/call.ts';
import { invalidRequest, notFound } from '../../../kernel/core/errors.ts';
import { getMemberItem } from '../../../kernel/auth/membership-store.ts';
import { canSeeMember } from '../../../identity/members/member-access.ts';
import { toMember } from '../../../identity/members/member-store.ts';
import { englishWords } from '../../pictures/look.ts';
import { weekPicture } from './week-picture.ts';
import { readPlan } from '../placements/placement-store.ts';
import { shownInstant, weekOf, weekSpan } from '../plan/week.ts';
import { readWorkingTime } from '../working-time/working-time-store.ts';
import { shownTo } from '../working-time/working-time-access.ts';
import { showBlocks } from './show-blocks.ts';

interface WeekQuery {
  teamId?: string | undefined;
  since?: string | undefined;
}

/**
 * Draws a member's week, as far as the caller can see its stories. The names of busy times are for the member and for
 * admins. Throws a 404 for a member that the caller cannot see, and a 400 for the schedule of a whole team.
 */
export async function drawWeek(
  {
    path: { workspaceId },
    query,
    caller,
    read,
    now,
  }: Call<{ workspaceId: string }, WeekQuery, unknown, unknown>,
  memberId: string | undefined,
): Promise<string> {
  if (memberId === undefined) {
    throw invalidRequest([
      { in: 'query', path: 'assigneeId', code: 'required', message: 'is required for a picture' },
    ]);
  }
  const owner = { workspaceId, memberId };
  const [item, { hours, timeOff, busy }, plan] = await Promise.all([
    getMemberItem(read, workspaceId, memberId),
    readWorkingTime(read, owner),
    readPlan(read, owner),
  ]);
  if (!item || !canSeeMember(caller, item)) throw notFound('member');
  const visible = plan
    .filter(({ teamId }) => caller.teamIds.has(teamId) && (query.teamId ?? teamId) === teamId)
    .flatMap((placement) => placement.blocks.map((block) => ({ placement, block })));
  const blocksOf = visible.map(({ block }) => block);
  const at = query.since === undefined ? shownInstant(hours.timeZone, blocksOf, now) : new Date(query.since);
  const { since, before } = weekSpan(hours.timeZone, at);
  const found = visible.filter(({ block }) => block.endDate > since && block.startDate < before);
  const blocks = await showBlocks(read, caller, found);
  const week = weekOf({ hours, timeOff, busy: busy.map((one) => shownTo(caller, one)), blocks }, at);
  return weekPicture(
    `${toMember(item).name}, week of ${englishWords().day(new Date(week.days[0]!.date))}`,
    week,
  );
}
