import { expect } from 'vitest';
import type { FeedbackComment } from '../../shared/feedback/items/feedback-comment.ts';
import { feedbackApi, PNG } from '../support/feedback.ts';
import type { Answer } from '../support/client.ts';
import { newKey } from '../support/workspace.ts';
import type { Place, Write } from './write.ts';

type Headers = Record<string, string>;

export function portalWrites(place: () => Place): Record<string, Write> {
  const feedback = () => feedbackApi(place().workspace, place().admin.client);
  const client = () => place().admin.client;
  const headers = (): Headers => ({ 'idempotency-key': newKey() });
  const portalPath = (id: string) => feedback().pathOf({ id });

  /** A creation: the answer is what is then in the list, once. */
  const creation =
    (noun: 'items' | 'updates', body: (boardId: string) => object): Write =>
    async () => {
      const portal = await feedback().portal();
      const [key, sent] = [headers(), body(portal.boards[0]!.id)];
      const path = `${portalPath(portal.id)}/${noun}`;
      return {
        send: () => client().post(path, sent, key),
        async verify({ status, json, text }) {
          expect(status, text).toBe(201);
          expect((await client().get(path)).json.data).toEqual([json.data]);
        },
      };
    };

  /** A change of something that is made for it; what is then read is what was answered. */
  const change =
    (
      make: () => Promise<{ at: string; updatedAt: string }>,
      send: (made: { at: string; updatedAt: string }, key: Headers) => Promise<Answer>,
      expected: object,
    ): Write =>
    async () => {
      const [made, key] = [await make(), headers()];
      return {
        send: () => send(made, key),
        async verify({ status, json, text }) {
          expect(status, text).toBe(200);
          expect(json.data).toMatchObject(expected);
          expect((await client().get(made.at)).json).toEqual(json);
        },
      };
    };

  const deletion =
    (make: () => Promise<{ at: string }>): Write =>
    async () => {
      const [{ at }, key] = [await make(), headers()];
      return {
        send: () => client().delete(at, key),
        async verify({ status, text }) {
          expect(status, text).toBe(200);
          expect((await client().get(at)).status).toBe(404);
        },
      };
    };

  const portal = async () => {
    const made = await feedback().portal();
    return { ...made, at: portalPath(made.id) };
  };
  const item = async () => {
    const made = await feedback().item(await feedback().portal());
    return { ...made, at: `${portalPath(made.portalId)}/items/${made.id}` };
  };
  const update = async (published = false) => {
    const on = await feedback().portal();
    const made = published ? await feedback().published(on) : await feedback().update(on);
    return { ...made, at: `${portalPath(on.id)}/updates/${made.id}` };
  };
  const patch =
    (fields: object) =>
    ({ at, updatedAt }: { at: string; updatedAt: string }, key: Headers) =>
      client().patch(at, { expectedUpdatedAt: updatedAt, ...fields }, key);
  const post =
    (suffix: string) =>
    ({ at }: { at: string }, key: Headers) =>
      client().post(`${at}/${suffix}`, undefined, key);

  return {
    async createPortal() {
      const [body, key] = [{ name: newKey() }, headers()];
      return {
        send: () => client().post(`${place().workspace.path}/portals`, body, key),
        async verify({ status, json, text }) {
          expect(status, text).toBe(201);
          expect((await client().get(portalPath(json.data.id))).json).toEqual(json);
          const { data } = (await client().get(`${place().workspace.path}/portals`, { limit: 100 })).json;
          expect(data.filter(({ name }: { name: string }) => name === body.name)).toEqual([json.data]);
        },
      };
    },
    updatePortal: async () => {
      const wanted = newKey();
      return change(portal, patch({ slug: wanted }), { slug: wanted })();
    },
    deletePortal: deletion(portal),
    async createPortalImage() {
      const [{ at }, key] = [await portal(), headers()];
      const send = () => client().post(`${at}/images`, { data: PNG }, key);
      return {
        send,
        async verify({ status, json, text }) {
          expect(status, text).toBe(201);
          expect((await send()).json).toEqual(json);
        },
      };
    },
    async createPortalImageUpload() {
      const [{ at }, key] = [await portal(), headers()];
      const send = () => client().post(`${at}/image-uploads`, undefined, key);
      return {
        send,
        async verify({ status, json, text }) {
          expect(status, text).toBe(201);
          expect((await send()).json).toEqual({ data: json.data });
        },
      };
    },
    async deletePortalImage() {
      const [{ at, ...on }, key] = [await portal(), headers()];
      const { id } = await feedback().image(on);
      return {
        send: () => client().delete(`${at}/images/${id}`, key),
        async verify({ status, text }) {
          expect(status, text).toBe(200);
          expect((await client().delete(`${at}/images/${id}`)).status).toBe(404);
        },
      };
    },
    async rotateCustomerSecret() {
      const [{ at }, key] = [await portal(), headers()];
      const send = () => client().post(`${at}/customer-secret/rotate`, undefined, key);
      return {
        send,
        async verify({ status, json, text, headers: shown }) {
          expect(status, text).toBe(200);
          expect('customerSecret' in json || shown.get('idempotent-replayed') === 'true').toBe(true);
          expect((await send()).json).toEqual({ data: json.data });
        },
      };
    },
    async deleteCustomerSecret() {
      const [{ at, id }, key] = [await portal(), headers()];
      await client().post(`${at}/customer-secret/rotate`);
      return {
        send: () => client().delete(`${at}/customer-secret`, key),
        async verify({ status, json, text }) {
          expect(status, text).toBe(200);
          expect(json.data).toEqual({ id, deleted: true });
        },
      };
    },
    createFeedbackItem: creation('items', (boardId) => ({ title: 'Dark mode', boardId })),
    updateFeedbackItem: change(item, patch({ status: 'planned' }), { status: 'planned' }),
    deleteFeedbackItem: deletion(item),
    async createStoryFromFeedback() {
      const about = await feedback().item(await feedback().portal());
      const key = headers();
      const at = `${portalPath(about.portalId)}/items/${about.id}/stories`;
      return {
        send: () => client().post(at, { teamId: place().team.id, title: 'Dark mode' }, key),
        async verify({ status, json, text }) {
          expect(status, text).toBe(201);
          expect((await feedback().readItem(about)).storyIds).toEqual([json.data.id]);
        },
      };
    },
    async updateFeedbackComment() {
      const on = await feedback().portal();
      const about = await feedback().item(on);
      const { id } = await feedback().comment(on, about, place().admin);
      const path = `${portalPath(on.id)}/items/${about.id}/comments`;
      const key = headers();
      return {
        send: () => client().patch(`${path}/${id}`, { hidden: true }, key),
        async verify({ status, json, text }) {
          expect(status, text).toBe(200);
          const hidden: FeedbackComment[] = (await client().get(path, { hidden: 'only' })).json.data;
          expect(hidden).toEqual([json.data]);
          expect((await feedback().readItem(about)).commentCount).toBe(0);
        },
      };
    },
    createFeedbackUpdate: creation('updates', () => ({ title: 'It is here' })),
    updateFeedbackUpdate: async () => {
      const wanted = newKey();
      return change(update, patch({ slug: wanted }), { slug: wanted })();
    },
    deleteFeedbackUpdate: deletion(update),
    publishFeedbackUpdate: change(update, post('publish'), { publishedAt: expect.any(String) }),
    withdrawFeedbackUpdate: change(() => update(true), post('withdraw'), { publishedAt: null }),
  };
}
