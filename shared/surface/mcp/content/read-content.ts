import type { TextContent } from '../../../kernel/api/mcp/content.ts';
import type { ToolCall } from '../../../kernel/api/mcp/tool.ts';
import { ApiError } from '../../../kernel/core/errors.ts';
import { readResource } from './read-resource.ts';
import { readSkill } from './skills.ts';

/** What a caller may not read is to them as what does not exist. */
const UNSEEN = new Set([400, 403, 404]);

/** The text of a skill, or of a resource that the caller can read; undefined for anything else. */
export async function readContent(
  call: Omit<ToolCall, 'args'>,
  uri: string,
): Promise<TextContent | undefined> {
  const skill = readSkill(uri);
  if (skill) return skill;
  return await readResource(call, uri).catch((error: unknown) => {
    if (error instanceof ApiError && UNSEEN.has(error.status)) return undefined;
    throw error;
  });
}
