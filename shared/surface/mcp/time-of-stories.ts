import * as z from 'zod';
import { operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { runOperation, type ToolCall } from '../../kernel/api/mcp/tool.ts';
import type { Row } from '../../kernel/api/mcp/result-data.ts';
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
  output: () => z.array(z.int()),
  handle: ({ query: { storyIds }, read }) => getMinutesOfMany(read, storyIds),
});

/** Listed stories with the minutes spent on each. */
export async function withTimeSpent(call: ToolCall, stories: readonly Row[]): Promise<Row[]> {
  const { workspaceId } = call.args;
  const args = { workspaceId, storyIds: stories.map(({ id }) => id) };
  const { data } = await runOperation(findTimeSpent, { ...call, args });
  return stories.map((story, n) => ({ ...story, [TIME_FIELD]: data[n] }));
}
