import * as z from 'zod';
import type { PollAnswer, PollRequest } from '../../../kernel/api/mcp/events.ts';
import { runOperation, type ToolCall } from '../../../kernel/api/mcp/tool.ts';
import { parseCursor, signCursor, type CursorScope } from '../../../kernel/api/operation/cursor.ts';
import { operation, WORKSPACE_PATH } from '../../../kernel/api/operation/operation.ts';
import { ApiError } from '../../../kernel/core/errors.ts';
import { uuid } from '../../../kernel/core/schema.ts';
import { readChanges } from '../../../events/changes/read-changes.ts';
import { toMcpEvent, type McpSourceEvent } from '../../../events/subscriptions/mcp-event.ts';
import { filtersOrThrow, toEventError } from './event-problems.ts';

const LIMIT_DEFAULT = 50;
const LIMIT_MAX = 100;

/** When a client polls again that has read everything, in milliseconds. */
const POLL_MS = 5_000;

interface Page {
  events: McpSourceEvent[];
  cursor: string;
  hasMore: boolean;
  principalId: string;
}

/** The changes feed for a connected user, with a cursor that can be read on with another limit. */
const readFeed = operation({
  id: 'readFeedForEvents',
  method: 'GET',
  path: `${WORKSPACE_PATH}/changes`,
  tag: 'Changes',
  summary: 'Read the changes feed',
  scopes: ['stories:read'],
  query: () => ({ teamId: uuid().optional(), from: z.string().optional(), limit: z.number() }),
  output: () =>
    z.object({
      events: z.array(z.custom<McpSourceEvent>()),
      cursor: z.string(),
      hasMore: z.boolean(),
      principalId: uuid(),
    }),
  handle: async ({ path: { workspaceId }, query: { teamId, from, limit }, keys, ...context }) => {
    const { caller } = context;
    const scope: CursorScope = { operationId: 'events/poll', caller, filters: { workspaceId, teamId } };
    const signing = await keys('cursor');
    const after = from === undefined ? undefined : parseCursor(signing, scope, from);
    const { items, next, resume } = await readChanges(context, { teamId }, { after, limit });
    return {
      events: items.map((body) => JSON.parse(body) as McpSourceEvent),
      cursor: signCursor(signing, scope, resume),
      hasMore: next !== undefined,
      principalId: caller.principalId,
    };
  },
});

/**
 * Answers `events/poll`: the events of a name since a cursor that its user may see now and that its filters let pass.
 * Throws an EventError, which is returned to the client; a grant that has ended is an ApiError.
 */
export async function pollEvents(
  call: Omit<ToolCall, 'args'>,
  { name, arguments: args, cursor, maxAgeMs, maxEvents = LIMIT_DEFAULT }: PollRequest,
): Promise<PollAnswer> {
  const filters = filtersOrThrow(name, args);
  const { workspaceId, teamId } = filters;
  const limit = Math.min(maxEvents, LIMIT_MAX);
  const read = async (from: string | undefined): Promise<Page> => {
    const { data } = await runOperation(readFeed, { ...call, args: { workspaceId, teamId, from, limit } });
    return data;
  };
  const { page, isLost } = await read(cursor ?? undefined).then(
    (found) => ({ page: found, isLost: false }),
    async (error: unknown) => ({ page: await restart(error, () => read(undefined)), isLost: true }),
  );
  const oldest =
    maxAgeMs === undefined ? '' : new Date(call.services.now().getTime() - maxAgeMs).toISOString();
  const all = page.events.flatMap((event) => toMcpEvent(name, event, filters, page.principalId) ?? []);
  const events = all.filter(({ timestamp }) => timestamp >= oldest);
  return {
    events,
    cursor: page.cursor,
    truncated: isLost || events.length < all.length,
    hasMore: page.hasMore,
    nextPollMs: page.hasMore ? 0 : POLL_MS,
  };
}

/** What was lost is said in the answer; everything else that is refused is an error. */
async function restart(error: unknown, fromNow: () => Promise<Page>): Promise<Page> {
  if (error instanceof ApiError && error.code === 'cursor_expired') return await fromNow();
  throw toEventError(error);
}
