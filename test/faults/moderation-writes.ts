import { expect } from 'vitest';
import { imagePath } from '../../shared/feedback/portal/image.ts';
import { feedbackApi, PNG } from '../support/feedback.ts';
import type { Answer } from '../support/client.ts';
import { newKey } from '../support/workspace.ts';
import type { Place, Write } from './write.ts';

type Headers = Record<string, string>;

/** What the team of a portal does with what visitors left there. */
export function moderationWrites(place: () => Place): Record<string, Write> {
  const feedback = () => feedbackApi(place().workspace, place().admin.client);
  const client = () => place().admin.client;

  async function onItem() {
    const on = await feedback().portal();
    const item = await feedback().item(on);
    return { on, item, at: `${feedback().pathOf(on)}/items/${item.id}` };
  }

  /** A creation: what was answered is then in the list, once, and counted once. */
  const creation =
    (noun: 'comments' | 'votes', count: 'commentCount' | 'voteCount', body: () => object): Write =>
    async () => {
      const { item, at } = await onItem();
      const [sent, key] = [body(), { 'idempotency-key': newKey() }];
      return {
        send: () => client().post(`${at}/${noun}`, sent, key),
        async verify({ status, json, text }) {
          expect(status, text).toBe(201);
          expect((await client().get(`${at}/${noun}`)).json.data).toEqual([json.data]);
          expect((await feedback().readItem(item))[count]).toBe(1);
        },
      };
    };

  /** A deletion of what `make` makes: it is then not in the list. */
  const deletion =
    (make: () => Promise<{ list: string; id: string }>): Write =>
    async () => {
      const { list, id } = await make();
      const key = { 'idempotency-key': newKey() };
      return {
        send: () => client().delete(`${list}/${id}`, key),
        async verify({ status, text }) {
          expect(status, text).toBe(200);
          const { data } = (await client().get(list)).json;
          expect(data.map((one: { id: string }) => one.id)).not.toContain(id);
        },
      };
    };

  const bans = () => `${place().workspace.path}/banned-visitors`;
  const vote = () => ({ email: `${newKey()}@example.com`, name: 'Mia' });
  const idOf = async (answer: Promise<Answer>): Promise<string> => (await answer).json.data.id;

  return {
    createFeedbackComment: creation('comments', 'commentCount', () => ({ content: 'We are on it.' })),
    deleteFeedbackComment: deletion(async () => {
      const { on, item, at } = await onItem();
      const { id } = await feedback().comment(on, item, place().admin);
      return { list: `${at}/comments`, id };
    }),
    async mergeFeedbackItem() {
      const { on, item, at } = await onItem();
      const into = await feedback().item(on, { title: 'Another' });
      await client().post(`${at}/comments`, { content: 'Yes' });
      const key = { 'idempotency-key': newKey() };
      return {
        send: () => client().post(`${at}/merge`, { intoItemId: into.id }, key),
        async verify({ status, json, text }) {
          expect(status, text).toBe(200);
          expect(await feedback().readItem(item)).toEqual(json.data);
          expect((await feedback().readItem(into)).commentCount).toBe(1);
        },
      };
    },
    async unmergeFeedbackItem() {
      const { on, item, at } = await onItem();
      const into = await feedback().item(on, { title: 'Another' });
      await client().post(`${at}/comments`, { content: 'Yes' });
      await client().post(`${at}/merge`, { intoItemId: into.id });
      const key = { 'idempotency-key': newKey() };
      return {
        send: () => client().post(`${at}/unmerge`, undefined, key),
        async verify({ status, json, text }) {
          expect(status, text).toBe(200);
          expect(await feedback().readItem(item)).toEqual(json.data);
          expect((await feedback().readItem(into)).commentCount).toBe(0);
        },
      };
    },
    async createFeedbackImage() {
      const on = await feedback().portal();
      const { id, replacesImageId } = await feedback().pictured(on);
      const at = `${feedback().pathOf(on)}/items/${id}`;
      const [body, key] = [{ data: PNG, replacesImageId }, { 'idempotency-key': newKey() }];
      return {
        send: () => client().post(`${at}/images`, body, key),
        async verify({ status, json, text }) {
          expect(status, text).toBe(201);
          expect((await client().get(`${at}/images`)).json.data).toEqual([json.data]);
          const { description } = (await client().get(at)).json.data;
          expect(description).toBe(`![It](${imagePath(json.data.id)}-1x1)`);
        },
      };
    },
    async createFeedbackReaction() {
      const { at } = await onItem();
      const feedbackCommentId = await idOf(client().post(`${at}/comments`, { content: 'Yes' }));
      const [body, key] = [{ feedbackCommentId, kind: 'heart' }, { 'idempotency-key': newKey() }];
      return {
        send: () => client().post(`${at}/reactions`, body, key),
        async verify({ status, json, text }) {
          expect(status, text).toBe(201);
          expect((await client().get(`${at}/reactions`)).json.data).toEqual([json.data]);
          expect(json.data.count).toBe(1);
        },
      };
    },
    deleteFeedbackReaction: deletion(async () => {
      const { at } = await onItem();
      const feedbackCommentId = await idOf(client().post(`${at}/comments`, { content: 'Yes' }));
      const body = { feedbackCommentId, kind: 'heart' };
      return { list: `${at}/reactions`, id: await idOf(client().post(`${at}/reactions`, body)) };
    }),
    createFeedbackVote: creation('votes', 'voteCount', vote),
    deleteFeedbackVote: deletion(async () => {
      const { at } = await onItem();
      return { list: `${at}/votes`, id: await idOf(client().post(`${at}/votes`, vote())) };
    }),
    async banVisitor() {
      const [visitorId, key]: [string, Headers] = [
        await feedback().visitor(),
        { 'idempotency-key': newKey() },
      ];
      return {
        send: () => client().post(bans(), { visitorId }, key),
        async verify({ status, json, text }) {
          expect(status, text).toBe(201);
          const { data } = (await client().get(bans(), { limit: 100 })).json;
          expect(data.filter(({ id }: { id: string }) => id === visitorId)).toEqual([json.data]);
        },
      };
    },
    unbanVisitor: deletion(async () => {
      const visitorId = await feedback().visitor();
      return { list: bans(), id: await idOf(client().post(bans(), { visitorId })) };
    }),
  };
}
