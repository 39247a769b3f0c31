import { expect } from 'vitest';
import { relationApi } from '../relations/relation-api.ts';
import { createStoryAs, newKey } from '../support/workspace.ts';
import { viewApi } from '../views/view-api.ts';
import type { Place, Write } from './write.ts';

/** Relating stories, and saving views; with a key and, where a repeat is harmless without, without one. */
export function relationAndViewWrites(place: () => Place): Record<string, Write> {
  const relations = () => relationApi(place().workspace, place().admin.client);
  const views = () => viewApi(place().workspace, place().admin.client);
  const keyed = () => ({ 'idempotency-key': newKey() });
  const two = async () => {
    const { workspace, team, admin } = place();
    const story = () => createStoryAs(admin.client, workspace, { teamId: team.id });
    return [await story(), await story()] as const;
  };

  const creation =
    (headers: () => Record<string, string>, expected: readonly number[]): Write =>
    async () => {
      const { workspace, admin } = place();
      const [one, other] = await two();
      const [path, sent] = [`${workspace.path}/stories/${one.id}/relations`, headers()];
      const body = { type: 'blocks', relatedStoryId: other.id };
      return {
        send: () => admin.client.post(path, body, sent),
        async verify({ status, json, text }) {
          expect(expected, text).toContain(status);
          expect(await relations().list(one)).toEqual([json.data]);
          expect(await relations().list(other)).toMatchObject([{ id: json.data.id, type: 'blocked_by' }]);
          expect(await relations().blockersOf(other)).toMatchObject([{ id: one.id }]);
        },
      };
    };

  return {
    createRelation: creation(keyed, [201]),
    // Its answer lost, it finds what it has made.
    'createRelation without a key': creation(() => ({}), [200, 201]),
    async deleteRelation() {
      const { workspace, admin } = place();
      const [one, other] = await two();
      const { id } = await relations().relate(one, 'blocks', other);
      const headers = keyed();
      const path = `${workspace.path}/stories/${other.id}/relations/${id}`;
      return {
        send: () => admin.client.delete(path, headers),
        async verify({ status, json, text }) {
          expect([status, json.data], text).toEqual([200, { id, deleted: true }]);
          expect(await relations().list(one)).toEqual([]);
          expect(await relations().list(other)).toEqual([]);
        },
      };
    },
    async createView() {
      const { workspace, team, admin } = place();
      const body = { name: newKey(), visibility: 'team', teamId: team.id };
      const headers = keyed();
      return {
        send: () => admin.client.post(`${workspace.path}/views`, body, headers),
        async verify({ status, json, text }) {
          expect(status, text).toBe(201);
          const found = await views().list({ teamId: team.id, limit: 100 });
          expect(found.filter(({ name }) => name === body.name)).toEqual([json.data]);
        },
      };
    },
    async updateView() {
      const { workspace, admin } = place();
      const view = await views().create();
      const patch = { expectedUpdatedAt: view.updatedAt, name: newKey() };
      const headers = keyed();
      return {
        send: () => admin.client.patch(`${workspace.path}/views/${view.id}`, patch, headers),
        async verify({ status, json, text }) {
          expect(status, text).toBe(200);
          expect(json.data.name).toBe(patch.name);
          expect((await views().get(view.id)).json).toEqual(json);
        },
      };
    },
    async deleteView() {
      const { workspace, admin } = place();
      const { id } = await views().create();
      const headers = keyed();
      return {
        send: () => admin.client.delete(`${workspace.path}/views/${id}`, headers),
        async verify({ status, json, text }) {
          expect([status, json.data], text).toEqual([200, { id, deleted: true }]);
          expect((await views().get(id)).status).toBe(404);
        },
      };
    },
  };
}
