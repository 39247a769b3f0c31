import type { Change, Item, Key, Reader } from '../../kernel/core/database.ts';
import { ApiError } from '../../kernel/core/errors.ts';
import type { AccountEndpoint } from './webhook-store.ts';
import { routesOf } from './webhook-route-store.ts';

/** The only endpoint of a service account, stored with the routes of its workspace. */
const ownKey = (workspaceId: string, accountId: string): Key => ({
  pk: routesOf(workspaceId),
  sk: `#A#${accountId}`,
});

/** Reserves a service account's only place for an endpoint. Throws a 409 if it has one. */
export const putAccountEndpoint = ({ workspaceId, serviceAccountId, id }: AccountEndpoint): Change[] =>
  serviceAccountId === null
    ? []
    : [
        {
          put: { ...ownKey(workspaceId, serviceAccountId), webhookId: id },
          if: 'absent',
          onConditionFailed: hasEndpoint,
        },
      ];

/** Frees a service account's place when its endpoint is deleted. */
export const deleteAccountEndpoint = ({ workspaceId, serviceAccountId }: AccountEndpoint): Change[] =>
  serviceAccountId === null ? [] : [{ delete: ownKey(workspaceId, serviceAccountId) }];

/** The id of a service account's own endpoint; undefined if it has none. */
export async function getAccountEndpointId(
  read: Reader,
  workspaceId: string,
  accountId: string,
): Promise<string | undefined> {
  return (await read.get(ownKey(workspaceId, accountId)))?.['webhookId'] as string | undefined;
}

const hasEndpoint = (current: Item | undefined): ApiError =>
  new ApiError('conflict', 'The service account has an endpoint of its own.', {
    hint: 'Update the endpoint whose id is resourceId, or delete it first.',
    details: { resourceId: current?.['webhookId'] },
  });
