import { expect } from 'vitest';
import { findRoots, getCommentItem } from '../../shared/planning/comments/comment-store.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { createStoryAs, newKey } from '../support/workspace.ts';
import type { Place, Write } from './write.ts';

/** A story with a comment and two replies to it, and the way to them. */
async function newThread({ workspace, team, admin }: Place) {
  const story = await createStoryAs(admin.client, workspace, { teamId: team.id });
  const path = `${workspace.path}/stories/${story.id}/comments`;
  const post = async (body: object) => (await admin.client.post(path, body)).json.data;
  const comment = await post({ content: 'Root' });
  const reply = () => post({ content: 'Reply', parentId: comment.id });
  return { story, path, comment, replies: [await reply(), await reply()] };
}

export const commentWrites = (place: () => Place): Record<string, Write> => ({
  async 'deleteStory with comments'() {
    const { workspace, admin } = place();
    const { story, path, comment, replies } = await newThread(place());
    await admin.client.post(path, { content: 'Another' });
    const headers = { 'idempotency-key': newKey() };
    return {
      send: () => admin.client.delete(`${workspace.path}/stories/${story.id}`, headers),
      async verify({ status, json }) {
        expect([status, json.data]).toEqual([200, { id: story.id, deleted: true }]);
        const read = createReader(workspace.database);
        expect(await findRoots(read, story.id, { before: undefined, limit: 10 })).toEqual([]);
        for (const { id } of [comment, ...replies]) expect(await getCommentItem(read, id)).toBeUndefined();
      },
    };
  },
  async 'createComment as a reply'() {
    const { client } = place().admin;
    const { path, comment } = await newThread(place());
    const body = { content: newKey(), parentId: comment.id };
    const headers = { 'idempotency-key': newKey() };
    return {
      send: () => client.post(path, body, headers),
      async verify({ status, json }) {
        expect(status).toBe(201);
        const { replies } = (await client.get(`${path}/${comment.id}`)).json.data;
        expect(replies).toHaveLength(3);
        expect(replies.at(-1)).toEqual(json.data);
      },
    };
  },
  async 'updateComment of a reply'() {
    const { client } = place().admin;
    const { path, replies } = await newThread(place());
    const patch = { expectedUpdatedAt: replies[0].updatedAt, content: newKey() };
    const headers = { 'idempotency-key': newKey() };
    return {
      send: () => client.patch(`${path}/${replies[0].id}`, patch, headers),
      async verify({ status, json }) {
        expect(status).toBe(200);
        expect((await client.get(`${path}/${replies[0].id}`)).json).toEqual(json);
        expect(json.data.content).toBe(patch.content);
      },
    };
  },
  async 'deleteComment with replies'() {
    const { client } = place().admin;
    const { path, comment, replies } = await newThread(place());
    const headers = { 'idempotency-key': newKey() };
    return {
      send: () => client.delete(`${path}/${comment.id}`, headers),
      async verify({ status, json }) {
        expect([status, json.data]).toEqual([200, { id: comment.id, deleted: true }]);
        expect((await client.get(path)).json.data).toEqual([]);
        for (const { id } of [comment, ...replies]) {
          expect((await client.get(`${path}/${id}`)).status).toBe(404);
        }
      },
    };
  },
});
