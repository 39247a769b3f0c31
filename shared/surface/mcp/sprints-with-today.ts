import { runOperation, type ToolOverrides } from '../../kernel/api/mcp/tool.ts';
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
    return { ...result, data, notes: [`Today is ${now.toISOString().slice(0, 10)} (UTC).`] };
  },
};
