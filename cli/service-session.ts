import type { Command } from 'commander';
import { randomUUID } from 'node:crypto';
import type { Story } from '../shared/planning/story/story.ts';
import { CommandError } from './core/command-error.ts';
import { createOutput, type CommandOutput } from './core/output.ts';
import { findAccess } from './import/access.ts';
import { createApiClient, successOf, type ApiClient, type ClientResponse } from './import/api-client.ts';

/** Options of every command that speaks to the service, since only it has the keys and files. */
export interface ServiceOptions {
  url?: string;
  tokenFile?: string;
  json?: boolean;
}

/** The workspace of a token, as its member uses it over the API. */
export interface ServiceSession {
  client: ApiClient;
  baseUrl: string;
  /** The path of the workspace. */
  path: string;
  output: CommandOutput;
  /** Sends a POST request that may be repeated; throws a CommandError if it is refused. */
  post: (path: string, body?: object) => Promise<ClientResponse>;
}

/** Adds a command that speaks to the service with a token. */
export const serviceCommand = (parent: Command, usage: string, description: string): Command =>
  parent
    .command(usage)
    .description(description)
    .option('--url <url>', 'the service (default: PLOTLINE_URL, or the local one)')
    .option('--token-file <file>', 'a file that contains the token (default: PLOTLINE_TOKEN)')
    .option('--json', 'print JSON');

/** Runs a command with the workspace of its token. */
export async function withService(
  options: ServiceOptions,
  run: (session: ServiceSession) => Promise<void>,
): Promise<void> {
  const { baseUrl, token } = findAccess(options);
  const stopping = new AbortController().signal;
  const client = createApiClient({ baseUrl, token, stopping, giveUp: 'Run the same command again later.' });
  const { workspaceId } = await client.get<{ workspaceId: string }>('/api/v1/me');
  await run({
    client,
    baseUrl,
    path: `/api/v1/workspaces/${workspaceId}`,
    output: createOutput(options.json === true),
    async post(path, body) {
      const answer = await client.send('POST', path, body && JSON.stringify(body), randomUUID());
      successOf(answer, path);
      return answer;
    },
  });
}

const isId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

/** Finds a story by its id or its reference, such as ENG-12. Throws a CommandError if the token sees none. */
export async function findStoryOfService({ client, path }: ServiceSession, text: string): Promise<Story> {
  const at = isId(text)
    ? `stories/${text.toLowerCase()}`
    : `stories-by-reference/${encodeURIComponent(text)}`;
  const answer = await client.send('GET', `${path}/${at}`);
  if (answer.status === 404) throw new CommandError(`The token sees no story ${text}.`);
  return successOf<Story>(answer, `the story ${text}`);
}
