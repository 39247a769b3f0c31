import { makeAccessToken } from '../../infra/local/invoke-token.ts';
import { commit } from '../../shared/kernel/db/write.ts';
import { deleteGrant, putGrant } from '../../shared/kernel/auth/grant-store.ts';
import { databaseOf, sharedService, type ServiceAddress } from './service.ts';

/**
 * An access token for /mcp, signed here with the service's own secret; test/oauth goes the whole way. `age` is
 * how many milliseconds ago it was made.
 */
export async function connectUser(
  { userId }: { userId: string },
  { service = sharedService(), age = 0 }: { service?: ServiceAddress; age?: number } = {},
): Promise<{ token: string; revoke: () => Promise<void>; expire: () => Promise<void> }> {
  const database = databaseOf(service);
  const { token, grant } = await makeAccessToken(
    { ...service, database },
    userId,
    new Date(Date.now() - age),
  );
  return {
    token,
    revoke: () => commit(database, [deleteGrant(grant)]),
    /** Lets the grant end by its time, although the token has not. */
    expire: () => commit(database, [putGrant({ ...grant, endsAt: Date.now() - 1 })]),
  };
}
