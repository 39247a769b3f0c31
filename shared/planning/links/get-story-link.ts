import { operation } from '../../kernel/api/operation/operation.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { readableStoryOrThrow } from '../story/story-access.ts';
import { getStoryItem } from '../story/story-store.ts';
import { storyLinkSchema } from '../story-parts/link.ts';
import { LINKS_PATH } from './list-story-links.ts';
import { linkOrThrow } from './story-links.ts';

export const getStoryLink = operation({
  id: 'getStoryLink',
  method: 'GET',
  path: `${LINKS_PATH}/{linkId}`,
  tag: 'Links',
  summary: 'Get a link of a story',
  description: 'Returns one link of a story.',
  scopes: ['stories:read'],
  params: { storyId: uuid(), linkId: uuid() },
  output: storyLinkSchema,
  load: ({ path, read }) => ({ story: getStoryItem(read, path.storyId) }),
  handle: async ({ path: { linkId }, loaded: { story }, caller }) =>
    linkOrThrow(readableStoryOrThrow(caller, story), linkId),
});
