import { CommandError } from '../core/command-error.ts';
import { findAccess, type AccessOptions } from '../core/access.ts';
import { createApiClient } from './api-client.ts';

interface NamedWorkspace {
  id: string;
  slug: string;
  name: string;
}

/**
 * Throws a CommandError unless the token of an import is of the workspace that was named by slug, name or id: a token has
 * one workspace, so the name can only say that it is the one that is meant.
 */
export async function assertWorkspace(wanted: string, access: AccessOptions): Promise<void> {
  const { baseUrl, token } = findAccess(access);
  const stopping = new AbortController().signal;
  const client = createApiClient({ baseUrl, token, stopping, giveUp: 'Run the same command again later.' });
  const { workspaceId } = await client.get<{ workspaceId: string }>('/api/v1/me');
  const { id, slug, name } = await client.get<NamedWorkspace>(`/api/v1/workspaces/${workspaceId}`);
  if ([id, slug, name.toLowerCase()].includes(wanted.toLowerCase())) return;
  throw new CommandError(
    `The token is of the workspace ${slug}, not of ${wanted}: use a token of that one, such as one that ` +
      `plotline tokens create --workspace ${wanted} makes.`,
  );
}
