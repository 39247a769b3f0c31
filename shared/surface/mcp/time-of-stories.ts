import * as z from 'zod';
import { operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { runOperation, type ToolCall } from '../../kernel/api/mcp/tool.ts';
import type { ToolOutcome } from '../../kernel/api/mcp/tool-result.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { listStories } from '../../planning/stories/list-stories.ts';
import { getMinutesOfMany } from '../../planning/time-entries/time-entry-store.ts';

/** The field that a list of stories has only if it is asked for, since it is read elsewhere. */
export const TIME_FIELD = 'timeSpentMinutes';

/** The minutes spent on each of some stories that were listed, with the rights of their list. */
const findTimeSpent = operation({
  id: 'findTimeSpent',
  method: 'GET',
  path: `${WORKSPACE_PATH}/time-spent`,
  tag: listStories.tag,
  summary: 'Find the time spent on stories',
  scopes: listStories.scopes,
  query: () => ({ storyIds: z.array(uuid()) }),
  output: () => z.array(z.unknown()),
  handle: ({ query: { storyIds }, read }) => getMinutesOfMany(read, storyIds),
});

/** The stories of a list with the minutes spent on each. */
export async function withTimeSpent(call: ToolCall, result: ToolOutcome): Promise<ToolOutcome> {
  const stories = result.data as { id: string }[];
  const { workspaceId } = call.args;
  const args = { workspaceId, storyIds: stories.map(({ id }) => id) };
  const { data } = await runOperation(findTimeSpent, { ...call, args });
  return { ...result, data: stories.map((story, n) => ({ ...story, [TIME_FIELD]: data[n] })) };
}
