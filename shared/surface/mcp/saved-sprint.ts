import type { ToolOverrides } from '../../kernel/api/mcp/tool.ts';
import { createSprint } from '../../planning/sprints/create-sprint.ts';
import { deleteSprint } from '../../planning/sprints/delete-sprint.ts';
import { updateSprint } from '../../planning/sprints/update-sprint.ts';
import { save, savedResource } from '../../kernel/api/mcp/saved-resource.ts';
import { plannedSprint } from './sprint-planning.ts';

const lifecycle = { create: createSprint, update: updateSprint, remove: deleteSprint, id: 'sprintId' };

/** save_sprint: also fills a sprint with the stories that analyze_sprint proposed. */
export const savedSprint: ToolOverrides = {
  extendInput: (shape) => plannedSprint.extendInput!(savedResource(lifecycle).extendInput!(shape)),
  run: async (call) => {
    const { sprintId, expectedUpdatedAt, confirmationToken } = call.args;
    const isPlan =
      confirmationToken !== undefined || (sprintId !== undefined && expectedUpdatedAt === undefined);
    return isPlan ? await plannedSprint.run!(call) : await save(lifecycle, call);
  },
};
