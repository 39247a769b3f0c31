import { commit } from '../db/write.ts';
import { publicRequest } from '../net/public-request.ts';
import { consumeAttempt, type RateLimit } from '../rate-limits/rate-limit-store.ts';
import type { Client } from './client.ts';
import { fetchClientDocument, isDocumentUrl, type Fetch } from './client-document.ts';
import { getClient, putClient } from './client-store.ts';
import { OAuthError } from './oauth-error.ts';
import type { WebCall } from '../api/operation/web-route.ts';

/** Milliseconds after which somebody who made this service ask for too many documents may go on. */
export const FETCH_WINDOW_MS = 60 * 60 * 1000;

/** Documents that one person makes this service ask for. */
const fetches: RateLimit = { name: 'fetch client document', most: 30, span: FETCH_WINDOW_MS };

/**
 * The client with an id: one that registered here, or one whose id is the URL of its document, of which a copy
 * is kept for as long as the document allows. `userId` is who wants it. Throws `invalid_client`.
 */
export async function findClient(
  id: string,
  userId: string,
  { read, now, services: { database } }: WebCall,
  fetch: Fetch = publicRequest,
): Promise<Client> {
  const known = await getClient(read, id, now);
  if (known) return known;
  if (!isDocumentUrl(id))
    throw new OAuthError('invalid_client', 'This client is not known here, or no longer.');
  if (!(await consumeAttempt(database, fetches, userId, now))) {
    throw new OAuthError('slow_down', 'You have tried too many unknown programs; wait an hour.');
  }
  const client = await fetchClientDocument(id, now, fetch);
  await commit(database, [putClient(client)]);
  return client;
}
