import { commit } from '../../kernel/db/write.ts';
import { consumeAttempt, type RateLimit } from '../../kernel/rate-limits/rate-limit-store.ts';
import type { Client } from './client.ts';
import { fetchClientDocument, isDocumentUrl } from './client-document.ts';
import { publicFetch, type Fetch } from './public-document.ts';
import { getClient, putClient } from './client-store.ts';
import { OAuthError } from './oauth-error.ts';
import type { WebCall } from '../../kernel/api/operation/web-route.ts';

/** Window in milliseconds of the limit on fetched documents. */
export const FETCH_WINDOW_MS = 60 * 60 * 1000;

/** Maximum number of documents one user can make this service fetch per window. */
const fetches: RateLimit = { name: 'fetch client document', most: 30, span: FETCH_WINDOW_MS };

/**
 * Returns the client with an id: registered here, or described by the document at its id, which is cached for
 * as long as the document allows. `userId` is the user on whose behalf it is fetched. Throws
 * `invalid_client`.
 */
export async function findClient(
  id: string,
  userId: string,
  { read, now, services: { database } }: WebCall,
  fetch: Fetch = publicFetch,
): Promise<Client> {
  const known = await getClient(read, id, now);
  if (known) return known;
  if (!isDocumentUrl(id)) throw new OAuthError('invalid_client', 'The client is unknown or has expired.');
  if (!(await consumeAttempt(database, fetches, userId, now))) {
    throw new OAuthError('slow_down', 'You have tried too many unknown applications; wait one hour.');
  }
  const client = await fetchClientDocument(id, now, fetch);
  await commit(database, [putClient(client)]);
  return client;
}
