import { writeConflict } from '../../kernel/core/errors.ts';
import { operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { withArchived, type ArchivingDeclaration } from '../../kernel/core/archiving.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { assertNotClaimedByOther } from '../story-parts/claim.ts';
import { readableStoryOrThrow } from '../story/story-access.ts';
import { nextSchedulingStatus } from '../story/story-rules.ts';
import { storySchema } from '../story/story.ts';
import { getStoryItem, showStory, storyAt, toStory, replaceStory } from '../story/story-store.ts';

/** The operation that archives or unarchives a story; idempotent. */
export function storyArchiving({ id, suffix, summary, description }: ArchivingDeclaration) {
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
    errors: ['conflict', 'claimed'],
    ifMatch: true,
    params: { storyId: uuid() },
    output: storySchema,
    load: ({ path, read }) => ({ story: getStoryItem(read, path.storyId) }),
    handle: async ({ loaded, caller, now, assertMatch, commit }) => {
      const item = readableStoryOrThrow(caller, loaded.story);
      const story = toStory(item);
      assertMatch(story);
      assertNotClaimedByOther(story, caller, now);
      const archived = withArchived(story, suffix, now);
      const autoSchedulingStatus = nextSchedulingStatus(story, archived, undefined);
      const next = archived === story ? story : { ...archived, autoSchedulingStatus };
      await commit(next === story ? [] : [replaceStory(next, item, writeConflict)], story.id);
      return storyAt(next, now);
    },
    replay: async ({ caller, read, resourceId, now }) =>
      showStory(readableStoryOrThrow(caller, await getStoryItem(read, resourceId)), now),
  });
}
