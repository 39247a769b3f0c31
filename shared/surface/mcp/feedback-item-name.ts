import { runOperation, type ToolCall } from '../../kernel/api/mcp/tool.ts';
import type { Row } from '../../kernel/api/mcp/result-data.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { listFeedbackItems } from '../../feedback/items/list-feedback-items.ts';
import { listPortals } from '../../feedback/portals/list-portals.ts';
import { TOOL_PAGE_MAX_SIZE } from '../../kernel/api/mcp/tool-schemas.ts';
import { listedIdOf } from './listed-id.ts';

interface ItemLookup {
  /** The portals of the items; by default all. */
  portalIds?: readonly unknown[];
  /** What one is called in an error. */
  noun: string;
  /** The argument. */
  path: string;
}

/** The address of an item's page. */
const ADDRESS = /^https?:\/\/[^?#]*\/items\/(?<slug>[^/?#]+)\/?(?:[?#].*)?$/i;

/**
 * The id of the feedback item that an argument names by its title, its slug or the address of its page; one that was
 * merged into another is named by its id alone. Throws a 400 for a name that means none or several, without the words
 * of visitors.
 */
export async function feedbackItemIdOf(
  call: ToolCall,
  { portalIds, noun, path }: ItemLookup,
  named: unknown,
): Promise<unknown> {
  if (typeof named !== 'string' || uuid().safeParse(named).success) return named;
  const { workspaceId } = call.args;
  const ids = portalIds ?? (await allPortalIds(call));
  const lookup = {
    list: listFeedbackItems,
    queries: ids.map((portalId) => ({ portalId, hidden: 'include' })),
    noun,
    path,
    foundBy: 'search with type: ["feedback_item"] finds them',
    namesOf: ({ mergedIntoId, title, slug }: Row) => (mergedIntoId === null ? [title, slug].map(String) : []),
  };
  return await listedIdOf({ ...call, args: { workspaceId } }, lookup, slugIn(named.trim()));
}

async function allPortalIds(call: ToolCall): Promise<string[]> {
  const args = { workspaceId: call.args['workspaceId'], limit: TOOL_PAGE_MAX_SIZE };
  const { data } = await runOperation(listPortals, { ...call, args });
  return data.map(({ id }) => id);
}

function slugIn(text: string): string {
  const slug = ADDRESS.exec(text)?.groups!['slug'];
  if (slug === undefined) return text;
  try {
    return decodeURIComponent(slug);
  } catch {
    return slug;
  }
}
