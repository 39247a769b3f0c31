import { writeConflict } from '../core/errors.ts';
import { operation, WORKSPACE_PATH } from '../api/operation/operation.ts';
import { nextTimestamp } from '../core/clock.ts';
import { uuid } from '../core/schema.ts';
import { readableStoryOrThrow } from './story-access.ts';
import { storySchema } from './story.ts';
import { getStoryItem, replaceStory, toStory, toStoryJson } from './story-store.ts';

/** The operation that archives or unarchives a story; idempotent. */
export function storyArchiving(declared: {
  id: string;
  suffix: string;
  summary: string;
  description: string;
  archive: boolean;
}) {
  const { id, suffix, summary, description, archive } = declared;
  return operation({
    id,
    method: 'POST',
    path: `${WORKSPACE_PATH}/stories/{storyId}/${suffix}`,
    tag: 'Stories',
    summary,
    description,
    scopes: ['stories:write'],
    role: 'member',
    teamRestricted: 'allowed',
    errors: ['conflict'],
    params: { storyId: uuid() },
    output: storySchema,
    load: ({ path, read }) => ({ story: getStoryItem(read, path.storyId) }),
    handle: async ({ loaded, caller, now, commit }) => {
      const item = readableStoryOrThrow(caller, loaded.story);
      const story = toStory(item);
      if ((story.archivedAt !== null) === archive) {
        await commit([], story.id);
        return story;
      }
      const updatedAt = nextTimestamp(now, story.updatedAt);
      const next = { ...story, archivedAt: archive ? updatedAt : null, updatedAt };
      await commit([replaceStory(next, item, writeConflict)], story.id);
      return next;
    },
    replay: async ({ caller, read, resourceId }) =>
      toStoryJson(readableStoryOrThrow(caller, await getStoryItem(read, resourceId))),
  });
}
