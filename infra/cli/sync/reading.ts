import { roles, type Role } from '../../../shared/core/caller.ts';
import type { Scope } from '../../../shared/core/scopes.ts';
import { eventRights } from '../../../shared/log/event-rights.ts';
import { CommandError } from '../core/command-error.ts';
import { successOf, type ApiClient } from '../import/api-client.ts';
import { kindNames, kindOf, type KindName, type Resource } from './kinds.ts';

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
    const needed = eventRights[kind];
    const enough = roles.indexOf(role) >= roles.indexOf(needed.role ?? 'guest');
    return enough && needed.scopes.every((scope) => scopes.includes(scope));
  };
  return { client, workspaceId, principalId, path: `/api/v1/workspaces/${workspaceId}`, reads };
}

/** The pages of a list, one at a time. `none if gone` ends it if what it belongs to is gone by now. */
export async function* pagesOf(
  { client }: Pick<Reading, 'client'>,
  path: string,
  query: Record<string, string> = {},
  gone: 'fails' | 'none if gone' = 'fails',
): AsyncGenerator<Resource[]> {
  for (let cursor: string | null | undefined; cursor !== null;) {
    const search = new URLSearchParams({ ...query, limit: '100', ...(cursor ? { cursor } : {}) });
    const answer = await client.send('GET', `${path}?${search.toString()}`);
    if (answer.status === 404 && gone !== 'fails') return;
    yield successOf<Resource[]>(answer, `GET ${path}`);
    cursor = answer.meta?.nextCursor ?? null;
  }
}

/** Whether a team is in sight. */
export async function seesTeam({ client, path }: Reading, id: string): Promise<boolean> {
  const answer = await client.send('GET', `${path}/teams/${id}`);
  if (answer.status === 404) return false;
  successOf(answer, 'a team');
  return true;
}

/** The kinds that the token cannot read, by the names of their files. */
export const unreadable = ({ reads }: Reading): string[] =>
  kindNames.filter((kind) => !reads(kind)).map((kind) => kindOf(kind).file);
