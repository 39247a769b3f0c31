import { createHash, randomBytes } from 'node:crypto';
import type { Browser, Shown } from './browser.ts';

export interface RegisteredClient {
  id: string;
  redirectUri: string;
}

/** Tokens of a client that a person has connected, by the real flow over HTTP. */
export interface Connection {
  client: RegisteredClient;
  accessToken: string;
  refreshToken: string;
}

interface JsonAnswer {
  status: number;
  headers: Headers;
  json: any;
}

/** The endpoints that programs call, as a client without a library would. */
export function oauthApi(baseUrl: string) {
  const post = async (path: string, type: string, body: string): Promise<JsonAnswer> => {
    const headers = { 'content-type': type };
    const answer = await fetch(`${baseUrl}${path}`, { method: 'POST', headers, body });
    return { status: answer.status, headers: answer.headers, json: await answer.json() };
  };
  const form = (path: string, fields: Record<string, string>) =>
    post(path, 'application/x-www-form-urlencoded', new URLSearchParams(fields).toString());
  return {
    register: (metadata: unknown) => post('/oauth/register', 'application/json', JSON.stringify(metadata)),
    token: (fields: Record<string, string>) => form('/oauth/token', fields),
    revoke: (fields: Record<string, string>) => form('/oauth/revoke', fields),
    async client(
      redirectUri = 'https://client.example/callback',
      name = 'A client',
    ): Promise<RegisteredClient> {
      const { status, json } = await this.register({ client_name: name, redirect_uris: [redirectUri] });
      if (status !== 201) throw new Error(`Registering answered ${status}: ${JSON.stringify(json)}`);
      return { id: json.client_id, redirectUri };
    },
  };
}

export function newPkce() {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

/** The address of a good authorization request, with what a test wants otherwise; undefined leaves a parameter out. */
export function authorizeUrl(
  { id, redirectUri }: RegisteredClient,
  challenge: string,
  changes: Record<string, string | undefined> = {},
): string {
  const parameters = {
    response_type: 'code',
    client_id: id,
    redirect_uri: redirectUri,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    state: 'a state',
    ...changes,
  };
  const present = Object.entries(parameters).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return `/oauth/authorize?${new URLSearchParams(present).toString()}`;
}

/** Answers the consent page; returns the parameters with which the client is called back. */
export async function consent(
  browser: Browser,
  page: Shown,
  fields: Record<string, string> = {},
): Promise<URLSearchParams> {
  const sent = { decision: 'allow', ...fields };
  const { status, url, text } = await browser.submit(page, '/oauth/authorize', sent);
  if (url.startsWith(new URL(page.url).origin)) throw new Error(`Consenting answered ${status}: ${text}`);
  return new URL(url).searchParams;
}

/** Where the link of a page leads that states why a client receives nothing; nothing else leads there. */
export function refusalLink({ status, text, headers }: Shown): URL {
  const [, link] = /<a class="button second" href="([^"]*)"/.exec(text) ?? [];
  if (!link || headers.has('location') || headers.has('refresh')) {
    throw new Error(`The answer ${status} is no page with a way back: ${text}`);
  }
  return new URL(link.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code))));
}

/** A code for a client, with the verifier that belongs to it. */
export async function getCode(
  browser: Browser,
  client: RegisteredClient,
  changes: Record<string, string | undefined> = {},
): Promise<{ code: string; verifier: string }> {
  const { verifier, challenge } = newPkce();
  const answer = await consent(browser, await browser.open(authorizeUrl(client, challenge, changes)));
  return { code: answer.get('code')!, verifier };
}

/** Connects a client for whoever has signed in: registers it, consents and fetches its tokens. */
export async function connect(
  baseUrl: string,
  browser: Browser,
  { client, resource = `${baseUrl}/mcp` }: { client?: RegisteredClient; resource?: string } = {},
): Promise<Connection> {
  const api = oauthApi(baseUrl);
  const known = client ?? (await api.client());
  const { code, verifier } = await getCode(browser, known, { resource });
  const { status, json } = await api.token(codeFields(known, code, verifier));
  if (status !== 200) throw new Error(`The token endpoint answered ${status}: ${JSON.stringify(json)}`);
  return { client: known, accessToken: json.access_token, refreshToken: json.refresh_token };
}

export const codeFields = ({ id, redirectUri }: RegisteredClient, code: string, verifier: string) => ({
  grant_type: 'authorization_code',
  client_id: id,
  redirect_uri: redirectUri,
  code,
  code_verifier: verifier,
});

export const refreshFields = ({ id }: RegisteredClient, refreshToken: string) => ({
  grant_type: 'refresh_token',
  client_id: id,
  refresh_token: refreshToken,
});
