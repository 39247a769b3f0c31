import type { Delivery } from '../../shared/events/deliveries/delivery.ts';
import type { Webhook } from '../../shared/events/webhooks/webhook.ts';
import { dataOf } from '../stories/story-api.ts';
import type { Client, RequestOptions } from '../support/client.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';

type Headers = Record<string, string>;

/** Where endpoints of tests are: the inbox of the runner, which takes any path and answers 200. */
export const receiverUrl = 'https://inbox.plotline.test/hook';

/** The operations on webhook endpoints and their deliveries as one client calls them. */
export function webhookApi({ path }: { path: string }, client: Client) {
  const root = `${path}/webhook-endpoints`;
  const at = (id: string) => `${root}/${id}`;
  const send = (body: object = {}, headers: Headers = {}) =>
    client.post(
      root,
      { name: 'Receiver', url: receiverUrl, subscriptions: ['story.created'], ...body },
      headers,
    );
  const act =
    (name: string) =>
    (id: string, headers: Headers = {}) =>
      client.post(`${at(id)}/${name}`, undefined, headers);
  return {
    root,
    at,
    send,
    create: async (body: object = {}): Promise<Webhook> => dataOf(await send(body), 201),
    get: (id: string) => client.get(at(id)),
    read: async (id: string): Promise<Webhook> => dataOf(await client.get(at(id)), 200),
    list: (query: RequestOptions['query'] = {}) => client.get(root, query),
    update: ({ id, updatedAt }: Pick<Webhook, 'id' | 'updatedAt'>, fields: object, headers: Headers = {}) =>
      client.patch(at(id), { expectedUpdatedAt: updatedAt, ...fields }, headers),
    delete: (id: string, headers: Headers = {}) => client.delete(at(id), headers),
    subscribe: (id: string, subscriptions: unknown, headers: Headers = {}) =>
      client.request('PUT', `${at(id)}/subscriptions`, { body: { subscriptions }, headers }),
    rotate: act('rotate-secret'),
    enable: act('enable'),
    disable: act('disable'),
    test: act('test'),
    deliveriesPath: (id: string) => `${at(id)}/deliveries`,
    delivery: (id: string, deliveryId: string) => client.get(`${at(id)}/deliveries/${deliveryId}`),
    readDelivery: async (id: string, deliveryId: string): Promise<Delivery> =>
      dataOf(await client.get(`${at(id)}/deliveries/${deliveryId}`), 200),
    redeliver: (id: string, deliveryId: string, headers: Headers = {}) =>
      client.post(`${at(id)}/deliveries/${deliveryId}/redeliver`, undefined, headers),
    redeliverSince: (id: string, body: object, headers: Headers = {}) =>
      client.post(`${at(id)}/redeliver`, body, headers),
  };
}

export type WebhookApi = ReturnType<typeof webhookApi>;

/** A workspace with two teams and two admins of which one, who calls, is in both and the other in the first. */
export async function newWebhookWorkspace() {
  const workspace = await newWorkspace();
  const [team, closed] = [await workspace.team(), await workspace.team({ private: true })];
  const admin = await workspace.person('admin', [team, closed]);
  const colleague = await workspace.person('admin', [team]);
  return { workspace, team, closed, admin, colleague, api: webhookApi(workspace, admin.client) };
}

/** The same operations with a token that is restricted to a team. */
export async function restrictedApi(
  workspace: TestWorkspace,
  { id }: Person,
  team: { id: string },
): Promise<WebhookApi> {
  return webhookApi(workspace, await workspace.clientFor(id, { teamIds: [team.id] }));
}
