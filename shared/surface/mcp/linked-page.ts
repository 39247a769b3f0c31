import type { ToolCall } from '../../kernel/api/mcp/tool.ts';
import type { ToolOutcome } from '../../kernel/api/mcp/tool-result.ts';
import { notFound } from '../../kernel/core/errors.ts';
import { webAddress } from '../../kernel/core/schema.ts';
import { createStoryLink } from '../../planning/links/create-story-link.ts';
import { deleteStoryLink } from '../../planning/links/delete-story-link.ts';
import type { StoryLink } from '../../planning/links/link.ts';
import { listStoryLinks } from '../../planning/links/list-story-links.ts';
import { isSamePage, LINKS_MAX } from '../../planning/links/story-links.ts';
import { updateStoryLink } from '../../planning/links/update-story-link.ts';
import { runOnStory } from './run-on-story.ts';

/** Links a page to a story, gives its link another title or removes it; pages are named by their address. */
export async function linkedPage(call: ToolCall, action: string): Promise<ToolOutcome> {
  const { url, title } = call.args;
  const run = runOnStory(call);
  const { data } = await run(listStoryLinks, { limit: LINKS_MAX });
  const address = webAddress().safeParse(url).data;
  const existing =
    address === undefined ? undefined : (data as StoryLink[]).find((link) => isSamePage(link.url, address));
  if (action === 'remove') {
    if (!existing) throw notFound('link');
    await run(deleteStoryLink, { linkId: existing.id });
    return done(existing.id, `Removed the link to ${existing.url}.`);
  }
  const titled = title === undefined ? {} : { title };
  if (!existing) {
    const created = (await run(createStoryLink, { url, ...titled })).data as StoryLink;
    return done(created.id, `Linked ${created.url}.`);
  }
  const { id: linkId, updatedAt: expectedUpdatedAt } = existing;
  if (title !== undefined) await run(updateStoryLink, { linkId, expectedUpdatedAt, ...titled });
  return done(linkId, `Linked ${existing.url}.`);
}

const done = (id: string, message: string): ToolOutcome => ({ data: { id, message }, replayed: false });
