import type { Key, Reader } from '../core/database.ts';
import { itemKind } from '../db/table.ts';

/** The identity providers of a workspace, in one partition. */
export const providerKind = itemKind('IP#', 'workspace first', 'any');

export const providerKey = (workspaceId: string, id: string): Key => ({
  pk: providerKind.key(workspaceId).pk,
  sk: id,
});

/**
 * The trust of a workspace in an identity provider: another id with each change of it, so that what was issued before
 * becomes invalid. Undefined if there is none, or if it is not verified.
 */
export async function getTrustId(
  read: Reader,
  workspaceId: string,
  providerId: string,
): Promise<string | undefined> {
  const item = await read.get(providerKey(workspaceId, providerId));
  return item?.['trustId'] as string | undefined;
}
