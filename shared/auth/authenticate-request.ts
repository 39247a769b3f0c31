import { ApiError } from '../core/errors.ts';
import type { Services } from '../core/services.ts';
import { createReader } from '../db/reader.ts';
import { findMemberId } from './member-link-store.ts';
import { authenticate, bearerToken } from './authenticate.ts';
import type { PrincipalKind, RequestPrincipal } from '../core/caller.ts';

/** What of an operation decides whose credentials it takes. */
interface Audience {
  id: string;
  principals: readonly (PrincipalKind | 'oauth')[];
}

interface Credentials {
  headers: Record<string, string | undefined>;
  query: URLSearchParams;
  /** Of the path. */
  parameters: Record<string, string>;
}

/** Three parts with dots between them: no machine token has any. */
const JWT = /^Bearer +[\w-]+\.[\w-]+\.[\w-]*$/i;

/**
 * The sender of a request to an operation: the holder of a machine token or, where the operation takes one, of
 * an OAuth access token. Throws the 401 for a credential that is none, a 403 for one of the wrong kind.
 */
export async function authenticateRequest(
  operation: Audience,
  request: Credentials,
  services: Services,
): Promise<RequestPrincipal> {
  if (JWT.test(request.headers['authorization'] ?? ''))
    return await authenticateClient(operation, request, services);
  const token = bearerToken(request.headers, request.query);
  const { principalId, workspaceId } = token;
  return { principalId, workspaceId, resolveCaller: (read, now) => authenticate(token, read, now) };
}

/** The user for whom a client calls, in the workspace that the path names: an access token is bound to none. */
async function authenticateClient(
  operation: Audience,
  { headers, query, parameters }: Credentials,
  services: Services,
): Promise<RequestPrincipal> {
  const { assertApiAudience, resolveOAuthCaller, resolveGrant, verifyAccessToken } =
    await import('./access-token.ts');
  if (!operation.principals.includes('oauth')) {
    // Only functions that take access tokens can verify them, but what this one says it is for is enough here.
    assertApiAudience(headers, query, services);
    throw new ApiError('principal_not_supported', `${operation.id} does not accept an OAuth access token.`, {
      hint: 'Use a personal access token.',
    });
  }
  const claims = await verifyAccessToken(headers, query, 'api', services);
  const workspaceId = parameters['workspaceId']?.toLowerCase() ?? '';
  const memberId = isUuid(workspaceId)
    ? await findMemberId(createReader(services.database), claims.userId, workspaceId)
    : undefined;
  return {
    principalId: memberId ?? claims.userId,
    workspaceId,
    async resolveCaller(read) {
      const [{ clientName }, caller] = await Promise.all([
        resolveGrant(claims, read, services),
        memberId === undefined ? undefined : resolveOAuthCaller(claims, { workspaceId, memberId }, read),
      ]);
      if (caller) return { ...caller, credentialName: clientName };
      throw new ApiError(
        'workspace_mismatch',
        'The user of the access token is no member of the workspace.',
        {
          hint: 'Use the id of a workspace that the user is a member of.',
        },
      );
    },
  };
}

const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
