import { runOperation, type ToolCall } from '../../kernel/api/mcp/tool.ts';
import { TOOL_PAGE_MAX_SIZE } from '../../kernel/api/mcp/tool-schemas.ts';
import type { OperationResult } from '../../kernel/api/operation/operation-result.ts';
import { ApiError, invalidRequest } from '../../kernel/core/errors.ts';
import { getWorkingHours } from '../../planning/scheduling/working-time/get-working-hours.ts';
import { listBusyTimes } from '../../planning/scheduling/working-time/list-busy-times.ts';
import { listTimeOff } from '../../planning/scheduling/working-time/list-time-off.ts';

/** Maximum number of members whose time is read in one call, with three operations each. */
const MEMBERS_MAX = 20;

/** Adds when each member of a page works and is away; nothing to those whose time the caller may not see. */
export async function withWorkingTime(
  call: ToolCall,
  result: OperationResult<readonly { id: string }[]>,
): Promise<OperationResult> {
  const members = result.data;
  if (members.length > MEMBERS_MAX || Number(call.args['limit'] ?? 0) > MEMBERS_MAX) throw tooMany();
  const data = await Promise.all(
    members.map(async (member) => ({ ...member, ...(await timeOf(call, member.id)) })),
  );
  return { ...result, data };
}

async function timeOf(call: ToolCall, memberId: string): Promise<object> {
  const args = { workspaceId: call.args['workspaceId'], memberId };
  try {
    const [hours, timeOff, busy] = await Promise.all([
      runOperation(getWorkingHours, { ...call, args }),
      runOperation(listTimeOff, { ...call, args: { ...args, limit: TOOL_PAGE_MAX_SIZE } }),
      runOperation(listBusyTimes, { ...call, args: { ...args, limit: TOOL_PAGE_MAX_SIZE } }),
    ]);
    const { timeZone, weekly, teamShares } = hours.data;
    const hasMore = [timeOff, busy].some(({ meta }) => meta?.nextCursor);
    return {
      timeZone,
      weekly,
      teamShares,
      timeOff: spansOf(timeOff),
      busy: spansOf(busy),
      ...(hasMore ? { olderTimes: true } : {}),
    };
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') return {};
    throw error;
  }
}

/** When someone is away and, where the caller may see it, why. */
const spansOf = ({ data }: OperationResult<readonly Span[]>): object[] =>
  data.map(({ id, name, startDate, endDate }) => ({ id, name, startDate, endDate }));

type Span = Readonly<Record<'id' | 'name' | 'startDate' | 'endDate', string | null>>;

const tooMany = () =>
  invalidRequest([
    {
      path: 'limit',
      code: 'too_large',
      message: `must be at most ${MEMBERS_MAX} with workingTime; name narrows the list too`,
    },
  ]);
