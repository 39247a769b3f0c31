import { runOperation, type ToolCall } from '../../kernel/api/mcp/tool.ts';
import type { OperationResult } from '../../kernel/api/operation/execute.ts';
import { listObjectiveUpdates } from '../../planning/objective-updates/list-objective-updates.ts';
import type { ObjectiveUpdate } from '../../planning/objective-updates/objective-update.ts';

/** Lists what was written about the state of an objective, newest first, like comments. */
export async function listedUpdates(call: ToolCall): Promise<OperationResult> {
  const listed = await runOperation(listObjectiveUpdates, call);
  const data = (listed.data as ObjectiveUpdate[]).map(({ id, body, health, authorId, updatedAt }) => ({
    id,
    content: body,
    health,
    authorId,
    updatedAt,
  }));
  return { ...listed, data };
}
