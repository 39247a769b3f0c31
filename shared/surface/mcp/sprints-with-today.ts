import { runOperation, type ToolCall, type ToolOverrides } from '../../kernel/api/mcp/tool.ts';
import { TOOL_PAGE_MAX_SIZE } from '../../kernel/api/mcp/tool-schemas.ts';
import { isRunning } from '../../planning/sprints/sprint-days.ts';
import { listSprints } from '../../planning/sprints/list-sprints.ts';

/** list_sprints: says which sprint is current, and what day it is, since models do not know. */
export const sprintsWithToday: ToolOverrides = {
  run: async (call) => {
    const now = call.services.now();
    const result = await runOperation(listSprints, call);
    // A sprint that was set up late is not the newest.
    const data = result.data
      .toSorted((a, b) => (a.startDate === b.startDate ? 0 : a.startDate < b.startDate ? 1 : -1))
      .map((sprint) => (isRunning(sprint, now) ? { ...sprint, current: true } : sprint));
    const elsewhere = data.some((sprint) => 'current' in sprint) ? [] : await runningElsewhere(call);
    return {
      ...result,
      data,
      notes: [`Today is ${now.toISOString().slice(0, 10)} (UTC).`, ...elsewhere],
    };
  },
};

/** The sprints that run, where the page that was asked for has none of them. */
async function runningElsewhere(call: ToolCall): Promise<string[]> {
  if (call.args['limit'] === undefined && call.args['cursor'] === undefined) return [];
  const { workspaceId, teamId } = call.args;
  const args = { workspaceId, ...(teamId !== undefined && { teamId }), limit: TOOL_PAGE_MAX_SIZE };
  const { data } = await runOperation(listSprints, { ...call, args });
  const now = call.services.now();
  return data
    .filter((sprint) => isRunning(sprint, now))
    .map(({ name, id, startDate, endDate }) => `Running: ${name}, ${startDate} to ${endDate} (id ${id}).`);
}
