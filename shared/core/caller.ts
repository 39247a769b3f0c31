import type { Scope } from './scopes.ts';
import type { Reader } from './database.ts';

/** A member's role in a workspace, the weakest first. */
export const roles = ['guest', 'member', 'admin'] as const;
export type Role = (typeof roles)[number];

/** The kinds of principal that can call an operation with a machine credential. */
export type PrincipalKind = 'user' | 'serviceAccount';

/** Who calls, with the rights that hold now: the membership as it is, cut by what the credential carries. */
export interface Caller {
  /** `operator` is whoever runs the deployment and needs no credential (auth/operator.ts). */
  kind: PrincipalKind | 'operator';
  principalId: string;
  workspaceId: string;
  /** Null for a service account, which has no role. */
  role: Role | null;
  scopes: ReadonlySet<Scope>;
  /** The teams the principal is in now, cut by the credential's restriction. */
  teamIds: ReadonlySet<string>;
  /** The credential's team restriction, or null where it has none. */
  restrictedTeamIds: readonly string[] | null;
  credentialId: string;
  credentialName: string;
  expiresAt: string;
}

export const hasRole = (caller: Caller, role: Role): boolean =>
  caller.role !== null && roles.indexOf(caller.role) >= roles.indexOf(role);

/**
 * Tells who calls, with the rights of this moment, or throws the 401. What it reads it asks for at once, so that
 * it travels with the operation's own reads.
 */
export type ResolveCaller = (read: Reader, now: Date) => Promise<Caller>;

/** Who sends a request, as far as its credential tells before anything is read; `authority` finds out the rest. */
export interface RequestPrincipal {
  principalId: string;
  workspaceId: string;
  resolveCaller: ResolveCaller;
}
