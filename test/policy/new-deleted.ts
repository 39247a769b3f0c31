import { commentKind } from '../../shared/planning/comments/comment-store.ts';
import { relationKind } from '../../shared/planning/relations/relation-store.ts';
import { storyKind } from '../../shared/planning/story/story-store.ts';
import { untilInBin } from '../change-sets/until-in-bin.ts';
import type { Client } from '../support/client.ts';
import type { newFullWorkspace } from '../support/full-workspace.ts';
import { createStoryAs } from '../support/workspace.ts';

type Place = Pick<Awaited<ReturnType<typeof newFullWorkspace>>, 'workspace' | 'team' | 'owner'>;

/** The ids of something deleted, which a caller can restore by an operation with this path. */
export async function newDeleted({ workspace, team, owner }: Place, client: Client, path: string) {
  const newStory = async () => (await createStoryAs(owner.client, workspace, { teamId: team.id })).id;
  const storyId = await newStory();
  const story = `${workspace.path}/stories/${storyId}`;
  if (path.includes('{commentId}')) {
    const { id: commentId } = (await client.post(`${story}/comments`, { content: 'Mine' })).json.data;
    await client.delete(`${story}/comments/${commentId}`);
    await untilInBin(workspace, storyId, commentKind, commentId);
    return { storyId, commentId };
  }
  if (path.includes('{relationId}')) {
    const body = { type: 'blocks', relatedStoryId: await newStory() };
    const { id: relationId } = (await owner.client.post(`${story}/relations`, body)).json.data;
    await owner.client.delete(`${story}/relations/${relationId}`);
    await untilInBin(workspace, storyId, relationKind, relationId);
    return { storyId, relationId };
  }
  await owner.client.delete(story);
  await untilInBin(workspace, storyId, storyKind, storyId);
  return { storyId };
}
