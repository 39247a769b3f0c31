import { expect } from 'vitest';
import { attachmentApi, announced, upload } from '../attachments/attachment-api.ts';
import { createStoryAs, newKey } from '../support/workspace.ts';
import type { Place, Write } from './write.ts';

/** Attaching files to a story. */
export function attachmentWrites(place: () => Place): Record<string, Write> {
  const api = () => attachmentApi(place().workspace, place().admin.client);
  const story = () => createStoryAs(place().admin.client, place().workspace, { teamId: place().team.id });
  const keyed = () => ({ 'idempotency-key': newKey() });

  return {
    async createAttachment() {
      const [one, headers] = [await story(), keyed()];
      return {
        send: () => api().send(one, announced, headers),
        async verify({ status, json, text }) {
          expect(status, text).toBe(201);
          expect(await api().list(one)).toEqual([json.data]);
        },
      };
    },
    async completeAttachment() {
      const [one, headers] = [await story(), keyed()];
      const { attachment, form } = await api().create(one);
      await upload(form, 'hello');
      return {
        send: () => api().complete(one, attachment, headers),
        async verify({ status, json, text }) {
          expect([status, json.data.state], text).toEqual([200, 'ready']);
          expect(await api().list(one)).toEqual([json.data]);
          expect((await api().download(one, attachment)).status).toBe(200);
        },
      };
    },
    async deleteAttachment() {
      const [one, headers] = [await story(), keyed()];
      const attachment = await api().attach(one);
      return {
        send: () => api().delete(one, attachment, headers),
        async verify({ status, json, text }) {
          expect([status, json.data], text).toEqual([200, { id: attachment.id, deleted: true }]);
          expect(await api().list(one)).toEqual([]);
        },
      };
    },
  };
}
