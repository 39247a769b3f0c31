import * as z from 'zod';
import { assertAlone, type ToolVariant } from '../../kernel/api/mcp/tool-variant.ts';
import type { ToolOutcome } from '../../kernel/api/mcp/tool-result.ts';
import { notFound } from '../../kernel/core/errors.ts';
import { webAddress } from '../../kernel/core/schema.ts';
import { createStoryLink } from './create-story-link.ts';
import { deleteStoryLink } from './delete-story-link.ts';
import { listStoryLinks } from './list-story-links.ts';
import { isSamePage, LINKS_MAX } from './story-links.ts';
import { updateStoryLink } from './update-story-link.ts';
import { runOnStory } from '../story/run-on-story.ts';

/** manage_relations: links a page to a story, gives its link another title or removes it; pages are named by their address. */
export const linkedPage: ToolVariant = {
  askedBy: ['url'],
  takes: ['storyId', 'action', 'title'],
  input: () => ({
    url: z.string().optional().meta({ description: 'Instead, a page to link.' }),
    title: z.string().optional(),
  }),
  run: async (call) => {
    const { url, title, action } = call.args;
    if (action === 'remove') assertAlone({ action, title }, { asked: 'action', takes: [] });
    const run = runOnStory(call);
    const { data: links } = await run(listStoryLinks, { limit: LINKS_MAX });
    const address = webAddress().safeParse(url).data;
    const existing = address === undefined ? undefined : links.find((link) => isSamePage(link.url, address));
    if (action === 'remove') {
      if (!existing) throw notFound('link');
      await run(deleteStoryLink, { linkId: existing.id });
      return done(existing.id, `Removed the link to ${existing.url}.`);
    }
    const titled = title === undefined ? {} : { title };
    if (!existing) {
      const created = (await run(createStoryLink, { url, ...titled })).data;
      return done(created.id, `Linked ${created.url}.`);
    }
    const { id: linkId, updatedAt: expectedUpdatedAt } = existing;
    if (title !== undefined) await run(updateStoryLink, { linkId, expectedUpdatedAt, ...titled });
    return done(linkId, `Linked ${existing.url}.`);
  },
};

const done = (id: string, message: string): ToolOutcome => ({ data: { id, message }, replayed: false });
