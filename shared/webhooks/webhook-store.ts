import { defineDocument } from '../db/document.ts';
import { entityKey } from '../db/table.ts';
import { Json } from '../core/json.ts';
import { storedWebhookSchema, type EventKind, type StoredWebhook, type Webhook } from './webhook.ts';
import type { Key, Item, Reader, Change } from '../core/database.ts';

const document = defineDocument<StoredWebhook>(storedWebhookSchema.keyof().options);

const webhookKey = (id: string): Key => entityKey(`E#${id}`);

export const webhooksOf = (workspaceId: string): string => `W#${workspaceId}#E`;
export const webhookSortKey = (id: string): string => webhookKey(id).pk;
export const webhookIdOf = ({ pk }: Key): string => pk.slice('E#'.length);

/** How deliveries have gone stands in an item of its own, so that no attempt meets an admin's change. */
const healthKey = (id: string): Key => ({ pk: webhookKey(id).pk, sk: '#HEALTH' });

/** A signing secret as stored, and until when it also signs after a rotation. */
export interface SealedSecret {
  generation: number;
  sealed: string;
  until?: string;
}

/** How deliveries to an endpoint have gone. */
export interface Health {
  consecutiveFailures: number;
  lastSuccessAt: string | null;
  /** The first failure since the last success. */
  failingSince: string | null;
}

export interface FoundWebhook {
  item: Item;
  webhook: StoredWebhook;
  secrets: readonly SealedSecret[];
  health: Health;
}

/** An endpoint and how its deliveries have gone, in one round trip; undefined where there is none. */
export async function getWebhookItem(read: Reader, id: string): Promise<FoundWebhook | undefined> {
  const [item, health] = await Promise.all([read.get(webhookKey(id)), read.get(healthKey(id))]);
  return item && toFound(item, health);
}

const toFound = (item: Item, health: Item | undefined): FoundWebhook => ({
  item,
  webhook: document.read(item),
  secrets: item['secrets'] as SealedSecret[],
  health: toHealth(health),
});

/** Endpoints of a page of the list index, with their health; eventually consistent. */
export async function withHealth(read: Reader, items: readonly Item[]): Promise<Map<string, Health>> {
  const found = await read.getMany(items.map((item) => healthKey(webhookIdOf(item))));
  return new Map(items.map(({ pk }, position) => [pk, toHealth(found[position])]));
}

const toHealth = (item: Item | undefined): Health => ({
  consecutiveFailures: (item?.['failures'] as number | undefined) ?? 0,
  lastSuccessAt: (item?.['lastSuccessAt'] as string | undefined) ?? null,
  failingSince: (item?.['failingSince'] as string | undefined) ?? null,
});

/** The endpoint as clients see it. */
export function showWebhook(webhook: StoredWebhook, health: Health): Webhook {
  const { consecutiveFailures, lastSuccessAt } = health;
  return { ...webhook, consecutiveFailures, lastSuccessAt };
}

export function toWebhookJson(item: Item, { consecutiveFailures, lastSuccessAt }: Health): Json<Webhook> {
  const shown = JSON.stringify({ consecutiveFailures, lastSuccessAt });
  return new Json(`${document.json(item).text.slice(0, -1)},${shown.slice(1)}`);
}

const webhookItem = (webhook: StoredWebhook, secrets: readonly SealedSecret[]): Item => ({
  ...webhookKey(webhook.id),
  ...document.write(webhook),
  inList: webhooksOf(webhook.workspaceId),
  secrets,
  updatedAt: webhook.updatedAt,
});

/** The changes that make an endpoint. */
export const putWebhook = (webhook: StoredWebhook, secrets: readonly SealedSecret[]): Change[] => [
  { put: webhookItem(webhook, secrets), if: 'absent' },
  { put: { ...healthKey(webhook.id), failures: 0 }, if: 'absent' },
  putRoute(webhook),
];

/** The changes that replace an endpoint; `stale` is thrown when the version it was made from is gone. */
export const replaceWebhook = (
  webhook: StoredWebhook,
  secrets: readonly SealedSecret[],
  previous: Pick<StoredWebhook, 'updatedAt'>,
  stale: (current: Item | undefined) => Error,
): Change[] => [
  {
    put: webhookItem(webhook, secrets),
    if: { equals: { updatedAt: previous.updatedAt } },
    onConditionFailed: stale,
  },
  putRoute(webhook),
];

export const toWebhook = (item: Item): StoredWebhook => document.read(item);

/** The changes that delete an endpoint; what is queued for it is dropped when its turn comes. */
export const deleteWebhookItem = (
  { id, workspaceId }: Pick<StoredWebhook, 'id' | 'workspaceId'>,
  gone: () => Error,
): Change[] => [
  { delete: webhookKey(id), if: 'present', onConditionFailed: gone },
  { delete: healthKey(id) },
  { delete: routeKey(workspaceId, id) },
];

/** What says which events an endpoint gets, in one partition per workspace, where one strong query finds all. */
export interface Route {
  webhookId: string;
  workspaceId: string;
  ownerId: string;
  subscriptions: ReadonlySet<EventKind>;
  /** Null for all teams of the owner. */
  teamIds: ReadonlySet<string> | null;
  /** Since when the endpoint has been disabled, if it is. */
  disabledAt: string | null;
}

const routeKey = (workspaceId: string, id: string): Key => ({ pk: `WR#${workspaceId}`, sk: id });

function putRoute(webhook: StoredWebhook): Change {
  const { id, workspaceId, ownerId, subscriptions, teamIds, disabledAt } = webhook;
  return {
    put: {
      ...routeKey(workspaceId, id),
      ownerId,
      subscriptions,
      ...(teamIds ? { teamIds } : {}),
      ...(disabledAt ? { disabledAt } : {}),
    },
  };
}

/** The routes of all endpoints of a workspace, strongly read. */
export async function getRoutes(read: Reader, workspaceId: string): Promise<Route[]> {
  const items = await read.children(`WR#${workspaceId}`);
  return items.map((item) => ({
    webhookId: item.sk,
    workspaceId,
    ownerId: item['ownerId'] as string,
    subscriptions: new Set(item['subscriptions'] as EventKind[]),
    teamIds: item['teamIds'] ? new Set(item['teamIds'] as string[]) : null,
    disabledAt: (item['disabledAt'] as string | undefined) ?? null,
  }));
}

/** Notes a successful attempt; `deleted` is thrown where the endpoint is gone. */
export const recordSuccess = (id: string, at: Date, deleted: () => Error): Change => ({
  update: healthKey(id),
  with: { set: { failures: 0, lastSuccessAt: at.toISOString() }, remove: ['failingSince'] },
  if: 'present',
  onConditionFailed: deleted,
});

/** Notes a failed attempt; the first since a success also says since when. */
export const recordFailure = (
  id: string,
  at: Date,
  { failingSince }: Health,
  deleted: () => Error,
): Change => ({
  update: healthKey(id),
  with: { add: { failures: 1 }, set: failingSince ? {} : { failingSince: at.toISOString() } },
  if: 'present',
  onConditionFailed: deleted,
});

/** Forgets what failed before, when an endpoint is enabled again. */
export const resetHealth = (id: string): Change => ({
  update: healthKey(id),
  with: { set: { failures: 0 }, remove: ['failingSince'] },
});
