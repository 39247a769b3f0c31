import { expect } from 'vitest';
import { createStoryAs, newKey } from '../support/workspace.ts';
import { timeApi } from '../time-entries/time-api.ts';
import type { Place, Write } from './write.ts';

/** Logging, changing and deleting time, with a key each; each also moves the sum of its story. */
export function timeEntryWrites(place: () => Place): Record<string, Write> {
  const prepare = async () => {
    const { workspace, admin, team } = place();
    const time = timeApi(workspace, admin.client);
    const story = await createStoryAs(admin.client, workspace, { teamId: team.id });
    const minutes = async () => (await time.sum({ storyId: story.id })).minutes;
    return { time, story, minutes, headers: { 'idempotency-key': newKey() } };
  };
  return {
    async createTimeEntry() {
      const { time, story, minutes, headers } = await prepare();
      return {
        send: () => time.send(story, { minutes: 30 }, headers),
        async verify({ status, json, text }) {
          expect(status, text).toBe(201);
          expect((await time.listOf(story)).json.data).toEqual([json.data]);
          expect(await minutes()).toBe(30);
        },
      };
    },
    async updateTimeEntry() {
      const { time, story, minutes, headers } = await prepare();
      const entry = await time.log(story, 30);
      const body = { expectedUpdatedAt: entry.updatedAt, minutes: 45 };
      return {
        send: () => time.update(story, entry, body, headers),
        async verify({ status, json, text }) {
          expect(status, text).toBe(200);
          expect((await time.get(story, entry)).json.data).toEqual(json.data);
          expect(await minutes()).toBe(45);
        },
      };
    },
    async deleteTimeEntry() {
      const { time, story, minutes, headers } = await prepare();
      const { id } = await time.log(story, 30);
      return {
        send: () => time.delete(story, { id }, headers),
        async verify({ status, json, text }) {
          expect([status, json.data], text).toEqual([200, { id, deleted: true }]);
          expect((await time.get(story, { id })).status).toBe(404);
          expect(await minutes()).toBe(0);
        },
      };
    },
  };
}
