import { expect } from 'vitest';
import type { CustomField } from '../../shared/planning/story-parts/custom-field.ts';
import type { Label } from '../../shared/planning/labels/label.ts';
import type { Status } from '../../shared/identity/status/status.ts';
import { fieldApi } from '../custom-fields/field-api.ts';
import { statusApi } from '../statuses/status-api.ts';
import { newKey } from '../support/workspace.ts';
import type { Answer } from '../support/client.ts';
import type { Place, Write } from './write.ts';

type Headers = Record<string, string>;

export function labelAndStatusWrites(place: () => Place): Record<string, Write> {
  /** A write on something that is made for it and can be read by its id; sent with a key. */
  const write =
    <T extends { id: string }>(
      noun: string,
      make: () => Promise<T>,
      send: (path: string, made: T, headers: Headers) => Promise<Answer>,
      expected: object,
    ): Write =>
    async () => {
      const { workspace, admin } = place();
      const made = await make();
      const path = `${workspace.path}/${noun}/${made.id}`;
      const headers = { 'idempotency-key': newKey() };
      return {
        send: () => send(path, made, headers),
        async verify({ status, json, text }) {
          expect(status, text).toBe(200);
          expect(json.data).toMatchObject(expected);
          expect((await admin.client.get(path)).json).toEqual(json);
        },
      };
    };

  const newLabel = async (): Promise<Label> => {
    const { workspace, admin } = place();
    return (await admin.client.post(`${workspace.path}/labels`, { name: newKey() })).json.data;
  };
  const customFields = () => fieldApi(place().workspace, place().admin.client);
  const statuses = (teamId: string | null) => statusApi(place().workspace, place().admin.client, teamId);
  const newStatus = () => statuses(place().team.id).create();
  const archived = async <T>(noun: string, made: Promise<{ id: string }>): Promise<T> => {
    const { workspace, admin } = place();
    return (await admin.client.post(`${workspace.path}/${noun}/${(await made).id}/archive`)).json.data;
  };
  const patch = (fields: object) => (path: string, made: { updatedAt: string }, headers: Headers) =>
    place().admin.client.patch(path, { expectedUpdatedAt: made.updatedAt, ...fields }, headers);
  const post = (suffix: string) => (path: string, _: unknown, headers: Headers) =>
    place().admin.client.post(`${path}/${suffix}`, undefined, headers);

  const creation =
    (teamId: () => string | null): Write =>
    async () => {
      const api = statuses(teamId());
      const [body, headers] = [{ name: newKey(), isDefault: true }, { 'idempotency-key': newKey() }];
      return {
        send: () => api.send(body, headers),
        async verify({ status, json, text }) {
          expect(status, text).toBe(201);
          const all = await api.list();
          expect(all.filter(({ name }) => name === body.name)).toEqual([json.data]);
          expect(all.filter(({ isDefault }) => isDefault)).toEqual([json.data]);
        },
      };
    };

  return {
    updateLabel: write('labels', newLabel, patch({ color: '#abcdef' }), { color: '#abcdef' }),
    archiveLabel: write('labels', newLabel, post('archive'), { archivedAt: expect.any(String) }),
    unarchiveLabel: write('labels', () => archived<Label>('labels', newLabel()), post('unarchive'), {
      archivedAt: null,
    }),
    async createCustomField() {
      const key = `f${newKey().replaceAll('-', '').slice(0, 30)}`;
      const body = { name: `Field ${key}`, type: 'text' };
      const headers = { 'idempotency-key': newKey() };
      return {
        send: () =>
          place().admin.client.post(`${place().workspace.path}/custom-fields`, { key, ...body }, headers),
        async verify({ status, json, text }) {
          expect(status, text).toBe(201);
          const { data } = (await customFields().list({ limit: 100 })).json;
          expect(data.filter((one: CustomField) => one.key === key)).toEqual([json.data]);
        },
      };
    },
    updateCustomField: write<CustomField>(
      'custom-fields',
      () => customFields().create(),
      patch({ description: 'New' }),
      { description: 'New' },
    ),
    archiveCustomField: write('custom-fields', () => customFields().create(), post('archive'), {
      archivedAt: expect.any(String),
    }),
    unarchiveCustomField: write(
      'custom-fields',
      () => archived<CustomField>('custom-fields', customFields().create()),
      post('unarchive'),
      { archivedAt: null },
    ),
    createStatus: creation(() => place().team.id),
    'createStatus of objectives': creation(() => null),
    updateStatus: write<Status>('statuses', newStatus, patch({ isDefault: true }), { isDefault: true }),
    archiveStatus: write('statuses', newStatus, post('archive'), { archivedAt: expect.any(String) }),
    unarchiveStatus: write('statuses', () => archived<Status>('statuses', newStatus()), post('unarchive'), {
      archivedAt: null,
    }),
  };
}
