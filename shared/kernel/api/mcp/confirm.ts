import {
  acceptedContent,
  inputRequired,
  type InputRequiredResult,
  type ServerContext,
} from '@modelcontextprotocol/server';
import * as z from 'zod';
import { memoize } from '../../core/schema.ts';
import type { Tool } from './tool.ts';
import type { ToolResult } from './tool-result.ts';

const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';

const answer = memoize(() => z.object({ confirm: z.boolean().meta({ title: 'Delete it for good' }) }));

type RunTool = (args: Record<string, unknown>) => Promise<ToolResult>;

/**
 * Runs a tool; where it previews a deletion and the client can ask its user, asks them, and deletes what was shown if
 * they agree (revision 2026-07-28, multi round trips). The state is the token of the preview, which is good for nothing
 * else. Other clients get the preview with its token.
 */
export async function runConfirmed(
  tool: Tool,
  args: Record<string, unknown>,
  { mcpReq }: ServerContext,
  run: RunTool,
): Promise<ToolResult | InputRequiredResult> {
  const token = mcpReq.requestState<string>();
  if (token !== undefined && mcpReq.inputResponses !== undefined) {
    const agreed = acceptedContent(mcpReq.inputResponses, 'confirm', answer());
    return agreed?.confirm === true ? await run({ ...args, confirmationToken: token }) : declined;
  }
  const result = await run(args);
  const preview = previewIn(result);
  if (tool.annotations.readOnlyHint || !preview || !canAsk(mcpReq.envelope)) return result;
  const question = inputRequired.elicit({ message: preview.message, requestedSchema: answer() });
  return inputRequired({ inputRequests: { confirm: question }, requestState: preview.confirmationToken });
}

const declined: ToolResult = {
  content: [{ type: 'text', text: 'Nothing has been deleted: the user did not agree.' }],
  structuredContent: { data: { deleted: false } },
};

/** The preview of a deletion in a result. */
function previewIn({ structuredContent }: ToolResult) {
  const data = (structuredContent?.['data'] ?? {}) as Partial<Record<string, unknown>>;
  const { title, reference, message, confirmationToken } = data;
  if (typeof confirmationToken !== 'string' || typeof message !== 'string') return undefined;
  const [sentence = ''] = message.split(' Ask the user.');
  return { confirmationToken, message: `${String(reference)} ${JSON.stringify(title)}: ${sentence}` };
}

/** Whether the client says that it can show its user a form. */
function canAsk(envelope: object | undefined): boolean {
  const { [CAPABILITIES]: declared } = (envelope ?? {}) as Record<
    string,
    { elicitation?: object } | undefined
  >;
  return declared?.elicitation !== undefined;
}
