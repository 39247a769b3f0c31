import { notFound } from '../api/errors.ts';
import type { Authority } from '../api/execute.ts';
import type { Services } from '../api/services.ts';
import type { Caller } from '../auth/caller.ts';
import type { Sender } from '../auth/sender.ts';
import { createReader, type Reader } from '../db/reader.ts';
import { findMemberId } from '../members/member-link-store.ts';
import {
  oauthCaller,
  oauthPrincipal,
  type AccessClaims,
  type OAuthPrincipal,
} from '../oauth/access-token.ts';

/** What the holder of a verified access token may do, with its grant and memberships as they are now. */
export interface Access {
  /**
   * Who they are in a workspace, or with null outside of any. The reads of its authority travel with the
   * operation's own.
   */
  senderIn: (workspaceId: string | null) => Promise<Sender>;
  /** Throws the 401 of a grant that no longer holds. Reads it, unless an authority has. */
  confirm: () => Promise<OAuthPrincipal>;
}

/** The access of one request; nothing of it is kept for the next. */
export function accessOf(claims: AccessClaims, services: Services): Access {
  let judged: Promise<OAuthPrincipal> | undefined;
  const judge = (read: Reader) => (judged = oauthPrincipal(claims, read, services));
  return {
    async senderIn(workspaceId) {
      const { userId } = claims;
      if (workspaceId === null) {
        const authority: Authority = async (read) => {
          await judge(read);
          return callerOutside(claims);
        };
        return { principalId: userId, workspaceId: '', authority };
      }
      const memberId = await findMemberId(createReader(services.database), userId, workspaceId);
      const authority: Authority = async (read) => {
        const [, caller] = await Promise.all([
          judge(read),
          memberId === undefined ? undefined : oauthCaller(claims, { workspaceId, memberId }, read),
        ]);
        if (caller) return caller;
        throw notFound('workspace');
      };
      return { principalId: memberId ?? userId, workspaceId, authority };
    },
    confirm: () => judged ?? judge(createReader(services.database)),
  };
}

/** A user outside of any workspace: somebody, with no rights that a membership gives. */
const callerOutside = ({ userId, grantId, expiresAt }: AccessClaims): Caller => ({
  kind: 'user',
  principalId: userId,
  workspaceId: '',
  role: 'guest',
  scopes: new Set(),
  teamIds: new Set(),
  restrictedTeamIds: null,
  credentialId: grantId,
  credentialName: '',
  expiresAt,
});
