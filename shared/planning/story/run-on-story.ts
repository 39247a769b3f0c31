import {
  runOperation,
  type Arguments,
  type ToolCall,
  type ToolOperation,
} from '../../kernel/api/mcp/tool.ts';
import type { ResultOf } from '../../kernel/api/operation/operation-result.ts';
import { requiresIdempotencyKey } from '../../kernel/api/mcp/tool-schemas.ts';

/** Runs operations on the story of a call, with keys of its own, since what they do is named by the arguments. */
export const runOnStory =
  (call: ToolCall) =>
  <O extends ToolOperation>(operation: O, own: Arguments): Promise<ResultOf<O>> => {
    const { workspaceId, storyId } = call.args;
    const key = { idempotencyKey: call.services.randomBytes(16).toString('hex') };
    const args = { workspaceId, storyId, ...own, ...(requiresIdempotencyKey(operation) ? key : {}) };
    return runOperation(operation, { ...call, args });
  };
