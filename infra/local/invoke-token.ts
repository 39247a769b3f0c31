import { randomBytes } from 'node:crypto';
import { getAccount } from '../../shared/kernel/auth/account-store.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { commit } from '../../shared/kernel/db/write.ts';
import { fixedKeys } from '../../shared/kernel/secrets/keys.ts';
import { newId } from '../../shared/kernel/core/id.ts';
import { signAccessToken } from '../../shared/kernel/auth/access-token.ts';
import { putGrant, scopesOfGrant, type Grant } from '../../shared/kernel/auth/grant-store.ts';
import { callAws } from './runner/aws-call.ts';
import type { RunningService } from './start.ts';
import type { Database } from '../../shared/kernel/core/database.ts';

/** The keyring of a local service, as text. */
export async function keyringOf({ environments, secretsEndpoint }: RunningService): Promise<string> {
  const arn = Object.values(environments).find((variables) => variables['KEYRING_ARN'])?.['KEYRING_ARN'];
  const call = { service: 'secretsmanager', target: 'secretsmanager.GetSecretValue' };
  return (await callAws<{ SecretString: string }>(secretsEndpoint, call, { SecretId: arn })).SecretString;
}

/** The target of a token, and what is needed to create it. */
interface LocalService {
  baseUrl: string;
  keyring: string;
  database: Database;
}

/** Creates an access token for /mcp as of `now`, like one obtained with a user's consent; and its grant. */
export async function makeAccessToken(
  { baseUrl, keyring, database }: LocalService,
  userId: string,
  now: Date,
): Promise<{ token: string; grant: Grant }> {
  const account = await getAccount(createReader(database), userId);
  const grant: Grant = {
    id: newId(now),
    userId,
    clientId: 'local',
    clientName: 'A local client',
    redirectHost: '127.0.0.1',
    audience: 'mcp',
    passwordSetAt: account?.passwordSetAt,
    createdAt: now.toISOString(),
    usedAt: now.toISOString(),
    generation: 0,
    seed: randomBytes(32).toString('base64url'),
    endsAt: now.getTime() + 24 * 60 * 60_000,
  };
  await commit(database, [putGrant(grant)]);
  const { token } = await signAccessToken(
    {
      subject: { kind: 'person', userId },
      clientId: grant.clientId,
      grantId: grant.id,
      audience: grant.audience,
      scopes: scopesOfGrant(grant),
    },
    { keys: fixedKeys(keyring), baseUrl: () => baseUrl, now: () => now },
  );
  return { token, grant };
}
