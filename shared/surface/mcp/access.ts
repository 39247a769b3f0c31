import type { Charge } from '../../kernel/api/operation/web-route.ts';
import { notFound } from '../../kernel/core/errors.ts';
import type { WebCall } from '../../kernel/api/operation/web-route.ts';
import type { ResolveCaller, RequestPrincipal } from '../../kernel/core/caller.ts';
import { createReader } from '../../kernel/db/reader.ts';
import { principalIdIn, subjectId, onlyWorkspaceOf } from '../../kernel/auth/access-subject.ts';
import {
  callerOutside,
  resolveOAuthCaller,
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
  principalIn: (workspaceId: string | null, charge?: Charge) => Promise<RequestPrincipal>;
  /** Throws a 401 if the grant is no longer active. Reads the grant unless an authority already has. */
  confirm: () => Promise<OAuthPrincipal>;
}

/** Resolves the access of one request, without caching. */
export function resolveMcpAccess(
  claims: AccessClaims,
  {
    request,
    services,
    present,
    identify,
    countWrites,
  }: Pick<WebCall, 'request' | 'services' | 'present' | 'identify' | 'countWrites'>,
): Access {
  const presentIn = (workspaceId: string | null, charge?: Charge) =>
    present({ credentialId: claims.grantId, workspaceId, proof: request.headers['authorization']! }, charge);
  const identifyOutside = async () => {
    const caller = callerOutside(claims, (await principal)?.teamIds ?? null);
    await identify({ ...caller, workspaceId: null });
    return caller;
  };
  let principal: Promise<OAuthPrincipal> | undefined;
  const resolvePrincipal = (read: Reader) => (principal = resolveGrant(claims, read, services));
  return {
    async principalIn(named, charge) {
      // An agent is in one workspace, and so is anyone for whom a company vouches.
      const workspaceId = named ?? onlyWorkspaceOf(claims.subject) ?? null;
      presentIn(workspaceId, charge);
      if (workspaceId === null) {
        const authority: ResolveCaller = async (read) => {
          await resolvePrincipal(read);
          return await identifyOutside();
        };
        return { principalId: subjectId(claims.subject), workspaceId: '', resolveCaller: authority };
      }
      const memberId = await principalIdIn(claims.subject, workspaceId, services.database);
      const authority: ResolveCaller = async (read) => {
        const granted = resolvePrincipal(read);
        const caller =
          memberId === undefined
            ? await granted.then(() => undefined)
            : await resolveOAuthCaller(granted, { workspaceId, memberId }, read);
        if (!caller) throw notFound('workspace');
        await identify(caller);
        return caller;
      };
      const principalId = memberId ?? subjectId(claims.subject);
      return { principalId, workspaceId, resolveCaller: authority, countWrites };
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
