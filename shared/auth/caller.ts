import type { Scope } from './scopes.ts';

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
