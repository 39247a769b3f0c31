import { roles, type Role } from '../../shared/kernel/core/caller.ts';
import type { Scope } from '../../shared/kernel/core/scopes.ts';
import { CommandError } from '../core/command-error.ts';
import { successOf, type ClientResponse, type ApiClient } from '../import/api-client.ts';
import { pathOf } from '../../shared/kernel/noun/define-noun.ts';
import { kindOf, kinds, type KindName, type MirroredResource } from './kinds.ts';

/** A caller of the API with what it may read. */
export interface SyncSource {
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
export async function openReading(client: ApiClient): Promise<SyncSource> {
  const { workspaceId, principalId, role, scopes } = await client.get<Caller>('/api/v1/me');
  if (role === null) {
    throw new CommandError('A service account cannot read the changes; use a personal access token.');
  }
  if (!scopes.includes('stories:read')) throw new CommandError('The token needs the scope stories:read.');
  const reads = (kind: KindName): boolean => {
    const { reader } = kindOf(kind);
    const enough = roles.indexOf(role) >= roles.indexOf(reader.role);
    return enough && reader.scopes.every((scope) => scopes.includes(scope));
  };
  return { client, workspaceId, principalId, path: `/api/v1/workspaces/${workspaceId}`, reads };
}

/** Thrown if the reader is not in a team that it reads from. Its data must be read again when they rejoin. */
export class OutOfSight extends Error {
  override name = 'OutOfSight';
}

/** Gets a team. Throws OutOfSight. */
export async function fetchTeam({ client, path }: SyncSource, id: string): Promise<MirroredResource> {
  const answer = await client.send('GET', `${path}/teams/${id}`);
  if (answer.status === 404) throw new OutOfSight();
  return successOf<MirroredResource>(answer, 'a team');
}

/**
 * Gets what belongs to a team. If that is not found, the reader may have been out of the team for a moment: it is asked for
 * again, and a second 404 says that it is gone. Throws OutOfSight while the team cannot be seen.
 */
export async function getOfTeam(reading: SyncSource, teamId: string, url: string): Promise<ClientResponse> {
  const answer = await reading.client.send('GET', url);
  if (answer.status !== 404) return answer;
  await fetchTeam(reading, teamId);
  return await reading.client.send('GET', url);
}

/** The meaning of a list's 404: an error or, for the list of a parent that may be deleted, no items. */
type Gone = 'fails' | 'none if gone';

/** The pages of a list of what belongs to no team, one at a time. */
export function pagesOf(
  { client }: SyncSource,
  path: string,
  query: Record<string, string> = {},
  gone: Gone = 'fails',
): AsyncGenerator<MirroredResource[]> {
  return pages((url) => client.send('GET', url), path, query, gone);
}

/** The pages of a list of what belongs to a team. Throws OutOfSight. */
export function pagesOfTeam(
  reading: SyncSource,
  teamId: string,
  path: string,
  query: Record<string, string> = {},
  gone: Gone = 'fails',
): AsyncGenerator<MirroredResource[]> {
  return pages((url) => getOfTeam(reading, teamId, url), path, query, gone);
}

async function* pages(
  get: (url: string) => Promise<ClientResponse>,
  path: string,
  query: Record<string, string>,
  gone: Gone,
): AsyncGenerator<MirroredResource[]> {
  for (let cursor: string | null | undefined; cursor !== null;) {
    const search = new URLSearchParams({ ...query, limit: '100', ...(cursor ? { cursor } : {}) });
    const answer = await get(`${path}?${search.toString()}`);
    if (answer.status === 404 && gone !== 'fails') return;
    yield successOf<MirroredResource[]>(answer, `GET ${path}`);
    cursor = answer.meta?.nextCursor ?? null;
  }
}

/** The kinds that the token cannot read, by the names of their files. */
export const unreadable = ({ reads }: SyncSource): string[] =>
  kinds.filter(({ name }) => !reads(name)).map(pathOf);
