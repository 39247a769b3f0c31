import { defineDocument } from '../../kernel/db/document.ts';
import { itemKind } from '../../kernel/db/table.ts';
import type { SealedSecret } from '../../kernel/secrets/secret-rotation.ts';
import { changeRoutes, deleteRoute, putRoute } from './webhook-route-store.ts';
import { storedWebhookSchema, type StoredWebhook, type Webhook } from './webhook.ts';
import type { Key, Item, Reader, Change } from '../../kernel/core/database.ts';

export const webhookDocument = defineDocument(storedWebhookSchema, { added: { payload: 'full' } });

export const webhookKind = itemKind('E#', 'workspace');
const webhookKey = webhookKind.key;

export const webhooksOf = (workspaceId: string): string => `W#${workspaceId}#E`;
export const webhookSortKey = (id: string): string => webhookKey(id).pk;
export const webhookIdOf = webhookKind.idOf;

/** Delivery health is stored in a separate item, so that attempts do not conflict with an admin's update. */
const healthKey = (id: string): Key => ({ pk: webhookKey(id).pk, sk: '#HEALTH' });

/** Delivery health of an endpoint. */
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

/** Reads an endpoint and its delivery health in one round trip; undefined if it does not exist. */
export async function getWebhookItem(read: Reader, id: string): Promise<FoundWebhook | undefined> {
  const [item, health] = await Promise.all([read.get(webhookKey(id)), read.get(healthKey(id))]);
  return item && toFound(item, health);
}

const toFound = (item: Item, health: Item | undefined): FoundWebhook => ({
  item,
  webhook: webhookDocument.read(item),
  secrets: item['secrets'] as SealedSecret[],
  health: toHealth(health),
});

/** A page of endpoints from the list index, with their health. Eventually consistent. */
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

const webhookItem = (webhook: StoredWebhook, secrets: readonly SealedSecret[]): Item => ({
  ...webhookKey(webhook.id),
  ...webhookDocument.write(webhook),
  inList: webhooksOf(webhook.workspaceId),
  secrets,
  updatedAt: webhook.updatedAt,
});

/** What says whose own endpoint one is. */
export type AccountEndpoint = Pick<StoredWebhook, 'id' | 'workspaceId' | 'serviceAccountId'>;

/** Changes that create an endpoint. */
export const putWebhook = (webhook: StoredWebhook, secrets: readonly SealedSecret[]): Change[] => [
  { put: webhookItem(webhook, secrets), if: 'absent' },
  { put: { ...healthKey(webhook.id), failures: 0 }, if: 'absent' },
  putRoute(webhook),
  changeRoutes(webhook, 1),
];

/** The ids of all endpoints of a workspace. Eventually consistent. */
export async function findWebhookIds(read: Reader, workspaceId: string): Promise<string[]> {
  const items = await read.query({ index: 'list', partition: webhooksOf(workspaceId), limit: 10_000 });
  return items.map(webhookIdOf);
}

/** Replaces the stored secrets of an endpoint, which clients do not see. Throws `stale` if it has changed. */
export const putSecrets = (
  id: string,
  secrets: readonly SealedSecret[],
  { updatedAt }: Pick<StoredWebhook, 'updatedAt'>,
  stale: () => Error,
): Change => ({
  update: webhookKey(id),
  with: { set: { secrets } },
  if: { equals: { updatedAt } },
  onConditionFailed: stale,
});

/** Changes that replace an endpoint. Throws `stale` if the previous version is no longer current. */
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
  changeRoutes(webhook),
];

export const toWebhook = (item: Item): StoredWebhook => webhookDocument.read(item);

/** Changes that delete an endpoint. Its queued deliveries are dropped when they are due. */
export const deleteWebhookItem = (
  { id, workspaceId, updatedAt }: Pick<StoredWebhook, 'id' | 'workspaceId' | 'updatedAt'>,
  changed: () => Error,
): Change[] => [
  { delete: webhookKey(id), if: { equals: { updatedAt } }, onConditionFailed: changed },
  { delete: healthKey(id) },
  deleteRoute(workspaceId, id),
  changeRoutes({ workspaceId }, -1),
];

/** Records a successful attempt. Throws `deleted` if the endpoint has been deleted. */
export const recordSuccess = (id: string, at: Date, deleted: () => Error): Change => ({
  update: healthKey(id),
  with: { set: { failures: 0, lastSuccessAt: at.toISOString() }, remove: ['failingSince'] },
  if: 'present',
  onConditionFailed: deleted,
});

/** Records a failed attempt, and its time if it is the first since a success. */
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

/** Resets the failures when an endpoint is enabled again. */
export const resetHealth = (id: string): Change => ({
  update: healthKey(id),
  with: { set: { failures: 0 }, remove: ['failingSince'] },
});
