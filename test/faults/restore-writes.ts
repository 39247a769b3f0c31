import { expect } from 'vitest';
import { commentKind } from '../../shared/planning/comments/comment-store.ts';
import { relationKind } from '../../shared/planning/relations/relation-store.ts';
import { storyKind } from '../../shared/planning/story/story-store.ts';
import type { ItemKind } from '../../shared/kernel/db/table.ts';
import { untilInBin } from '../change-sets/until-in-bin.ts';
import { relationApi } from '../relations/relation-api.ts';
import { createStoryAs, newKey } from '../support/workspace.ts';
import type { Place, Write } from './write.ts';

/** Restoring what was deleted, once the bin has it. */
export function restoreWrites(place: () => Place): Record<string, Write> {
  const newStory = () =>
    createStoryAs(place().admin.client, place().workspace, { teamId: place().team.id, title: newKey() });
  const storyPath = ({ id }: { id: string }) => `${place().workspace.path}/stories/${id}`;
  const comment = async (story: { id: string }, body: object) =>
    (await place().admin.client.post(`${storyPath(story)}/comments`, body)).json.data;

  async function restoring(storyId: string, kind: ItemKind, id: string, path: string) {
    const { admin, workspace } = place();
    await admin.client.delete(path);
    await untilInBin(workspace, storyId, kind, id);
    const headers = { 'idempotency-key': newKey() };
    return () => admin.client.post(`${path}/restore`, undefined, headers);
  }

  return {
    async 'restoreStory with comments'() {
      const story = await newStory();
      const root = await comment(story, { content: 'Root' });
      await comment(story, { content: 'Reply', parentId: root.id });
      return {
        send: await restoring(story.id, storyKind, story.id, storyPath(story)),
        async verify({ status, json, text }) {
          expect([status, json.data?.title], text).toEqual([200, story.title]);
          const { client } = place().admin;
          expect((await client.get(storyPath(story))).json.data).toEqual(json.data);
          const found = (await client.get(`${storyPath(story)}/comments/${root.id}`)).json.data;
          expect(found.replies).toHaveLength(1);
        },
      };
    },
    async restoreComment() {
      const story = await newStory();
      const root = await comment(story, { content: 'Root' });
      await comment(story, { content: 'Reply', parentId: root.id });
      const path = `${storyPath(story)}/comments/${root.id}`;
      return {
        send: await restoring(story.id, commentKind, root.id, path),
        async verify({ status, json, text }) {
          expect([status, json.data?.replies.length], text).toEqual([200, 1]);
          expect((await place().admin.client.get(path)).json.data).toEqual(json.data);
        },
      };
    },
    async restoreRelation() {
      const [one, other] = [await newStory(), await newStory()];
      const relations = relationApi(place().workspace, place().admin.client);
      const made = await relations.relate(one, 'blocks', other);
      return {
        send: await restoring(one.id, relationKind, made.id, `${storyPath(one)}/relations/${made.id}`),
        async verify({ status, json, text }) {
          expect([status, json.data], text).toEqual([200, made]);
          expect(await relations.list(one)).toEqual([made]);
          expect(await relations.blockersOf(other)).toMatchObject([{ id: one.id }]);
        },
      };
    },
  };
}
