import { list, WORKSPACE_PATH } from '../../../kernel/api/operation/operation.ts';
import type { Caller } from '../../../kernel/core/caller.ts';
import { DAY_MS, utcDay } from '../../../kernel/core/date-span.ts';
import { notFound } from '../../../kernel/core/errors.ts';
import { timestamp, uuid } from '../../../kernel/core/schema.ts';
import { readPlan, readTeamPlan } from '../placements/placement-store.ts';
import { scheduledBlockSchema, type Placement } from '../placements/placement.ts';
import { showBlocks, type FoundBlock } from './show-blocks.ts';
import * as z from 'zod';

export const getSchedule = list({
  id: 'getSchedule',
  path: `${WORKSPACE_PATH}/schedule`,
  tag: 'Schedule',
  summary: 'Get the schedule',
  description:
    "Returns the blocks of time in which stories are planned, earliest first: those of a member, of a team, or of a member for a team; without either, the caller's own. Stories of teams that the caller has not joined are left out. With `Accept: image/svg+xml`, the member's week that `since` is in as a picture, by the clock of their time zone; without `since`, this week or, once nothing is left of it, that of the next block.",
  scopes: ['schedule:read', 'stories:read'],
  query: () => ({
    assigneeId: z
      .union([z.literal('me'), uuid()], { error: 'must be the id of a member, or me' })
      .optional()
      .meta({ description: 'A member, or me. The default without teamId is me.' }),
    teamId: uuid().optional(),
    since: timestamp().optional().meta({
      description: 'Only blocks that end after this time. The default is the beginning of today, UTC.',
    }),
    before: timestamp().optional().meta({ description: 'Only blocks that begin before this time.' }),
  }),
  item: scheduledBlockSchema,
  picture: async (call) => {
    const { drawWeek } = await import('./draw-week.ts');
    return await drawWeek(call, requestedMember(call.caller, call.query));
  },
  handle: async ({ path: { workspaceId }, query, caller, read, page, now }) => {
    const { teamId } = query;
    if (teamId !== undefined && !caller.teamIds.has(teamId)) throw notFound('team');
    const memberId = requestedMember(caller, query);
    const plan: Placement[] =
      memberId === undefined
        ? await readTeamPlan(read, teamId!)
        : await readPlan(read, { workspaceId, memberId });
    const visible = plan.filter((one) =>
      teamId === undefined ? caller.teamIds.has(one.teamId) : one.teamId === teamId,
    );
    const { since = new Date(utcDay(now) * DAY_MS).toISOString(), before } = query;
    const found = visible
      .flatMap((placement) => placement.blocks.map((block): FoundBlock => ({ placement, block })))
      .filter(({ block }) => block.endDate > since && (before === undefined || block.startDate < before))
      .sort((a, b) => (positionOf(a) < positionOf(b) ? -1 : 1))
      .filter((one) => page.after === undefined || positionOf(one) > page.after);
    const shown = found.slice(0, page.limit);
    return {
      items: await showBlocks(read, caller, shown),
      next: found.length > shown.length ? positionOf(shown.at(-1)!) : undefined,
    };
  },
});

/** The member whose schedule is requested; undefined for that of a whole team. */
function requestedMember(
  caller: Caller,
  { assigneeId, teamId }: { assigneeId?: string | undefined; teamId?: string | undefined },
): string | undefined {
  const member = assigneeId ?? (teamId === undefined ? 'me' : undefined);
  return member === 'me' ? caller.principalId : member;
}

const positionOf = ({ placement, block }: FoundBlock): string => `${block.startDate} ${placement.storyId}`;
