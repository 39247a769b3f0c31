import { deletedSchema, operation } from '../../kernel/api/operation/operation.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { readableStoryOrThrow } from '../story/story-access.ts';
import { getStoryItem, toStory } from '../story/story-store.ts';
import { LINKS_PATH } from './list-story-links.ts';
import { linkOrThrow, replaceLinks } from './story-links.ts';

export const deleteStoryLink = operation({
  id: 'deleteStoryLink',
  method: 'DELETE',
  path: `${LINKS_PATH}/{linkId}`,
  tag: 'Links',
  summary: 'Delete a link of a story',
  description: 'Removes a link from a story, as a change of the story.',
  scopes: ['stories:write'],
  role: 'member',
  teamRestricted: 'allowed',
  errors: ['conflict'],
  ifMatch: true,
  params: { storyId: uuid(), linkId: uuid() },
  output: deletedSchema,
  load: ({ path, read }) => ({ story: getStoryItem(read, path.storyId) }),
  handle: async ({ path: { linkId: id }, loaded, caller, now, assertMatch, commit }) => {
    const item = readableStoryOrThrow(caller, loaded.story);
    assertMatch(linkOrThrow(item, id));
    const links = toStory(item).links.filter((one) => one.id !== id);
    await commit([replaceLinks(item, links, now)], id);
    return { id, deleted: true as const };
  },
  replay: async ({ resourceId: id }) => ({ id, deleted: true as const }),
});
