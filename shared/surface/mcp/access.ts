import { notFound } from '../../kernel/core/errors.ts';
import type { WebCall } from '../../kernel/api/operation/web-route.ts';
import type { ResolveCaller, RequestPrincipal } from '../../kernel/core/caller.ts';
import { createReader } from '../../kernel/db/reader.ts';
import { findMemberId } from '../../kernel/auth/member-link-store.ts';
import {
  resolveOAuthCaller,
  callerOutside,
  resolveGrant,
  type AccessClaims,
  type OAuthPrincipal,
} from '../../kernel/auth/access-token.ts';
import type { Reader } from '../../kernel/core/database.ts';

/** The rights of the holder of a verified access token, according to its current grant and memberships. */
export interface Access {
  /**
   * Their authority in a workspace, or outside of any with null. Its reads share a batch with the operation's
   * own.
   */
  principalIn: (workspaceId: string | null, cost?: number) => Promise<RequestPrincipal>;
  /** Throws a 401 if the grant is no longer active. Reads the grant unless an authority already has. */
  confirm: () => Promise<OAuthPrincipal>;
}

/** Resolves the access of one request, without caching. */
export function resolveMcpAccess(
  claims: AccessClaims,
  { request, services, present, identify }: Pick<WebCall, 'request' | 'services' | 'present' | 'identify'>,
): Access {
  const presentIn = (workspaceId: string | null, cost?: number) =>
    present({ credentialId: claims.grantId, workspaceId, proof: request.headers['authorization']! }, cost);
  const identifyOutside = async () => {
    const caller = callerOutside(claims);
    await identify({ ...caller, workspaceId: null });
    return caller;
  };
  let principal: Promise<OAuthPrincipal> | undefined;
  const resolvePrincipal = (read: Reader) => (principal = resolveGrant(claims, read, services));
  return {
    async principalIn(workspaceId, cost) {
      const { userId } = claims;
      presentIn(workspaceId, cost);
      if (workspaceId === null) {
        const authority: ResolveCaller = async (read) => {
          await resolvePrincipal(read);
          return await identifyOutside();
        };
        return { principalId: userId, workspaceId: '', resolveCaller: authority };
      }
      const memberId = await findMemberId(createReader(services.database), userId, workspaceId);
      const authority: ResolveCaller = async (read) => {
        const [, caller] = await Promise.all([
          resolvePrincipal(read),
          memberId === undefined ? undefined : resolveOAuthCaller(claims, { workspaceId, memberId }, read),
        ]);
        if (!caller) throw notFound('workspace');
        await identify(caller);
        return caller;
      };
      return { principalId: memberId ?? userId, workspaceId, resolveCaller: authority };
    },
    async confirm() {
      if (principal) return await principal;
      presentIn(null);
      const confirmed = await resolvePrincipal(createReader(services.database));
      await identifyOutside();
      return confirmed;
    },
  };
}
