import { expect } from 'vitest';
import { exportApi } from '../exports/export-api.ts';
import { newKey } from '../support/workspace.ts';
import type { Place, Write } from './write.ts';

/** What is done to exports. */
export function exportWrites(place: () => Place): Record<string, Write> {
  const api = () => exportApi(place().workspace, place().admin.client);
  const keyed = () => ({ 'idempotency-key': newKey() });
  return {
    async createExport() {
      const [headers, earlier] = [keyed(), await api().list()];
      return {
        send: () => api().send({}, headers),
        async verify({ status, json, text }) {
          expect(status, text).toBe(201);
          expect((await api().list()).length).toBe(earlier.length + 1);
          expect((await api().ended(json.data.id)).state).toBe('ready');
          await api().delete(json.data.id);
        },
      };
    },
    async deleteExport() {
      const [{ id }, headers] = [await api().create(), keyed()];
      return {
        send: () => api().delete(id, headers),
        async verify({ status, json, text }) {
          expect([status, json.data], text).toEqual([200, { id, deleted: true }]);
          expect((await api().get(id)).status).toBe(404);
        },
      };
    },
  };
}
