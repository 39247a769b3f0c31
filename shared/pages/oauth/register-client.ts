import { parseJson } from '../../kernel/api/http/json-body.ts';
import type { ApiError } from '../../kernel/core/errors.ts';
import { addressPrefix } from '../../kernel/net/address-prefix.ts';
import type { WebRequest } from '../../kernel/api/operation/web-route.ts';
import { commit } from '../../kernel/db/write.ts';
import { newId } from '../../kernel/core/id.ts';
import { consumeAttempt, type RateLimit } from '../../kernel/rate-limits/rate-limit-store.ts';
import { validateClientMetadata } from './client.ts';
import { putClient, UNUSED_CLIENT_LIFETIME_MS } from './client-store.ts';
import { oauthEndpoint } from './endpoint.ts';
import { OAuthError, oauthResponse } from './oauth-error.ts';

/** Hosted clients register each user's connection from the few addresses of their cloud. */
export const registrations: RateLimit = { name: 'register client', most: 300, span: 60 * 60 * 1000 };

/**
 * Registers a client (RFC 7591). All clients become public ones, whatever they request; the response says so.
 */
export const registerClient = oauthEndpoint({
  id: 'registerClient',
  method: 'POST',
  path: '/oauth/register',
  handle: async ({ request, services: { database }, now, note }) => {
    const { metadata, ...validated } = validateClientMetadata(readJson(request));
    if (!(await consumeAttempt(database, registrations, addressPrefix(request.sourceIp), now))) {
      throw new OAuthError('slow_down', 'Too many clients were registered from this address; wait one hour.');
    }
    const client = { id: newId(now), ...validated };
    await commit(database, [putClient({ ...client, endsAt: now.getTime() + UNUSED_CLIENT_LIFETIME_MS })]);
    note({ clientId: client.id });
    return oauthResponse(201, {
      ...(metadata.client_name === undefined ? {} : { client_name: client.name }),
      client_id: client.id,
      client_id_issued_at: Math.floor(now.getTime() / 1000),
      redirect_uris: client.redirectUris,
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      ...(client.scope === undefined ? {} : { scope: client.scope }),
    });
  },
});

const JSON_TYPE = /^\s*application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i;

/** The JSON of a request. Throws for another content type (RFC 7591, section 3.1), and for what is not JSON. */
function readJson({ headers, body }: WebRequest): unknown {
  if (!JSON_TYPE.test(headers['content-type'] ?? '')) {
    throw new OAuthError(
      'invalid_client_metadata',
      'The body must be sent as JSON, with the header Content-Type: application/json.',
    );
  }
  try {
    return parseJson(body, '');
  } catch (error) {
    throw new OAuthError('invalid_client_metadata', (error as ApiError).message);
  }
}
