import { runOperation, type ToolCall, type ToolOperation } from '../../../kernel/api/mcp/tool.ts';
import { toToolResult } from '../../../kernel/api/mcp/tool-result.ts';
import type { ResourceTemplate, TextContent } from '../../../kernel/api/mcp/content.ts';
import { getComment } from '../../../planning/comments/get-comment.ts';
import { getObjective } from '../../../planning/objectives/get-objective.ts';
import { getSprint } from '../../../planning/sprints/get-sprint.ts';
import { getStory } from '../../../planning/stories/get-story.ts';
import { getStoryByReference, storyReference } from '../../../planning/stories/get-story-by-reference.ts';

/** What can be read by its address; each with the rights of its operation. */
export const templates: readonly ResourceTemplate[] = [
  ['story', 'stories/{story}', 'A story, by id or reference.'],
  ['comment', 'stories/{story}/comments/{comment}', 'A comment on a story, by ids.'],
  ['sprint', 'sprints/{sprint}', 'A sprint, by id.'],
  ['objective', 'objectives/{objective}', 'An objective, by id.'],
].map(([name, path, description]) => ({
  name: name!,
  description: description!,
  uriTemplate: `plotline://{workspace}/${path!}`,
  mimeType: 'application/json',
}));

/** The operation that reads an address, and its arguments; undefined for an address of nothing. */
function locate(uri: string): { operation: ToolOperation; args: Record<string, string> } | undefined {
  const [, workspaceId, kind, id, commentId] =
    /^plotline:\/\/([^/]+)\/(stories|sprints|objectives)\/([^/]+)(?:\/comments\/([^/]+))?$/.exec(uri) ?? [];
  if (workspaceId === undefined || id === undefined) return undefined;
  if (kind === 'sprints' && !commentId) return { operation: getSprint, args: { workspaceId, sprintId: id } };
  if (kind === 'objectives' && !commentId)
    return { operation: getObjective, args: { workspaceId, objectiveId: id } };
  if (kind !== 'stories') return undefined;
  if (commentId) return { operation: getComment, args: { workspaceId, storyId: id, commentId } };
  return storyReference().safeParse(id).success
    ? { operation: getStoryByReference, args: { workspaceId, reference: id } }
    : { operation: getStory, args: { workspaceId, storyId: id } };
}

/** Reads a resource with the rights of the moment, as JSON of what `shown` returns; undefined for an address of nothing. Rethrows refusals. */
export async function readResource(
  call: Omit<ToolCall, 'args'>,
  uri: string,
  shown: (data: unknown) => Promise<unknown>,
): Promise<TextContent | undefined> {
  const found = locate(uri);
  if (!found) return undefined;
  const result = await runOperation(found.operation, { ...call, args: found.args });
  const [{ text }] = toToolResult({ ...result, data: await shown(result.data) }, 'shown', 'json').content;
  return { uri, mimeType: 'application/json', text };
}
