import { expect } from 'vitest';
import { feedApi } from '../calendar-feeds/feed-api.ts';
import { newKey } from '../support/workspace.ts';
import type { Place, Write } from './write.ts';

/** What is done to calendar feeds. */
export function calendarFeedWrites(place: () => Place): Record<string, Write> {
  const api = () => feedApi(place().workspace, place().admin.client);
  const listed = async () => (await api().list({ limit: 100 })).json.data as { id: string }[];
  return {
    async createCalendarFeed() {
      const headers = { 'idempotency-key': newKey() };
      const before = (await listed()).length;
      return {
        send: () => api().send({ kind: 'my_schedule' }, headers),
        async verify({ status, json, text, headers: answered }) {
          expect(status, text).toBe(201);
          // An address that its caller never saw is none: the first answer shows it, or a replay without it follows.
          expect('url' in json).toBe(!answered.has('idempotent-replayed'));
          expect(await listed()).toHaveLength(before + 1);
          await api().delete(json.data.id);
        },
      };
    },
    async deleteCalendarFeed() {
      const { json } = await api().send({ kind: 'my_stories' });
      const { id } = json.data as { id: string };
      const headers = { 'idempotency-key': newKey() };
      return {
        send: () => api().delete(id, headers),
        async verify({ status, json: answer, text }) {
          expect([status, answer.data], text).toEqual([200, { id, deleted: true }]);
          expect((await listed()).map((one) => one.id)).not.toContain(id);
        },
      };
    },
  };
}
