import { findAccess, type AccessOptions } from './access.ts';
import { createApiClient, type ApiClient } from '../import/api-client.ts';

/** Options of a command that calls the REST API with a token. */
export type ApiOptions = AccessOptions;

/** A client, and the path of the workspace of its token. */
export interface Api {
  client: ApiClient;
  path: string;
}

/** Opens the service that the options name. Throws a CommandError without a service or a token. */
export async function openApi(options: ApiOptions): Promise<Api> {
  const client = createApiClient({
    ...findAccess(options),
    stopping: new AbortController().signal,
    giveUp: 'Run the same command again later.',
  });
  const { workspaceId } = await client.get<{ workspaceId: string }>('/api/v1/me');
  return { client, path: `/api/v1/workspaces/${workspaceId}` };
}
