import { itemKind } from '../db/table.ts';
import type { Key, Reader, Change } from '../core/database.ts';
import { userPartition } from './user-kind.ts';

/** A user's id as a visitor of a workspace's portals; distinct from any member id. */
const visitorKey = (userId: string, workspaceId: string): Key => ({
  pk: userPartition(userId),
  sk: `V#${workspaceId}`,
});

export async function getVisitorId(
  read: Reader,
  userId: string,
  workspaceId: string,
): Promise<string | undefined> {
  return (await read.get(visitorKey(userId, workspaceId)))?.['visitorId'] as string | undefined;
}

/** That a user has taken part on the portals of a workspace. */
interface Visit {
  workspaceId: string;
  /** The portal on which they did so first. */
  portalId: string;
}

/** The workspaces on whose portals a user has taken part, up to a limit, newest workspace first. */
export async function listVisits(read: Reader, userId: string, limit: number): Promise<Visit[]> {
  const { pk, sk: from } = visitorKey(userId, '');
  const items = await read.range({ pk, from, to: `${from}~`, limit, descending: true });
  return items.map(({ sk, ...item }) => ({
    workspaceId: sk.slice(from.length),
    portalId: item['portalId'] as string,
  }));
}

/** Stores the id of a new visitor, and the portal on which they take part first. */
export const putVisitorId = (
  userId: string,
  { workspaceId, visitorId, portalId }: { workspaceId: string; visitorId: string; portalId: string },
  writeConflict: () => Error,
): Change => ({
  put: { ...visitorKey(userId, workspaceId), visitorId, portalId },
  if: 'absent',
  onConditionFailed: writeConflict,
});

/** The user and workspace behind a visitor id, to look up the visitor's name. */
const visitorLinkKey = itemKind('VI#', 'workspace').key;

export interface VisitorLink {
  workspaceId: string;
  userId: string;
}

export async function getVisitorLink(read: Reader, visitorId: string): Promise<VisitorLink | undefined> {
  const item = await read.get(visitorLinkKey(visitorId));
  return item && { workspaceId: item['workspaceId'] as string, userId: item['userId'] as string };
}

/** Also written for visitors whose id is older than these links. */
export const putVisitorLink = (visitorId: string, link: VisitorLink): Change => ({
  put: { ...visitorLinkKey(visitorId), ...link },
});

/** The links of all visitor ids of a user. */
export async function getVisitorLinks(read: Reader, userId: string): Promise<Key[]> {
  const items = await read.children(userPartition(userId), 'V#');
  return items.map((item) => visitorLinkKey(item['visitorId'] as string));
}
