import { runOperation, type ToolOverrides } from '../../kernel/api/mcp/tool.ts';
import { listObjectiveUpdates } from './list-objective-updates.ts';

/**
 * An analysis of an objective with its newest written update, if there is one. The list of tools, which every model reads,
 * has no room to announce it.
 */
export const withLatestUpdate = ({ run, ...rest }: ToolOverrides): ToolOverrides => ({
  ...rest,
  run: async (call) => {
    const { workspaceId, objectiveId } = call.args;
    const newest = { ...call, args: { workspaceId, objectiveId, limit: 1 } };
    const [result, { data }] = await Promise.all([run!(call), runOperation(listObjectiveUpdates, newest)]);
    const [latest] = data;
    const shown = latest && {
      latestUpdate: {
        id: latest.id,
        health: latest.health,
        body: latest.body,
        authorId: latest.authorId,
        createdAt: latest.createdAt,
        updatedAt: latest.updatedAt,
      },
    };
    return { ...result, data: { ...(result.data as object), ...shown } };
  },
});
