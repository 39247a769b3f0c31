import { nextTimestamp } from '../../kernel/core/clock.ts';
import type { OperationContext } from '../../kernel/core/call.ts';
import type { Item } from '../../kernel/core/database.ts';
import { ApiError, notFound, writeConflict } from '../../kernel/core/errors.ts';
import { teamIsOpen } from '../../identity/team/team-store.ts';
import { getFromBin, takeFromBin } from '../bin/bin-store.ts';
import { waitForBin } from '../bin/wait-for-bin.ts';
import { deletedThreads, threadSteps } from '../comments/put-comments-back.ts';
import { putRelationsBack } from '../relations/put-relations-back.ts';
import { isExternalTaken, reserveExternal } from './external-identity-store.ts';
import { withoutGone } from '../story-references/without-gone.ts';
import { getStoryRelations } from '../story/story-relations-store.ts';
import { storyKeyOf, storyTeamOf, toStory, restoreStoryItem, storyExists } from '../story/story-store.ts';
import type { Story } from '../story/story.ts';

type PutStoryBackContext = Pick<
  OperationContext,
  'caller' | 'read' | 'now' | 'pause' | 'commit' | 'tryWrite'
>;

/** Puts a story back from the bin, with what was deleted with it. Throws a 404 if the caller finds none there. */
export async function putStoryBack(call: PutStoryBackContext, storyId: string): Promise<Story> {
  const { caller, read, now, commit } = call;
  const find = () => getFromBin(read, storyId, storyKeyOf(storyId), now);
  const deleted = await waitForBin(call, find);
  if (!deleted || !caller.teamIds.has(storyTeamOf(deleted))) throw notFound('deleted story');
  await relationsEnded(call, storyId);
  const story = await restoredStory(call, deleted);
  const [comments = []] = await commentSteps(call, story);
  await commit(
    [
      restoreStoryItem(story, deleted, writeConflict),
      takeFromBin(storyId, deleted, writeConflict),
      ...reserveExternal(caller, story),
      ...(story.parentId ? [storyExists(story.parentId, writeConflict)] : []),
      teamIsOpen(story.teamId, () => notFound('deleted story')),
      ...comments,
    ],
    storyId,
  );
  await putContentsBack(call, deleted);
  return story;
}

/** Puts back the comments and relations that were deleted with a restored story, as far as the bin has them. */
export async function putContentsBack(call: PutStoryBackContext, item: Item): Promise<void> {
  const { id, workspaceId } = toStory(item);
  const steps = await commentSteps(call, { id, workspaceId, teamId: storyTeamOf(item) });
  for (const step of steps) await call.tryWrite(step);
  await putRelationsBack(call, id);
}

/** The stream ends the relations of a deleted story, and puts them into the bin. */
async function relationsEnded(call: PutStoryBackContext, storyId: string): Promise<void> {
  const isDone = await waitForBin(call, async () =>
    (await getStoryRelations(call.read, storyId)) ? undefined : true,
  );
  if (!isDone) {
    throw new ApiError('service_unavailable', 'The deletion of the story has not ended yet.');
  }
}

async function commentSteps(
  { read, now }: Pick<PutStoryBackContext, 'read' | 'now'>,
  { id, workspaceId, teamId }: Pick<Story, 'id' | 'workspaceId' | 'teamId'>,
) {
  return threadSteps(await deletedThreads(read, id, now), { workspaceId, teamId }, now);
}

/** The next version of a deleted story: without what is gone, or was given to another story since. */
async function restoredStory({ read, now }: PutStoryBackContext, deleted: Item): Promise<Story> {
  const story = await withoutGone(read, toStory(deleted));
  const external = (await isExternalTaken(read, story))
    ? { externalId: null, externalSource: null, externalUrl: null }
    : {};
  return { ...story, ...external, claim: null, updatedAt: nextTimestamp(now, story.updatedAt) };
}
