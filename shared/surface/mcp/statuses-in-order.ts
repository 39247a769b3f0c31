import { runOperation, type ToolOverrides } from '../../kernel/api/mcp/tool.ts';
import { TOOL_PAGE_MAX_SIZE } from '../../kernel/api/mcp/tool-schemas.ts';
import { statusCategories } from '../../kernel/core/status-category.ts';
import { listStatuses } from '../../identity/statuses/list-statuses.ts';
import type { Status } from '../../identity/status/status.ts';

/** list_statuses: those of a page in the order of the workflow, team by team. */
export const statusesInOrder: ToolOverrides = {
  run: async (call) => {
    const args = { limit: TOOL_PAGE_MAX_SIZE, ...call.args };
    const result = await runOperation(listStatuses, { ...call, args });
    return { ...result, data: result.data.toSorted(byWorkflow) };
  },
};

const byWorkflow = (one: Status, other: Status): number =>
  (one.teamId ?? '').localeCompare(other.teamId ?? '') ||
  statusCategories.indexOf(one.category) - statusCategories.indexOf(other.category) ||
  one.order - other.order ||
  one.createdAt.localeCompare(other.createdAt);
