import type { TextContent } from '../../../kernel/api/mcp/content.ts';
import type { ToolCall } from '../../../kernel/api/mcp/tool.ts';
import { ApiError } from '../../../kernel/core/errors.ts';
import { readResource } from './read-resource.ts';
import { readSkill } from './skills.ts';

/** What a caller may not read is to them as what does not exist. */
const UNSEEN = new Set([400, 403, 404]);

/**
 * The text of a skill or an app, or of a resource that the caller can read, as `shown` returns it; undefined for anything
 * else.
 */
export async function readContent(
  call: Omit<ToolCall, 'args'>,
  uri: string,
  shown: (data: unknown) => Promise<unknown>,
): Promise<TextContent | undefined> {
  const file = uri.startsWith('ui:') ? (await import('./apps/apps.ts')).readApp(uri) : readSkill(uri);
  if (file) return file;
  return await readResource(call, uri, shown).catch((error: unknown) => {
    if (error instanceof ApiError && UNSEEN.has(error.status)) return undefined;
    throw error;
  });
}
