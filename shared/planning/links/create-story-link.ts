import { operation } from '../../kernel/api/operation/operation.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { readableStoryOrThrow } from '../story/story-access.ts';
import { getStoryItem, toStory } from '../story/story-store.ts';
import { storyLinkSchema, type StoryLink } from '../story-parts/link.ts';
import { kindOfUrl } from './link-kind.ts';
import { linkCreateSchema } from './link-requests.ts';
import { LINKS_PATH } from './list-story-links.ts';
import {
  assertLinksFit,
  assertNewLink,
  linkOrThrow,
  linkRecord,
  LINKS_MAX,
  recordedLink,
  replaceLinks,
} from './story-links.ts';

export const createStoryLink = operation({
  id: 'createStoryLink',
  method: 'POST',
  path: LINKS_PATH,
  tag: 'Links',
  summary: 'Link a page to a story',
  description: `Adds a pull request, branch, commit, document, design or any other page to a story, which can have ${LINKS_MAX} links. Each is a change of the story. A second link to the same address is a 409 conflict with the id of the first as resourceId.`,
  scopes: ['stories:write'],
  role: 'member',
  teamRestricted: 'allowed',
  status: 201,
  errors: ['conflict', 'quota_exceeded'],
  params: { storyId: uuid() },
  body: linkCreateSchema,
  output: storyLinkSchema,
  load: ({ path, read }) => ({ story: getStoryItem(read, path.storyId) }),
  handle: async ({ path: { storyId }, body, loaded, caller, now, newId, commit }) => {
    const item = readableStoryOrThrow(caller, loaded.story);
    const { links } = toStory(item);
    const { url, title = null, kind = kindOfUrl(url), state = null } = body;
    assertNewLink(links, url);
    const at = now.toISOString();
    const link: StoryLink = { id: newId(), url, title, kind, state, createdAt: at, updatedAt: at };
    const next = [...links, link];
    assertLinksFit(next, link, ['url', 'title']);
    await commit([replaceLinks(item, next, now)], linkRecord(storyId, link));
    return link;
  },
  replay: async ({ caller, read, resourceId }) => {
    const { storyId, linkId } = recordedLink(resourceId);
    return linkOrThrow(readableStoryOrThrow(caller, await getStoryItem(read, storyId)), linkId);
  },
});
