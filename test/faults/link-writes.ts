import { expect } from 'vitest';
import { linkApi } from '../links/link-api.ts';
import { createStoryAs, newKey } from '../support/workspace.ts';
import type { Place, Write } from './write.ts';

/** Linking pages to a story; with a key and, where a repeat is harmless without, without one. */
export function linkWrites(place: () => Place): Record<string, Write> {
  const api = () => linkApi(place().workspace, place().admin.client);
  const story = () => createStoryAs(place().admin.client, place().workspace, { teamId: place().team.id });
  const keyed = () => ({ 'idempotency-key': newKey() });
  const url = 'https://github.com/acme/app/pull/42';

  return {
    async createStoryLink() {
      const [one, headers] = [await story(), keyed()];
      return {
        send: () => api().send(one, { url }, headers),
        async verify({ status, json, text }) {
          expect(status, text).toBe(201);
          expect(await api().list(one)).toEqual([json.data]);
        },
      };
    },
    async 'createStoryLink without a key'() {
      const one = await story();
      return {
        send: () => api().send(one, { url }),
        async verify({ status, json, text }) {
          const [link, ...more] = await api().list(one);
          expect(more).toEqual([]);
          // Its answer lost, it finds the link that it has made.
          if (status === 409) expect(json.error).toMatchObject({ code: 'conflict', resourceId: link!.id });
          else expect([status, json.data], text).toEqual([201, link]);
        },
      };
    },
    async updateStoryLink() {
      const [one, headers, title] = [await story(), keyed(), newKey()];
      const link = await api().create(one, { url });
      return {
        send: () => api().update(one, link, { title }, headers),
        async verify({ status, json, text }) {
          expect(status, text).toBe(200);
          expect(json.data.title).toBe(title);
          expect(await api().list(one)).toEqual([json.data]);
        },
      };
    },
    async deleteStoryLink() {
      const [one, headers] = [await story(), keyed()];
      const link = await api().create(one, { url });
      return {
        send: () => api().delete(one, link, headers),
        async verify({ status, json, text }) {
          expect([status, json.data], text).toEqual([200, { id: link.id, deleted: true }]);
          expect(await api().list(one)).toEqual([]);
        },
      };
    },
  };
}
