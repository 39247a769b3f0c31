import type { Actor } from './actor.ts';
import type { Scope } from './scopes.ts';
import type { Reader } from './database.ts';

/** Roles of members in a workspace, in ascending order. */
export const roles = ['guest', 'member', 'admin'] as const;
export type Role = (typeof roles)[number];

/** The kinds of principals that can authenticate with a machine credential. */
export type PrincipalKind = 'user' | 'serviceAccount';

/** The caller with current rights: the membership, limited by the credential's restrictions. */
export interface Caller {
  /**
   * `operator` runs the deployment and needs no credential (auth/operator.ts); a `visitor` is a person who has signed in on
   * public pages, and runs the operations of visitors alone.
   */
  kind: PrincipalKind | 'operator' | 'visitor';
  /** Of a visitor, the id of their account. */
  principalId: string;
  workspaceId: string;
  /** Null for a service account, whose scopes and teams decide what it may do. */
  role: Role | null;
  scopes: ReadonlySet<Scope>;
  /** The principal's current teams, limited by the credential's restriction. */
  teamIds: ReadonlySet<string>;
  /** The credential's team restriction, or null. */
  restrictedTeamIds: readonly string[] | null;
  credentialId: string;
  credentialName: string;
  expiresAt: string;
  /** The actor that its changes are recorded with. */
  actor: Actor;
  /** Whether its writes are only proposed, for others to accept. */
  proposes?: boolean | undefined;
  /** Whether this write is tried out, to be proposed: who accepts it makes it. */
  isTrial?: boolean | undefined;
}

/** The role with which a caller sees things: that of a member for a service account. */
export const effectiveRole = ({ role }: Pick<Caller, 'role'>): Role => role ?? 'member';

export const hasRole = (caller: Caller, role: Role): boolean =>
  roles.indexOf(effectiveRole(caller)) >= roles.indexOf(role);

/**
 * Resolves the caller with current rights, or throws a 401. Issues its reads immediately, so that they share
 * a batch with the operation's own reads.
 */
export type ResolveCaller = (read: Reader, now: Date) => Promise<Caller>;

/** The principal of a request, as named by its credential before any read; `resolveCaller` loads the rights. */
export interface RequestPrincipal {
  principalId: string;
  workspaceId: string;
  resolveCaller: ResolveCaller;
  /** Counts writes of a call that are more than one. Throws a 429 if the workspace has too few left. */
  countWrites?: CountWrites | undefined;
}

export type CountWrites = (more: number) => Promise<void>;

/** A credential that a request presents, before any read. */
export interface PresentedCredential {
  credentialId: string;
  /** The workspace; null for calls outside of any. */
  workspaceId: string | null;
  /** The secret part of the credential, which only its holder knows. */
  proof: string | Buffer;
}
