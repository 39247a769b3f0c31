import { runOperation, type ToolOverrides } from '../../kernel/api/mcp/tool.ts';
import { listLabels } from '../../planning/labels/list-labels.ts';
import { WHOLE_WORKSPACE } from '../../planning/labels/label.ts';

/** list_labels: each says whose it is. */
export const labelsWithScope: ToolOverrides = {
  run: async (call) => {
    const result = await runOperation(listLabels, call);
    const data = result.data.map((label) =>
      label.teamId === null ? { ...label, scope: WHOLE_WORKSPACE } : label,
    );
    return { ...result, data };
  },
};
