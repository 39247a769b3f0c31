import { expect } from 'vitest';
import { newKey } from '../support/workspace.ts';
import { busyFeedApi, calendarAt } from '../busy-feeds/busy-feed-api.ts';
import { workingTimeApi } from '../working-time/working-time-api.ts';
import type { Place, Write } from './write.ts';

/** Setting hours, and adding and deleting days off and busy times, each under a key. */
export function workingTimeWrites(place: () => Place): Record<string, Write> {
  const own = () => workingTimeApi(place().workspace, place().admin.client, place().admin.id);
  const ownFeeds = () => busyFeedApi(place().workspace, place().admin.client, place().admin.id);
  const keyed = () => ({ 'idempotency-key': newKey() });
  const days = () => ({ startDate: '2026-12-24', endDate: '2026-12-31', name: newKey() });
  const hour = () => ({
    startDate: '2026-12-01T09:00:00.000Z',
    endDate: '2026-12-01T10:00:00.000Z',
    name: newKey(),
  });
  const named = (all: { name: string }[], { name }: { name: string }) =>
    all.filter((one) => one.name === name);

  return {
    async updateWorkingHours() {
      const { updatedAt } = await own().workAt({ timeZone: 'UTC', weekly: {} });
      const percent = Number.parseInt(newKey().slice(0, 4), 16) % 101;
      const teamShares = [{ teamId: place().team.id, percent }];
      const [body, headers] = [
        { expectedUpdatedAt: updatedAt, timeZone: 'Asia/Kathmandu', weekly: {}, teamShares },
        keyed(),
      ];
      return {
        send: () => own().setHours(body, headers),
        async verify({ status, json, text }) {
          expect(status, text).toBe(200);
          expect(json.data).toMatchObject({ timeZone: 'Asia/Kathmandu', teamShares });
          expect((await own().hours()).json.data).toEqual(json.data);
        },
      };
    },
    async createTimeOff() {
      const [body, headers] = [days(), keyed()];
      return {
        send: () => own().addTimeOff(body, headers),
        async verify({ status, json, text }) {
          expect(status, text).toBe(201);
          expect(named((await own().timeOff({ limit: 100 })).json.data, body)).toEqual([json.data]);
        },
      };
    },
    async deleteTimeOff() {
      const body = days();
      const [{ id }, headers] = [await own().takeOff(body), keyed()];
      return {
        send: () => own().deleteTimeOff(id, headers),
        async verify({ status, json, text }) {
          expect([status, json.data], text).toEqual([200, { id, deleted: true }]);
          expect(named((await own().timeOff({ limit: 100 })).json.data, body)).toEqual([]);
        },
      };
    },
    async createBusyFeed() {
      const [feeds, headers] = [ownFeeds(), keyed()];
      for (const { id } of await feeds.all()) await feeds.delete(id);
      return {
        send: () => feeds.send({ url: calendarAt() }, headers),
        async verify({ status, json, text }) {
          expect(status, text).toBe(201);
          expect((await feeds.all()).map(({ id }) => id)).toEqual([json.data.id]);
        },
      };
    },
    async deleteBusyFeed() {
      const feeds = ownFeeds();
      const [{ id }, headers] = [await feeds.create(), keyed()];
      return {
        send: () => feeds.delete(id, headers),
        async verify({ status, json, text }) {
          expect([status, json.data], text).toEqual([200, { id, deleted: true }]);
          expect((await feeds.all()).map((one) => one.id)).not.toContain(id);
        },
      };
    },
    async createBusyTime() {
      const [body, headers] = [hour(), keyed()];
      return {
        send: () => own().addBusy(body, headers),
        async verify({ status, json, text }) {
          expect(status, text).toBe(201);
          expect(named((await own().busy({ limit: 100 })).json.data, body)).toEqual([json.data]);
        },
      };
    },
    async deleteBusyTime() {
      const body = hour();
      const [{ id }, headers] = [await own().beBusy(body), keyed()];
      return {
        send: () => own().deleteBusy(id, headers),
        async verify({ status, json, text }) {
          expect([status, json.data], text).toEqual([200, { id, deleted: true }]);
          expect(named((await own().busy({ limit: 100 })).json.data, body)).toEqual([]);
        },
      };
    },
  };
}
