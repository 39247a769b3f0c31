import { roles, type Role } from '../../../shared/core/caller.ts';
import type { Scope } from '../../../shared/core/scopes.ts';
import { CommandError } from '../core/command-error.ts';
import type { ApiClient } from '../import/api-client.ts';
import { kindNames, kindOf, type KindName } from './kinds.ts';

/** A caller of the API with what it may read. */
export interface Reading {
  client: ApiClient;
  workspaceId: string;
  principalId: string;
  /** The path of the workspace. */
  path: string;
  reads: (kind: KindName) => boolean;
}

interface Caller {
  workspaceId: string;
  principalId: string;
  role: Role | null;
  scopes: Scope[];
}

/** Asks the service who the token is. Throws a CommandError if it cannot read the changes. */
export async function openReading(client: ApiClient): Promise<Reading> {
  const { workspaceId, principalId, role, scopes } = await client.get<Caller>('/api/v1/me');
  if (role === null) {
    throw new CommandError('A service account cannot read the changes; use a personal access token.');
  }
  if (!scopes.includes('stories:read')) throw new CommandError('The token needs the scope stories:read.');
  const reads = (kind: KindName): boolean => {
    const needed = kindOf(kind);
    const enough = roles.indexOf(role) >= roles.indexOf(needed.role ?? 'guest');
    return enough && needed.scopes.every((scope) => scopes.includes(scope));
  };
  return { client, workspaceId, principalId, path: `/api/v1/workspaces/${workspaceId}`, reads };
}

/** The kinds that the token cannot read, by the names of their files. */
export const unreadable = ({ reads }: Reading): string[] =>
  kindNames.filter((kind) => !reads(kind)).map((kind) => kindOf(kind).file);
