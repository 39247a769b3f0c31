import type { Reader } from '../../kernel/core/database.ts';
import { dayText } from '../../kernel/core/date-span.ts';
import { dayInZone } from '../../kernel/core/day-in-zone.ts';
import { readWorkingHours } from '../scheduling/working-time/working-time-store.ts';

/** The day of an instant in the time zone of a member's working hours; in UTC for one who has set none. */
export async function dayOfMember(
  read: Reader,
  owner: { workspaceId: string; memberId: string },
  at: string,
): Promise<string> {
  const { timeZone } = await readWorkingHours(read, owner);
  return dayText(dayInZone(at, timeZone));
}
