import { ApiError } from '../core/errors.ts';
import type { Services } from '../core/services.ts';
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

/** The kinds of principals whose access tokens an operation accepts. */
const acceptsClients = ({ principals }: Audience): boolean =>
  principals.includes('oauth') || principals.includes('serviceAccount');

/**
 * The holder of an access token as a caller in the workspace of the path, or outside of any: tokens of people are not
 * bound to a workspace.
 */
async function authenticateClient(
  operation: Audience,
  { headers, query, parameters }: Credentials,
  services: Services,
): Promise<RequestPrincipal & PresentedCredential> {
  const { assertApiAudience, callerOutside, resolveOAuthCaller, resolveGrant, verifyAccessToken } =
    await import('./access-token.ts');
  const { principalIdIn, subjectId, onlyWorkspaceOf } = await import('./access-subject.ts');
  if (!acceptsClients(operation)) {
    // The token's own claim is enough to say why it is refused.
    assertApiAudience(headers, query, services);
    throw notForClients(operation);
  }
  const claims = await verifyAccessToken(headers, query, 'api', services);
  const { subject } = claims;
  const kind = subject.kind === 'agent' ? 'serviceAccount' : 'oauth';
  if (!operation.principals.includes(kind)) throw notForClients(operation);
  const presented = { credentialId: claims.grantId, proof: headers['authorization']! };
  const workspaceId = parameters['workspaceId']?.toLowerCase() ?? onlyWorkspaceOf(subject);
  if (workspaceId === undefined) {
    return {
      ...presented,
      principalId: subjectId(subject),
      workspaceId: '',
      async resolveCaller(read) {
        const { clientName, teamIds } = await resolveGrant(claims, read, services);
        return { ...callerOutside(claims, teamIds), credentialName: clientName };
      },
    };
  }
  const memberId = isUuid(workspaceId)
    ? await principalIdIn(subject, workspaceId, services.database)
    : undefined;
  return {
    principalId: memberId ?? subjectId(subject),
    workspaceId,
    ...presented,
    async resolveCaller(read) {
      const principal = resolveGrant(claims, read, services);
      const caller =
        memberId === undefined
          ? await principal.then(() => undefined)
          : await resolveOAuthCaller(principal, { workspaceId, memberId }, read);
      if (caller) return caller;
      throw new ApiError(
        'workspace_mismatch',
        'The holder of the access token is not a member of the workspace.',
        { hint: 'Use the id of a workspace that they are a member of.' },
      );
    },
  };
}

const notForClients = ({ id }: Audience) =>
  new ApiError('principal_not_supported', `${id} does not accept an OAuth access token.`, {
    hint: 'Use a personal access token.',
  });

const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
