import { createHash } from 'node:crypto';

/**
 * The id of the sprint that a team's cadence makes for a start, the same for every writer, so that no second one can
 * arise. In the form of a UUID version 7 (RFC 9562), with the start as its time, so that lists sort by it. The number
 * distinguishes sprints whose start was moved later.
 */
export function sprintIdFor(teamId: string, start: Date, number: number): string {
  const hash = createHash('sha256').update(`${teamId}#${start.toISOString()}#${number}`).digest('hex');
  const time = start.getTime().toString(16).padStart(12, '0');
  const variant = (8 + (Number.parseInt(hash[3]!, 16) % 4)).toString(16);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hash.slice(0, 3)}-${variant}${hash.slice(4, 7)}-${hash.slice(7, 19)}`;
}
