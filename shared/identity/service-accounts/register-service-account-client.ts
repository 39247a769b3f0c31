import { audited } from '../../kernel/api/operation/audit-trail.ts';
import { operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import {
  agentClientId,
  getAgentClient,
  putAgentClient,
  type AgentClient,
  type AgentPlace,
} from '../../kernel/auth/agent-client-store.ts';
import { joinedTeams } from '../../kernel/auth/membership-store.ts';
import type { Caller } from '../../kernel/core/caller.ts';
import type { Item } from '../../kernel/core/database.ts';
import { invalidRequest, orNotFound } from '../../kernel/core/errors.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { assertOwnScopes } from '../tokens/new-credential.ts';
import { serviceAccountOrThrow } from './get-service-account.ts';
import { keysOrThrow, oauthClientRequest, oauthClientSchema } from './oauth-client.ts';
import { getServiceAccountItem, serviceAccountExists, toServiceAccount } from './service-account-store.ts';

export const registerServiceAccountClient = operation({
  id: 'registerServiceAccountClient',
  method: 'POST',
  path: `${WORKSPACE_PATH}/service-accounts/{serviceAccountId}/oauth-client`,
  tag: 'Service accounts',
  summary: 'Register the OAuth client of a service account',
  description:
    'Registers public keys with which the account gets access tokens for MCP and the API by the client credentials grant with private_key_jwt. Replaces earlier keys: tokens that they obtained stop working with the next request. Tokens have all scopes and teams of the account, so the caller must have them too. The client ends with the account.',
  scopes: ['tokens:manage'],
  principals: ['user'],
  role: 'admin',
  audit: audited('service_account.client_registered', ['jwksUri', 'kids']),
  status: 201,
  errors: ['conflict'],
  params: { serviceAccountId: uuid() },
  body: oauthClientRequest,
  output: oauthClientSchema,
  load: ({ path, read }) => ({
    account: getServiceAccountItem(read, path.workspaceId, path.serviceAccountId),
  }),
  handle: async ({ path: { serviceAccountId: accountId }, body, loaded, caller, newId, commit }) => {
    const item = serviceAccountOrThrow(loaded.account);
    assertCovers(caller, item);
    const { name } = toServiceAccount(item);
    const place = { workspaceId: caller.workspaceId, accountId };
    const client: AgentClient = { id: newId(), ...(await keysOrThrow(body)) };
    await commit([putAgentClient(place, client), serviceAccountExists(place)], accountId, {
      name,
      to: { jwksUri: client.jwksUri, kids: client.jwks?.keys.map(({ kid = null }) => kid) },
    });
    return show(place, client);
  },
  replay: async ({ caller: { workspaceId }, read, resourceId: accountId }) => {
    const place = { workspaceId, accountId };
    return show(place, orNotFound(await getAgentClient(read, place), 'OAuth client'));
  },
});

const show = (place: AgentPlace, { jwks, jwksUri }: AgentClient) => ({
  clientId: agentClientId(place),
  serviceAccountId: place.accountId,
  jwks: (jwks as { keys: { kty: string }[] } | undefined) ?? null,
  jwksUri: jwksUri ?? null,
});

/** Throws unless the caller has all scopes and teams of the account, which anyone who holds the keys can use. */
function assertCovers(caller: Caller, item: Item): void {
  if (caller.kind === 'operator') return;
  assertOwnScopes(caller, toServiceAccount(item).scopes);
  if ([...joinedTeams(item)].every((id) => caller.teamIds.has(id))) return;
  throw invalidRequest([
    {
      in: 'path',
      path: 'serviceAccountId',
      message: 'is in teams that you are not in: ask an admin who is in all of its teams',
    },
  ]);
}
