import type { ResourceLink } from '../../kernel/api/mcp/tool-result.ts';
import { storyUri } from './content/story-uri.ts';

/** The first revision whose clients know links in results; requests name theirs from then on. */
const KNOWN_SINCE = '2025-06-18';

/** A link to the story that a result is about, if it is about one and the client knows links. */
export function storyLinks(data: unknown, revision: string | undefined): ResourceLink[] {
  const { id, reference, workspaceId } = (data ?? {}) as Partial<Record<string, unknown>>;
  if (revision === undefined || revision < KNOWN_SINCE) return [];
  if (typeof id !== 'string' || typeof reference !== 'string' || typeof workspaceId !== 'string') return [];
  const uri = storyUri(workspaceId, id);
  return [{ type: 'resource_link', uri, name: reference, mimeType: 'application/json' }];
}
