import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signedIn, type Browser } from '../support/browser.ts';
import { sharedService, startService, type OwnService } from '../support/service.ts';
import { newWorkspace } from '../support/workspace.ts';
import { oauthProvider } from './oauth-provider.ts';

test('behind a gateway that renames the challenge, a 401 still has it under its own name', async () => {
  const { baseUrl } = sharedService();
  const { headers } = await fetch(`${baseUrl}/mcp`, { method: 'POST', body: '{}' });
  const challenge = headers.get('x-amzn-remapped-www-authenticate');
  expect(challenge).toContain(`resource_metadata="${baseUrl}/.well-known/oauth-protected-resource/mcp"`);
  expect(headers.get('www-authenticate')).toBe(challenge);
});

describe('where the gateway keeps the challenge to itself,', () => {
  let service: OwnService;
  let browser: Browser;
  let address: URL;

  beforeAll(async () => {
    service = await startService({ challengeHeader: 'lost' });
    address = new URL(`${service.baseUrl}/mcp`);
    const workspace = await newWorkspace(service);
    const person = await workspace.person('member', [await workspace.team()]);
    browser = await signedIn(service, workspace, person);
  });
  afterAll(() => service.stop());

  test('the body of a 401 says where to begin', async () => {
    const answer = await fetch(address, { method: 'POST', body: '{}' });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBeNull();
    const { error } = (await answer.json()) as { error: { hint: string } };
    const [metadataUrl] = /http\S+/.exec(error.hint)!;
    expect(await (await fetch(metadataUrl)).json()).toMatchObject({ resource: address.href });
  });

  test('the second generation of the client library connects by the well-known addresses', async () => {
    const { provider, kept } = oauthProvider(browser);
    const first = new StreamableHTTPClientTransport(address, { authProvider: provider });
    const info = { name: 'a test', version: '1.0.0' };
    await expect(new Client(info).connect(first)).rejects.toThrow('Unauthorized');
    await first.finishAuth(kept.callback!);
    const client = new Client(info);
    await client.connect(new StreamableHTTPClientTransport(address, { authProvider: provider }));
    expect((await client.listTools()).tools).not.toEqual([]);
    await client.close();
  });

  test('the first generation connects in the same way', async () => {
    const { provider, kept } = oauthProvider(browser);
    const first = new OldTransport(address, { authProvider: provider });
    const info = { name: 'a test', version: '1.0.0' };
    await expect(new OldClient(info).connect(first as never)).rejects.toThrow('Unauthorized');
    await first.finishAuth(kept.callback!.get('code')!);
    const client = new OldClient(info);
    await client.connect(new OldTransport(address, { authProvider: provider }));
    expect((await client.listTools()).tools).not.toEqual([]);
    await client.close();
  });
});
