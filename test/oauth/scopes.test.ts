import { beforeAll, describe, expect, test } from 'vitest';
import { tools } from '../../shared/surface/mcp/tools.ts';
import type { Team } from '../../shared/identity/team/team.ts';
import { mcpClient } from '../mcp/mcp-client.ts';
import { signedIn, type Browser } from '../support/browser.ts';
import {
  authorizeUrl,
  codeFields,
  consent,
  newPkce,
  oauthApi,
  refreshFields,
  type RegisteredClient,
} from '../support/oauth.ts';
import { sharedService } from '../support/service.ts';
import { newKey, newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';

const service = sharedService();
const api = oauthApi(service.baseUrl);
let workspace: TestWorkspace;
let team: Team;
let person: Person;
let browser: Browser;

beforeAll(async () => {
  workspace = await newWorkspace();
  team = await workspace.team();
  person = await workspace.person('admin', [team]);
  browser = await signedIn(service, workspace, person);
});

/** Connects a client that asks for scopes, as the person decides; returns the consent page and the token response. */
async function connect(scope: string | undefined, access: 'all' | 'read' = 'all') {
  const client: RegisteredClient = await api.client();
  const { verifier, challenge } = newPkce();
  const page = await browser.open(
    authorizeUrl(client, challenge, { scope, resource: `${service.baseUrl}/mcp` }),
  );
  const answer = await consent(browser, page, { access });
  const { status, json } = await api.token(codeFields(client, answer.get('code')!, verifier));
  expect(status, JSON.stringify(json)).toBe(200);
  return { client, page: page.text, json, mcp: mcpClient(json.access_token) };
}

const SEES = 'See everything you can see';
const CHANGES = 'Create, update and delete what you can';
const readingTools = tools.filter(({ annotations }) => annotations.readOnlyHint).map(({ name }) => name);
const newStory = () => ({
  workspaceId: workspace.id,
  teamId: team.id,
  title: 'A story',
  idempotencyKey: newKey(),
});

test('a client without a scope, and one with the umbrella, may do all that its person may', async () => {
  for (const scope of [undefined, 'mcp:access', 'mcp:read mcp:write mcp:access stories:write']) {
    const { json, page, mcp } = await connect(scope);
    expect(json.scope.split(' ')).toContain('mcp:access');
    expect(page).toContain(SEES);
    expect(page).toMatch(/<h2>In the workspace <bdi>[^<]+<\/bdi>, it will be able to<\/h2>/);
    expect(page).toContain(CHANGES);
    expect(await mcp.use('create_story', newStory())).toHaveProperty('data.id');
  }
});

describe.each([
  ['asks to read only', 'mcp:read', 'all'],
  ['is allowed to read only', 'mcp:access', 'read'],
] as const)('a client that %s', (_, scope, access) => {
  test('sees the tools that change nothing, and may use them', async () => {
    const { json, mcp } = await connect(scope, access);
    expect(json.scope).toBe('mcp:read');
    const listed = await mcp.toolNames('?tools=all');
    expect(listed.sort()).toEqual(readingTools.toSorted());
    expect(await mcp.use('list_stories', { workspaceId: workspace.id })).toHaveProperty('data');
  });

  test('is refused each tool that changes something, with the scope to ask for', async () => {
    const { mcp } = await connect(scope, access);
    const before = (await person.client.get(`${workspace.path}/stories`, { limit: 100 })).json.data.length;
    for (const { name } of tools.filter((tool) => !readingTools.includes(tool.name))) {
      for (const send of [mcp.send, mcp.sendModern]) {
        const { status, json, headers } = await send('tools/call', { name, arguments: newStory() });
        expect([status, json.error.code, json.error.missingScopes], name).toEqual([
          403,
          'insufficient_scope',
          ['mcp:write'],
        ]);
        // As the gateway renames it; the edge names it as before.
        expect(headers.get('x-amzn-remapped-www-authenticate')).toBe(
          `Bearer error="insufficient_scope", scope="mcp:read mcp:write", resource_metadata="${service.baseUrl}/.well-known/oauth-protected-resource/mcp"`,
        );
      }
    }
    const { json } = await person.client.get(`${workspace.path}/stories`, { limit: 100 });
    expect(json.data).toHaveLength(before);
  });
});

test('the consent page of a client that only reads offers nothing else', async () => {
  const { page } = await connect('mcp:read');
  expect(page).toContain(SEES);
  expect(page).not.toContain(CHANGES);
  expect(page).not.toContain('name="access"');
});

test('mcp:write lists all tools and changes plans', async () => {
  const { json, mcp } = await connect('mcp:write');
  expect(json.scope).toBe('mcp:write');
  const listed = await mcp.toolNames('?tools=all');
  expect(listed).toHaveLength(tools.length);
  expect(await mcp.use('create_story', newStory())).toHaveProperty('data.id');
});

test('a refresh keeps the scopes of the grant, or takes some of them, and never others', async () => {
  const { client, json } = await connect('mcp:read mcp:write');
  expect(json.scope).toBe('mcp:write mcp:read');
  const narrow = await api.token({ ...refreshFields(client, json.refresh_token), scope: 'mcp:read' });
  expect(narrow.json.scope).toBe('mcp:read');
  const whole = await api.token(refreshFields(client, narrow.json.refresh_token));
  expect(whole.json.scope).toBe('mcp:write mcp:read');
  const wider = await api.token({ ...refreshFields(client, whole.json.refresh_token), scope: 'mcp:access' });
  expect([wider.status, wider.json.error]).toEqual([400, 'invalid_scope']);
});

test('an unknown scope is refused to the client', async () => {
  const client = await api.client();
  const { challenge } = newPkce();
  const page = await browser.open(authorizeUrl(client, challenge, { scope: 'mcp:everything' }));
  expect(page.text).toContain('mcp:access or mcp:write or mcp:read');
});

test('the page of connected applications shows what each may do', async () => {
  const other = await workspace.person('member', [team]);
  browser = await signedIn(service, workspace, other);
  await connect('mcp:read');
  const { text } = await browser.open('/connections');
  expect(text).toContain(SEES);
  expect(text).not.toContain(CHANGES);
});
