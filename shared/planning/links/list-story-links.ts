import { list, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { readableStoryOrThrow } from '../story/story-access.ts';
import { getStoryItem, toStory } from '../story/story-store.ts';
import { storyLinkSchema } from '../story-parts/link.ts';

export const LINKS_PATH = `${WORKSPACE_PATH}/stories/{storyId}/links`;

export const listStoryLinks = list({
  id: 'listStoryLinks',
  path: LINKS_PATH,
  tag: 'Links',
  summary: 'List the links of a story',
  description: 'Returns the links of a story, newest first. The story itself has them too, oldest first.',
  scopes: ['stories:read'],
  params: { storyId: uuid() },
  item: storyLinkSchema,
  load: ({ path, read }) => ({ story: getStoryItem(read, path.storyId) }),
  handle: async ({ loaded: { story }, caller, page: { after, limit } }) => {
    const newestFirst = toStory(readableStoryOrThrow(caller, story))
      .links.filter(({ id }) => after === undefined || id < after)
      .sort((one, other) => (one.id < other.id ? 1 : -1));
    const items = newestFirst.slice(0, limit);
    return { items, next: items.length < newestFirst.length ? items.at(-1)!.id : undefined };
  },
});
