import type { Database } from '../core/database.ts';
import { createReader } from '../db/reader.ts';
import { findMemberId } from './member-link-store.ts';

/** Whose access an access token grants. */
export type AccessSubject =
  /** A person who has connected a client, in all their workspaces. */
  | { kind: 'person'; userId: string }
  /** A service account that is its own client, in its workspace. */
  | { kind: 'agent'; workspaceId: string; accountId: string }
  /** A person whose company's identity provider vouches for them, in the workspace that trusts it. */
  | { kind: 'managed'; workspaceId: string; userId: string; providerId: string };

/** The id of the person or service account. */
export const subjectId = (subject: AccessSubject): string =>
  subject.kind === 'agent' ? subject.accountId : subject.userId;

/** The only workspace that a subject can access; undefined for a person who has connected a client. */
export const onlyWorkspaceOf = (subject: AccessSubject): string | undefined =>
  subject.kind === 'person' ? undefined : subject.workspaceId;

/** The id by which a subject may be a member of a workspace; undefined if it cannot be one. */
export async function principalIdIn(
  subject: AccessSubject,
  workspaceId: string,
  database: Database,
): Promise<string | undefined> {
  if ((onlyWorkspaceOf(subject) ?? workspaceId) !== workspaceId) return undefined;
  if (subject.kind === 'agent') return subject.accountId;
  return await findMemberId(createReader(database), subject.userId, workspaceId);
}

/** A subject as the private claims of an access token. */
export function subjectClaims(subject: AccessSubject): Record<string, string> {
  if (subject.kind === 'agent') return { agent_of: subject.workspaceId };
  if (subject.kind === 'managed') {
    return { managed_in: subject.workspaceId, provider_id: subject.providerId };
  }
  return {};
}

/** The subject of an access token whose signature has been verified. */
export function subjectOf(claims: Readonly<Record<string, string | undefined>>): AccessSubject {
  const { sub, agent_of: agentOf, managed_in: managedIn, provider_id: providerId } = claims;
  if (agentOf !== undefined) return { kind: 'agent', workspaceId: agentOf, accountId: sub! };
  if (managedIn !== undefined) {
    return { kind: 'managed', workspaceId: managedIn, userId: sub!, providerId: providerId! };
  }
  return { kind: 'person', userId: sub! };
}
