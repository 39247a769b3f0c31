import { mcpClient } from '../mcp/mcp-client.ts';
import type { Browser } from '../support/browser.ts';
import { authorizeUrl, codeFields, newPkce, oauthApi, type RegisteredClient } from '../support/oauth.ts';
import type { ServiceAddress } from '../support/service.ts';
import { newKey } from '../support/workspace.ts';

export type Connected = Awaited<ReturnType<typeof connectApplication>>;

/** Connects an application of a name that nobody else has, with these fields of the consent page. */
export async function connectApplication(
  service: ServiceAddress,
  browser: Browser,
  fields: Record<string, string> = {},
  path = 'mcp',
) {
  const api = oauthApi(service.baseUrl);
  const name = `Client ${newKey()}`;
  const client: RegisteredClient = await api.client('https://client.example/callback', name);
  const { verifier, challenge } = newPkce();
  const resource = `${service.baseUrl}/${path}`;
  const page = await browser.open(authorizeUrl(client, challenge, { resource }));
  const answer = await browser.submit(page, '/oauth/authorize', { decision: 'allow', ...fields });
  const code = new URL(answer.url).searchParams.get('code');
  if (!code) return { page, answer, name, client, token: '', refresh: '', mcp: mcpClient('') };
  const { json } = await api.token(codeFields(client, code, verifier));
  const { access_token: token, refresh_token: refresh } = json;
  return { page, answer, name, client, token, refresh, mcp: mcpClient(token, service) };
}

/** An application's own part of the page of connected applications. */
export async function connectionOf(browser: Browser, { name }: Pick<Connected, 'name'>): Promise<string> {
  const { text } = await browser.open('/connections');
  return text.split('<li class="item">').find((row) => row.includes(name)) ?? '';
}

/** Submits the form that takes something away from an application. */
export async function narrowApplication(
  browser: Browser,
  connected: Pick<Connected, 'name'>,
  fields: Record<string, string>,
) {
  const row = await connectionOf(browser, connected);
  const page = { ...(await browser.open('/connections')), text: row };
  return await browser.submit(page, '/connections/narrow', fields);
}

/** The fields that tick teams. */
export const tickTeams = (...ids: readonly string[]): Record<string, string> =>
  Object.fromEntries(ids.map((id) => [`team:${id}`, 'on']));
