import { writeConflict } from '../../kernel/core/errors.ts';
import type { OperationContext } from '../../kernel/core/call.ts';
import { deletedSchema, operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { destructive } from '../../kernel/api/operation/tool-declaration.ts';
import { nextTimestamp } from '../../kernel/core/clock.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { assertNotClaimedByOther } from '../story-parts/claim.ts';
import { releaseExternal } from './external-identity-store.ts';
import { readableStoryOrThrow } from '../story/story-access.ts';
import { findChildKeys } from '../story/story-lookup-store.ts';
import {
  getStoryItem,
  storyIdOf,
  toStory,
  closeStory,
  deleteStoryItem,
  replaceStory,
} from '../story/story-store.ts';

/** Number of children updated per batch. */
const CHILD_CONCURRENCY = 25;

export const deleteStory = operation({
  id: 'deleteStory',
  method: 'DELETE',
  path: `${WORKSPACE_PATH}/stories/{storyId}`,
  tag: 'Stories',
  summary: 'Delete a story',
  description:
    'Deletes a story and its comments; restoreStory brings both back for 30 days. Its number is not reused; its children lose their parent. A story with thousands of comments is deleted in steps: repeat the request while it returns 503.',
  scopes: ['stories:write'],
  role: 'member',
  teamRestricted: 'allowed',
  errors: ['conflict', 'claimed'],
  ifMatch: true,
  params: { storyId: uuid() },
  output: deletedSchema,
  tool: {
    name: 'delete_story',
    title: 'Delete a story',
    description:
      'Deletes a story and its comments, in two calls. The first, {"story":"ENG-12"}, changes nothing: it returns what would be deleted and a confirmationToken. Ask the user, then call again with the token within 10 minutes.',
    annotations: destructive,
  },
  load: ({ path, read }) => ({ story: getStoryItem(read, path.storyId) }),
  handle: async (call) => {
    const item = readableStoryOrThrow(call.caller, call.loaded.story);
    const story = toStory(item);
    const { id, updatedAt } = story;
    // Imported on demand, since most requests of stories do not need it.
    const { deleteStoryComments } = await import('../comments/delete-threads.ts');
    call.assertMatch({ updatedAt });
    assertNotClaimedByOther(story, call.caller, call.now);
    if (!(await call.tryWrite([closeStory(item, writeConflict)]))) throw writeConflict();
    if (!(await deleteStoryComments(call, id))) throw writeConflict();
    await detachChildren(call, id);
    await call.commit([deleteStoryItem(item, writeConflict), ...releaseExternal(story)], id);
    await detachChildren(call, id);
    // No comments were added since the story was closed; this deletes those that the index did not show yet.
    await deleteStoryComments(call, id);
    return { id, deleted: true as const };
  },
  replay: async ({ resourceId: id }) => ({ id, deleted: true as const }),
});

/**
 * Clears parentId in a story's children: before its deletion, so that a retry completes an interrupted one,
 * and afterwards for children added meanwhile. None can be added once the story is deleted.
 */
async function detachChildren({ read, now, tryWrite }: OperationContext, parentId: string): Promise<void> {
  const done = new Set<string>();
  for (;;) {
    const keys = await findChildKeys(read, parentId, done.size + CHILD_CONCURRENCY);
    const ids = keys.map(storyIdOf).filter((id) => !done.has(id));
    if (ids.length === 0) return;
    const detach = async (id: string) => {
      const item = await getStoryItem(read, id);
      const child = item && toStory(item);
      if (!item || child?.parentId !== parentId) return true;
      const updatedAt = nextTimestamp(now, child.updatedAt);
      return await tryWrite([replaceStory({ ...child, parentId: null, updatedAt }, item, writeConflict)]);
    };
    const detached = await Promise.all(ids.map(detach));
    ids.forEach((id, position) => detached[position] && done.add(id));
  }
}
