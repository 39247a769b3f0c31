import { parsePublicUrl, UrlRefused } from '../../kernel/net/public-url.ts';
import type { PublicResponse } from '../../kernel/net/public-request.ts';
import { cacheLifetimeMs, parseObject, requestDocument, type Fetch } from './public-document.ts';
import { validateClientMetadata } from './client.ts';
import type { StoredClient } from './client-store.ts';
import { OAuthError } from './oauth-error.ts';

const DOCUMENT_MAX_BYTES = 32 * 1024;

const MINUTE_MS = 60 * 1000;

/** Bounds for how long a document is cached, within what its Cache-Control says. */
const CACHED = { least: 5 * MINUTE_MS, most: 24 * 60 * MINUTE_MS, usual: 60 * MINUTE_MS };

/**
 * Whether a client id is the URL of a client metadata document: https with a path, in normalized form, so
 * that each document has one id (draft-ietf-oauth-client-id-metadata-document, section 3).
 */
export function isDocumentUrl(id: string): boolean {
  try {
    const url = parsePublicUrl(id);
    return url.href === id && url.pathname !== '/';
  } catch (error) {
    if (error instanceof UrlRefused) return false;
    throw error;
  }
}

/**
 * Fetches a client's metadata document. Returns the client and the time until which the document may be
 * cached. The request goes through the guarded network layer, so it cannot reach internal addresses. Throws
 * `invalid_client`, which explains problems with the document but uses one message for all problems in
 * reaching it.
 */
export async function fetchClientDocument(id: string, now: Date, fetch: Fetch): Promise<StoredClient> {
  const answer = await ask(id, fetch);
  const refuse = (problem: string, options?: ErrorOptions) =>
    new OAuthError('invalid_client', `The client's document ${problem}.`, options);
  if (answer.status !== 200)
    throw refuse('was not found', { cause: new Error(`The status is ${answer.status}.`) });
  if (!/^application\/(json|[\w.-]+\+json)\b/i.test(answer.headers['content-type'] ?? '')) {
    throw refuse('does not have the content type application/json');
  }
  if (answer.truncated) throw refuse(`is larger than ${DOCUMENT_MAX_BYTES / 1024} KiB, or was cut off`);
  const value = parseObject(answer.body);
  if (value?.['client_id'] !== id) throw refuse('does not contain its own URL as client_id');
  const method = value['token_endpoint_auth_method'] ?? 'none';
  if (method !== 'none' || 'client_secret' in value)
    throw refuse('describes a client that requires client authentication');
  const { name, redirectUris, scope } = validateClientMetadata(value);
  return { id, name, redirectUris, scope, endsAt: now.getTime() + cacheLifetimeMs(answer, CACHED) };
}

async function ask(id: string, fetch: Fetch): Promise<PublicResponse> {
  try {
    return await requestDocument(new URL(id), DOCUMENT_MAX_BYTES, fetch);
  } catch (error) {
    throw new OAuthError('invalid_client', "The client's document could not be fetched.", { cause: error });
  }
}
