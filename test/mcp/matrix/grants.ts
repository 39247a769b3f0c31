import { randomBytes } from 'node:crypto';
import { commit } from '../../../shared/kernel/db/write.ts';
import { createReader } from '../../../shared/kernel/db/reader.ts';
import { newId } from '../../../shared/kernel/core/id.ts';
import { getAccount } from '../../../shared/kernel/auth/account-store.ts';
import { agentClientId, putAgentClient } from '../../../shared/kernel/auth/agent-client-store.ts';
import { signAccessToken } from '../../../shared/kernel/auth/access-token.ts';
import { putGrant } from '../../../shared/kernel/auth/grant-store.ts';
import { providerKey } from '../../../shared/kernel/auth/trust-store.ts';
import { fixedKeys } from '../../../shared/kernel/secrets/keys.ts';
import type { AccessSubject } from '../../../shared/kernel/auth/access-subject.ts';
import type { OAuthScope } from '../../../shared/kernel/auth/audience.ts';
import { databaseOf, sharedService } from '../../support/service.ts';
import type { Person } from '../../support/workspace.ts';

const service = sharedService();
const database = databaseOf(service);

/** Signs an access token for /mcp as the token endpoint does. */
async function sign(subject: AccessSubject, grantId: string, scopes: readonly OAuthScope[], clientId = 'x') {
  const services = {
    keys: fixedKeys(service.keyring),
    baseUrl: () => service.baseUrl,
    now: () => new Date(),
  };
  const { token } = await signAccessToken({ subject, clientId, grantId, audience: 'mcp', scopes }, services);
  return token;
}

/** What a person has allowed a client: scopes, and teams or all of them. */
export async function grantOf(
  { userId }: Pick<Person, 'userId'>,
  scopes: readonly OAuthScope[],
  teamIds?: readonly string[],
): Promise<string> {
  const now = new Date();
  const id = newId(now);
  const account = await getAccount(createReader(database), userId);
  const grant = {
    id,
    userId,
    clientId: 'x',
    clientName: 'A client',
    redirectHost: '127.0.0.1',
    audience: 'mcp',
    scopes,
    teamIds,
    passwordSetAt: account?.passwordSetAt,
    createdAt: now.toISOString(),
    usedAt: now.toISOString(),
    generation: 0,
    seed: randomBytes(32).toString('base64url'),
    endsAt: now.getTime() + 60 * 60_000,
  } as const;
  await commit(database, [putGrant(grant)]);
  return await sign({ kind: 'person', userId }, id, scopes);
}

/** A service account as its own client. */
export async function agentOf(workspaceId: string, accountId: string): Promise<string> {
  const place = { workspaceId, accountId };
  const id = newId(new Date());
  await commit(database, [putAgentClient(place, { id, jwks: { keys: [] } })]);
  return await sign({ kind: 'agent', ...place }, id, ['mcp:access'], agentClientId(place));
}

/** A person whose company's identity provider vouches for them. */
export async function managedOf(
  workspaceId: string,
  { userId }: Pick<Person, 'userId'>,
  scopes: readonly OAuthScope[],
): Promise<string> {
  const trustId = newId(new Date());
  const providerId = `provider-${trustId}`;
  await commit(database, [{ put: { ...providerKey(workspaceId, providerId), trustId } }]);
  return await sign({ kind: 'managed', workspaceId, userId, providerId }, trustId, scopes);
}
