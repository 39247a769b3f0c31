import { expect } from 'vitest';
import type { Rule } from '../../shared/events/rules/rule.ts';
import { ruleApi } from '../rules/rule-api.ts';
import { newKey } from '../support/workspace.ts';
import type { Place, Write } from './write.ts';

/** What is done to rules. */
export function ruleWrites(place: () => Place): Record<string, Write> {
  const api = () => ruleApi(place().workspace, place().admin.client);
  const keyed = () => ({ 'idempotency-key': newKey() });
  const body = () => ({
    name: newKey(),
    teamId: place().team.id,
    enabled: false,
    on: ['story.created'],
    then: [{ operation: 'createComment', input: { storyId: '{{story.id}}', content: 'Seen' } }],
  });

  return {
    async createRule() {
      const [fields, headers] = [body(), keyed()];
      return {
        send: () => api().send(fields, headers),
        async verify({ status, json, text }) {
          expect(status, text).toBe(201);
          const all = (await api().list({ limit: '100' })).json.data as Rule[];
          expect(all.filter(({ name }) => name === fields.name)).toEqual([json.data]);
          await api().delete(json.data.id);
        },
      };
    },
    async updateRule() {
      const rule = await api().create(body());
      const headers = keyed();
      return {
        send: () => api().update(rule, { name: 'Another' }, headers),
        async verify({ status, json, text }) {
          expect(status, text).toBe(200);
          expect(json.data.name).toBe('Another');
          expect(await api().read(rule.id)).toEqual(json.data);
          await api().delete(rule.id);
        },
      };
    },
    async deleteRule() {
      const { id } = await api().create(body());
      const headers = keyed();
      return {
        send: () => api().delete(id, headers),
        async verify({ status, json, text }) {
          expect([status, json.data], text).toEqual([200, { id, deleted: true }]);
          expect((await api().get(id)).status).toBe(404);
        },
      };
    },
    async revertRule() {
      const { id } = await api().create(body());
      const [fields, headers] = [{ since: new Date().toISOString() }, keyed()];
      return {
        send: () => place().admin.client.post(`${api().root}/${id}/revert`, fields, headers),
        async verify({ status, json, text }) {
          expect([status, json.data?.reverted], text).toEqual([200, []]);
          await api().delete(id);
        },
      };
    },
  };
}
