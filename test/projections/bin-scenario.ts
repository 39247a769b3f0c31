import { expect } from 'vitest';
import type { Team } from '../../shared/identity/team/team.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { getFromBin } from '../../shared/planning/bin/bin-store.ts';
import { commentKind } from '../../shared/planning/comments/comment-store.ts';
import { storyKind } from '../../shared/planning/story/story-store.ts';
import { storyApi } from '../stories/story-api.ts';
import type { Client } from '../support/client.ts';
import type { TestWorkspace } from '../support/workspace.ts';
import type { Scenario } from './scenarios.ts';

/** A comment and a story that are deleted and can be restored. */
export async function binScenario(
  workspace: TestWorkspace,
  { id: teamId }: Team,
  client: Client,
): Promise<Scenario> {
  const stories = storyApi(workspace, client);
  const [story, gone] = [await stories.create({ teamId }), await stories.create({ teamId })];
  const path = `${workspace.path}/stories/${story.id}/comments`;
  const comment = (await client.post(path, { content: 'Said' })).json.data;
  return {
    async change() {
      await client.delete(`${path}/${comment.id}`);
      await stories.delete(gone.id);
    },
    async expectDone() {
      const [read, now] = [createReader(workspace.database), new Date()];
      expect(await getFromBin(read, story.id, commentKind.key(comment.id), now)).toMatchObject({
        storyId: story.id,
      });
      expect(await getFromBin(read, gone.id, storyKind.key(gone.id), now)).toMatchObject({ teamId });
    },
  };
}
