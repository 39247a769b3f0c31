import { operation } from '../../kernel/api/operation/operation.ts';
import { nextVersion } from '../../kernel/api/operation/patch.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { readableStoryOrThrow } from '../story/story-access.ts';
import { getStoryItem, toStory } from '../story/story-store.ts';
import { storyLinkSchema } from '../story-parts/link.ts';
import { linkPatch } from './link-requests.ts';
import { LINKS_PATH } from './list-story-links.ts';
import { assertLinksFit, linkOrThrow, linkRecord, recordedLink, replaceLinks } from './story-links.ts';

export const updateStoryLink = operation({
  id: 'updateStoryLink',
  method: 'PATCH',
  path: `${LINKS_PATH}/{linkId}`,
  tag: 'Links',
  summary: 'Update a link of a story',
  description:
    "Changes title, kind or state, provided that expectedUpdatedAt is the link's current updatedAt. Its address cannot be changed: delete the link and create another.",
  scopes: ['stories:write'],
  role: 'member',
  teamRestricted: 'allowed',
  errors: ['version_conflict', 'conflict'],
  params: { storyId: uuid(), linkId: uuid() },
  body: linkPatch.schema,
  output: storyLinkSchema,
  load: ({ path, read }) => ({ story: getStoryItem(read, path.storyId) }),
  handle: async ({ path: { storyId, linkId }, body, loaded, caller, now, commit }) => {
    const item = readableStoryOrThrow(caller, loaded.story);
    const link = linkOrThrow(item, linkId);
    if (link.updatedAt !== body.expectedUpdatedAt) throw linkPatch.conflict(link, body);
    const next = nextVersion(link, linkPatch.apply(link, body), now);
    if (next === link) await commit([], linkRecord(storyId, link));
    else {
      const links = toStory(item).links.map((one) => (one.id === linkId ? next : one));
      assertLinksFit(links, next, ['title']);
      await commit([replaceLinks(item, links, now)], linkRecord(storyId, link));
    }
    return next;
  },
  replay: async ({ caller, read, resourceId }) => {
    const { storyId, linkId } = recordedLink(resourceId);
    return linkOrThrow(readableStoryOrThrow(caller, await getStoryItem(read, storyId)), linkId);
  },
});
