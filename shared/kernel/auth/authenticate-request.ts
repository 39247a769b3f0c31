import { ApiError } from '../core/errors.ts';
import type { Services } from '../core/services.ts';
import { createReader } from '../db/reader.ts';
import { findMemberId } from './member-link-store.ts';
import { authenticate, bearerToken } from './authenticate.ts';
import type { PresentedCredential, PrincipalKind, RequestPrincipal } from '../core/caller.ts';

/** The properties of an operation that decide which credentials it accepts. */
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

/** Three parts separated by dots, which no machine token contains. */
const JWT = /^Bearer +[\w-]+\.[\w-]+\.[\w-]*$/i;

/**
 * Authenticates a request to an operation by a machine token or, if the operation accepts them, an OAuth
 * access token. Throws a 401 for a malformed credential, a 403 for an unsupported kind.
 */
export async function authenticateRequest(
  operation: Audience,
  request: Credentials,
  services: Services,
): Promise<RequestPrincipal & PresentedCredential> {
  if (JWT.test(request.headers['authorization'] ?? ''))
    return await authenticateClient(operation, request, services);
  const token = bearerToken(request.headers, request.query);
  const { principalId, workspaceId, credentialId, secret: proof } = token;
  return {
    principalId,
    workspaceId,
    credentialId,
    proof,
    resolveCaller: (read, now) => authenticate(token, read, now),
  };
}

/**
 * The user of an access token as a caller in the workspace of the path, or outside of any: access tokens are not bound
 * to a workspace.
 */
async function authenticateClient(
  operation: Audience,
  { headers, query, parameters }: Credentials,
  services: Services,
): Promise<RequestPrincipal & PresentedCredential> {
  const { assertApiAudience, callerOutside, resolveOAuthCaller, resolveGrant, verifyAccessToken } =
    await import('./access-token.ts');
  if (!operation.principals.includes('oauth')) {
    // Only functions that accept access tokens can verify them; here the token's own claim is enough.
    assertApiAudience(headers, query, services);
    throw new ApiError('principal_not_supported', `${operation.id} does not accept an OAuth access token.`, {
      hint: 'Use a personal access token.',
    });
  }
  const claims = await verifyAccessToken(headers, query, 'api', services);
  const presented = { credentialId: claims.grantId, proof: headers['authorization']! };
  if (parameters['workspaceId'] === undefined) {
    const { userId: principalId } = claims;
    return {
      ...presented,
      principalId,
      workspaceId: '',
      async resolveCaller(read) {
        const { clientName } = await resolveGrant(claims, read, services);
        return { ...callerOutside(claims), credentialName: clientName };
      },
    };
  }
  const workspaceId = parameters['workspaceId'].toLowerCase();
  const memberId = isUuid(workspaceId)
    ? await findMemberId(createReader(services.database), claims.userId, workspaceId)
    : undefined;
  return {
    principalId: memberId ?? claims.userId,
    workspaceId,
    ...presented,
    async resolveCaller(read) {
      const [{ clientName }, caller] = await Promise.all([
        resolveGrant(claims, read, services),
        memberId === undefined ? undefined : resolveOAuthCaller(claims, { workspaceId, memberId }, read),
      ]);
      if (caller) return { ...caller, credentialName: clientName };
      throw new ApiError(
        'workspace_mismatch',
        'The user of the access token is not a member of the workspace.',
        {
          hint: 'Use the id of a workspace that the user is a member of.',
        },
      );
    },
  };
}

const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
