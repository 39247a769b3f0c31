import { attributesOf } from '../../kernel/db/document.ts';
import { itemKind } from '../../kernel/db/table.ts';
import { chatOf } from '../destinations/destination.ts';
import { filterNames, filterOf, type EventFilter } from './event-filter.ts';
import type { EventPattern, StoredWebhook } from './webhook.ts';
import type { Change, Item, Key, Reader } from '../../kernel/core/database.ts';

/**
 * Which events an endpoint receives. All routes of a workspace share one partition, so that one strongly
 * consistent query finds them.
 */
export interface WebhookRoute extends EventFilter {
  webhookId: string;
  workspaceId: string;
  ownerId: string;
  subscriptions: ReadonlySet<EventPattern>;
  /** Null for all teams of the owner. */
  teamIds: ReadonlySet<string> | null;
  /** Whether it is a chat, whose deliveries are in the lanes of stories. */
  isChat: boolean;
  /** When the endpoint was disabled, if it is. */
  disabledAt: string | null;
}

/**
 * Which events go to which endpoints, all of a workspace in one partition. In a file of their own, so that what follows a
 * workspace's events may not read the secrets of endpoints.
 */
export const routeKind = itemKind('WR#', 'workspace first', 'any');

/** The partition of a workspace's routes, those of MCP clients among them (subscriber-route-store.ts). */
export const routesOf = (workspaceId: string): string => routeKind.key(workspaceId).pk;

const routeKey = (workspaceId: string, id: string): Key => ({ pk: routesOf(workspaceId), sk: id });

export function putRoute(webhook: StoredWebhook): Change {
  const { id, workspaceId, ownerId, subscriptions, teamIds, disabledAt, destination } = webhook;
  return {
    put: {
      ...routeKey(workspaceId, id),
      ownerId,
      subscriptions,
      ...(teamIds ? { teamIds } : {}),
      ...(disabledAt ? { disabledAt } : {}),
      ...(chatOf(destination) ? { chat: true } : {}),
      ...Object.fromEntries(filterNames.flatMap((name) => (webhook[name] ? [[name, webhook[name]]] : []))),
    },
  };
}

export const deleteRoute = (workspaceId: string, id: string): Change => ({
  delete: routeKey(workspaceId, id),
});

const routesVersionKey = (workspaceId: string): Key => ({ pk: routesOf(workspaceId), sk: '#VERSION' });

/** Moves the version of a workspace's routes, with every change of one, and counts its endpoints. */
export const changeRoutes = ({ workspaceId }: Pick<StoredWebhook, 'workspaceId'>, endpoints = 0): Change => ({
  update: routesVersionKey(workspaceId),
  with: { add: { version: 1, endpoints } },
});

/** How many endpoints a workspace has, strongly consistent; undefined if it has never had one. */
export async function countEndpoints(read: Reader, workspaceId: string): Promise<number | undefined> {
  return (await read.get(routesVersionKey(workspaceId)))?.['endpoints'] as number | undefined;
}

/** The version of a workspace's routes, strongly consistent; 0 before their first change. */
export async function getRoutesVersion(read: Reader, workspaceId: string): Promise<number> {
  return ((await read.get(routesVersionKey(workspaceId)))?.['version'] as number | undefined) ?? 0;
}

/** The routes of all endpoints of a workspace, strongly consistent. */
export const getRoutes = async (read: Reader, workspaceId: string): Promise<WebhookRoute[]> =>
  toRoutes(workspaceId, await read.children(routesOf(workspaceId)));

/** The routes of endpoints among the items of a workspace's routes. */
export const toRoutes = (workspaceId: string, items: readonly Item[]): WebhookRoute[] =>
  items
    .filter(({ sk }) => !sk.startsWith('#'))
    .map((item) => ({
      webhookId: item.sk,
      workspaceId,
      ownerId: item['ownerId'] as string,
      ...filterOf(attributesOf<EventFilter>(item)),
      subscriptions: new Set(item['subscriptions'] as EventPattern[]),
      teamIds: item['teamIds'] ? new Set(item['teamIds'] as string[]) : null,
      isChat: item['chat'] === true,
      disabledAt: (item['disabledAt'] as string | undefined) ?? null,
    }));
