import type { JWTPayload } from 'jose';
import type { WebCall } from '../../kernel/api/operation/web-route.ts';
import { getMemberId } from '../../kernel/auth/member-link-store.ts';
import { readMembership } from '../../kernel/auth/membership-store.ts';
import { writeConflict } from '../../kernel/core/errors.ts';
import { tryCommit } from '../../kernel/db/write.ts';
import type { IdentityProvider } from '../../identity/identity-providers/identity-provider.ts';
import { findSubject, putSubject } from '../../identity/identity-providers/identity-provider-store.ts';
import { findUserId } from '../../identity/members/user-store.ts';
import { refused } from './verify-assertion.ts';

interface AssertedMember {
  userId: string;
  memberId: string;
}

/**
 * The current member for whom a provider vouches: whom its subject has been before, or who has the verified address in
 * one of its domains, and is that subject from then on. One refusal for all that are no member.
 */
export async function memberOfAssertion(
  payload: JWTPayload,
  provider: IdentityProvider,
  { read, services: { database } }: WebCall,
): Promise<AssertedMember> {
  const sub = payload.sub!;
  const email = addressOf(payload, provider);
  const [known, addressed] = await Promise.all([
    findSubject(read, provider, sub),
    email === undefined ? undefined : findUserId(read, email),
  ]);
  if (email !== undefined && known !== undefined && known !== addressed) {
    throw refused('names a subject that belongs to another account');
  }
  const userId = known ?? addressed;
  const { workspaceId } = provider;
  const memberId = userId === undefined ? undefined : await getMemberId(read, userId, workspaceId);
  const membership = memberId === undefined ? undefined : await readMembership(read, workspaceId, memberId);
  if (
    userId === undefined ||
    memberId === undefined ||
    !membership?.accepted ||
    membership.userId !== userId
  ) {
    throw refused('names no member who has accepted the invitation to the workspace');
  }
  // Of two at once the first one counts; the next assertion is compared with it.
  if (known === undefined) await tryCommit(database, [putSubject(provider, { sub, userId }, writeConflict)]);
  return { userId, memberId };
}

/** The address in an assertion; undefined if it has none. Throws unless it is verified and in a domain of the provider. */
function addressOf(
  { email, email_verified: verified }: JWTPayload,
  provider: IdentityProvider,
): string | undefined {
  if (email === undefined) return undefined;
  if (typeof email !== 'string' || verified !== true) throw refused('has an email that is not verified');
  if (vouchesFor(provider, email)) return email.toLowerCase();
  throw refused("has an email that is not in the provider's domains");
}

/** Whether an address is in a domain of a provider. */
export const vouchesFor = ({ emailDomains }: IdentityProvider, email: string): boolean =>
  email.includes('@') && emailDomains.includes(email.slice(email.lastIndexOf('@') + 1).toLowerCase());
