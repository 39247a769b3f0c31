import { expect } from 'vitest';
import type { Delivery } from '../../shared/events/deliveries/delivery.ts';
import { logDelivery } from '../deliveries/delivery-log.ts';
import { readAll } from '../support/answers.ts';
import type { Answer } from '../support/client.ts';
import { newKey } from '../support/workspace.ts';
import { webhookApi, type WebhookApi } from '../webhooks/webhook-api.ts';
import type { Place, Write } from './write.ts';

/** What is done to webhook endpoints and deliveries; all are sent with a key, some without one too. */
export function webhookWrites(place: () => Place): Record<string, Write> {
  const api = (): WebhookApi => webhookApi(place().workspace, place().admin.client);
  const all = () => readAll(place().admin.client, api().root, { limit: 100 });
  const logOf = (id: string): Promise<Delivery[]> =>
    readAll(place().admin.client, api().deliveriesPath(id), { limit: 100 });
  const keyed = () => ({ 'idempotency-key': newKey() });

  /** A secret that its caller never saw is none: the first answer shows it, or a replay without it follows. */
  const shownOrReplayed = ({ json, headers }: Answer) =>
    expect('signingSecret' in json).toBe(!headers.has('idempotent-replayed'));

  /** A change of an endpoint that answers with it, and what is to be seen of it then. */
  const change =
    (
      act: (id: string, headers: Record<string, string>) => Promise<Answer>,
      seen: object,
      before: (id: string) => Promise<unknown> = async () => undefined,
    ): Write =>
    async () => {
      const { id } = await api().create();
      await before(id);
      const headers = keyed();
      return {
        send: () => act(id, headers),
        async verify({ status, json, text }) {
          expect(status, text).toBe(200);
          expect(json.data).toMatchObject(seen);
          expect(await api().read(id)).toEqual(json.data);
          await api().delete(id);
        },
      };
    };

  const disable = (id: string) => api().disable(id);
  const rotation = change((id, headers) => api().rotate(id, headers), { secretGeneration: 2 });

  return {
    async createWebhook() {
      const [body, headers] = [{ name: newKey() }, keyed()];
      return {
        send: () => api().send(body, headers),
        async verify(answer) {
          const { status, json, text } = answer;
          expect(status, text).toBe(201);
          shownOrReplayed(answer);
          expect((await all()).filter(({ name }) => name === body.name)).toEqual([json.data]);
          await api().delete(json.data.id);
        },
      };
    },
    async updateWebhook() {
      const webhook = await api().create();
      const [patch, headers] = [{ name: newKey() }, keyed()];
      return {
        send: () => api().update(webhook, patch, headers),
        async verify({ status, json, text }) {
          expect(status, text).toBe(200);
          expect(json.data.name).toBe(patch.name);
          expect(await api().read(webhook.id)).toEqual(json.data);
          await api().delete(webhook.id);
        },
      };
    },
    async deleteWebhook() {
      const { id } = await api().create();
      const headers = keyed();
      return {
        send: () => api().delete(id, headers),
        async verify({ status, json, text }) {
          expect([status, json.data], text).toEqual([200, { id, deleted: true }]);
          expect((await api().get(id)).status).toBe(404);
        },
      };
    },
    updateWebhookSubscriptions: change((id, headers) => api().subscribe(id, ['sprint.created'], headers), {
      subscriptions: ['sprint.created'],
      subscriptionGeneration: 2,
    }),
    async rotateWebhookSecret() {
      const { send, verify } = await rotation();
      return {
        send,
        async verify(answer) {
          shownOrReplayed(answer);
          await verify(answer);
        },
      };
    },
    enableWebhook: change((id, headers) => api().enable(id, headers), { status: 'active' }, disable),
    'enableWebhook without a key': change((id) => api().enable(id), { status: 'active' }, disable),
    disableWebhook: change((id, headers) => api().disable(id, headers), { status: 'disabled' }),
    'disableWebhook without a key': change((id) => api().disable(id), { status: 'disabled' }),
    async testWebhook() {
      const { id } = await api().create();
      const headers = keyed();
      return {
        send: () => api().test(id, headers),
        async verify({ status, json, text }) {
          expect(status, text).toBe(201);
          expect((await logOf(id)).map((one) => one.id)).toEqual([json.data.id]);
          await api().delete(id);
        },
      };
    },
    async redeliverWebhookDelivery() {
      const webhook = await api().create();
      const delivery = await logDelivery(place().workspace.database, webhook, { status: 'held' });
      const headers = keyed();
      return {
        send: () => api().redeliver(webhook.id, delivery.id, headers),
        async verify({ status, json, text }) {
          expect([status, json.data.id], text).toEqual([200, delivery.id]);
          expect((await api().readDelivery(webhook.id, delivery.id)).status).not.toBe('held');
          await api().delete(webhook.id);
        },
      };
    },
    /** What is queued also arrives, as redelivery.test.ts shows. */
    async redeliverWebhookEvents() {
      const webhook = await api().create();
      const at = new Date('2026-11-01T10:00:00Z');
      for (let n = 0; n < 3; n++) {
        await logDelivery(place().workspace.database, webhook, { at, status: 'held' });
      }
      const headers = keyed();
      return {
        send: () => api().redeliverSince(webhook.id, { since: at.toISOString() }, headers),
        async verify({ status, json, text }) {
          expect([status, json.data.hasMore], text).toEqual([200, false]);
          for (const delivery of await logOf(webhook.id)) expect(delivery.status).not.toBe('held');
          await api().delete(webhook.id);
        },
      };
    },
  };
}
