import { beforeAll, describe, expect, test } from 'vitest';
import { scopeOf } from '../../shared/kernel/auth/audience.ts';
import { expectRefusal, expectSameRefusal } from '../support/answers.ts';
import { signedIn, type Browser } from '../support/browser.ts';
import { createClient, type Client } from '../support/client.ts';
import { connect, oauthApi } from '../support/oauth.ts';
import { sharedService } from '../support/service.ts';
import {
  createStoryAs,
  newKey,
  newWorkspace,
  type Person,
  type TestWorkspace,
} from '../support/workspace.ts';

const { baseUrl } = sharedService();
let workspace: TestWorkspace;
let member: Person;
let browser: Browser;
let forApi: Client;
let token: string;
let forMcp: Client;

beforeAll(async () => {
  workspace = await newWorkspace();
  member = await workspace.person('member', [await workspace.team()]);
  browser = await signedIn({ baseUrl }, workspace, member);
  token = (await connect(baseUrl, browser, { resource: `${baseUrl}/api/v1` })).accessToken;
  forApi = createClient(baseUrl, token);
  forMcp = createClient(baseUrl, (await connect(baseUrl, browser)).accessToken);
});

async function newStory() {
  const [teamId] = (await workspace.operator.getMember(workspace.id, member.id))!.teamIds;
  return await createStoryAs(member.client, workspace, { teamId });
}

const pathOf = ({ id }: { id: string }) => `${workspace.path}/stories/${id}`;

describe('updateStory with an OAuth access token for the API', () => {
  test('changes the story in the name of the user', async () => {
    const story = await newStory();
    const patch = { expectedUpdatedAt: story.updatedAt, title: 'By a client' };
    const { status, json } = await forApi.patch(pathOf(story), patch);
    expect([status, json.data.title]).toEqual([200, 'By a client']);
    expect((await member.client.get(pathOf(story))).json.data).toEqual(json.data);
  });

  test('is possible after finding the workspace and reading the story, as a client without ids must', async () => {
    const { id, reference } = await newStory();
    const [found] = (await forApi.get('/api/v1/workspaces')).json.data;
    expect(found).toMatchObject({ id: workspace.id, role: 'member', memberId: member.id });
    const path = `/api/v1/workspaces/${found.id}`;
    const { json } = await forApi.get(`${path}/stories-by-reference/${reference}`);
    expect((await forApi.get(`${path}/stories/${id}`)).json.data).toEqual(json.data);
    const patch = { expectedUpdatedAt: json.data.updatedAt, title: 'Found by a client' };
    expect((await forApi.patch(`${path}/stories/${json.data.id}`, patch)).status).toBe(200);
  });

  test('reads only what the user can see, and includes nothing else', async () => {
    const apart = await workspace.team();
    const other = await workspace.person('member', [apart]);
    const foreign = await createStoryAs(other.client, workspace, { teamId: apart.id });
    expectRefusal(await forApi.get(pathOf(foreign)), 404, 'not_found');
    expectRefusal(await forMcp.get(pathOf(foreign)), 401, 'invalid_credential');
    const own = await newStory();
    expectRefusal(await forApi.get(pathOf(own), { include: 'team' }), 403, 'insufficient_scope');
  });

  test('is carried out once under a key, which no token of another kind shares', async () => {
    const story = await newStory();
    const patch = { expectedUpdatedAt: story.updatedAt, title: newKey() };
    const headers = { 'idempotency-key': newKey() };
    const first = await forApi.patch(pathOf(story), patch, headers);
    const again = await forApi.patch(pathOf(story), patch, headers);
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.json.data).toEqual(first.json.data);
  });

  test('has the rights of the user at that moment, and no more', async () => {
    const elsewhere = await newWorkspace();
    const stranger = await elsewhere.person('member', [await elsewhere.team()]);
    const [teamId] = (await elsewhere.operator.getMember(elsewhere.id, stranger.id))!.teamIds;
    const foreign = await createStoryAs(stranger.client, elsewhere, { teamId });
    const patch = { expectedUpdatedAt: foreign.updatedAt, title: 'Mine now' };
    const inTheirs = await forApi.patch(`${elsewhere.path}/stories/${foreign.id}`, patch);
    expectRefusal(inTheirs, 403, 'workspace_mismatch');
    const inNone = await forApi.patch(`/api/v1/workspaces/${newKey()}/stories/${foreign.id}`, patch);
    expectSameRefusal([inNone, inTheirs]);
    expectRefusal(await forApi.patch(pathOf(foreign), patch), 404, 'not_found');
    for (const odd of ['x', 'x'.repeat(3_000), '%00']) {
      const path = `/api/v1/workspaces/${odd}/stories/${foreign.id}`;
      expectRefusal(await forApi.patch(path, patch), 403, 'workspace_mismatch');
    }
  });

  test('accepts the id of the workspace in any case of letters', async () => {
    const story = await newStory();
    const path = `/api/v1/workspaces/${workspace.id.toUpperCase()}/stories/${story.id}`;
    const patch = { expectedUpdatedAt: story.updatedAt, title: 'Shouted' };
    expect((await forApi.patch(path, patch)).status).toBe(200);
  });

  test('is refused to a guest, and to a removed member', async () => {
    const team = await workspace.team();
    const guest = await workspace.person('guest', [team]);
    const gone = await workspace.person('member', [team]);
    const admin = await workspace.person('admin', [team]);
    const story = await createStoryAs(admin.client, workspace, { teamId: team.id });
    const patch = { expectedUpdatedAt: story.updatedAt, title: 'Changed' };
    const clientOf = async (person: Person) => {
      const theirs = await signedIn({ baseUrl }, workspace, person);
      const { accessToken } = await connect(baseUrl, theirs, { resource: `${baseUrl}/api/v1` });
      return createClient(baseUrl, accessToken);
    };
    expectRefusal(await (await clientOf(guest)).patch(pathOf(story), patch), 403, 'insufficient_role');
    const theirs = await clientOf(gone);
    await workspace.operator.removeMember((await workspace.operator.getMember(workspace.id, gone.id))!);
    expectRefusal(await theirs.patch(pathOf(story), patch), 403, 'workspace_mismatch');
  });

  test('ends at once when the connection is revoked', async () => {
    const story = await newStory();
    const connection = await connect(baseUrl, browser, { resource: `${baseUrl}/api/v1` });
    const client = createClient(baseUrl, connection.accessToken);
    const patch = { expectedUpdatedAt: story.updatedAt, title: 'Before' };
    expect((await client.patch(pathOf(story), patch)).status).toBe(200);
    await oauthApi(baseUrl).revoke({ token: connection.refreshToken, client_id: connection.client.id });
    const answer = await client.patch(pathOf(story), { ...patch, title: 'After' });
    expectRefusal(answer, 401, 'invalid_credential');
    expect(answer.headers.get('www-authenticate')).toBe(
      `Bearer error="invalid_token", resource_metadata="${baseUrl}/.well-known/oauth-protected-resource/api/v1", scope="${scopeOf.api}"`,
    );
  });

  test('is refused with a token for /mcp, and with one in the URL', async () => {
    const story = await newStory();
    const patch = { expectedUpdatedAt: story.updatedAt, title: 'Changed' };
    expectRefusal(await forMcp.patch(pathOf(story), patch), 401, 'invalid_credential');
    const inUrl = await forApi.patch(`${pathOf(story)}?access_token=${token}`, patch);
    expectRefusal(inUrl, 401, 'invalid_credential');
    const [head, payload] = token.split('.');
    const forged = createClient(baseUrl, `${head}.${payload}.AAAA`);
    expectRefusal(await forged.patch(pathOf(story), patch), 401, 'invalid_credential');
  });
});

test('the API description says which operation accepts an access token, and how to get one', async () => {
  const read = async (path: string): Promise<any> => await (await fetch(baseUrl + path)).json();
  const { paths, components } = await read('/openapi.json');
  const accepting = Object.values<any>(paths)
    .flatMap((methods) => Object.values<any>(methods))
    .filter(({ security }) => JSON.stringify(security).includes('apiAccess'));
  expect(accepting.map(({ operationId }) => operationId).sort()).toEqual([
    'getStory',
    'getStoryByReference',
    'listWorkspaces',
    'updateStory',
  ]);
  for (const { security } of accepting) expect(security).toContainEqual({ apiAccess: ['stories:write'] });
  const update = accepting.find(({ operationId }) => operationId === 'updateStory');
  expect(update.security).toEqual([
    { personalAccessToken: ['stories:write'] },
    { serviceAccountKey: ['stories:write'] },
    { apiAccess: ['stories:write'] },
  ]);
  const { authorizationUrl, tokenUrl } = components.securitySchemes.apiAccess.flows.authorizationCode;
  const metadata = await read('/.well-known/oauth-authorization-server');
  expect(baseUrl + authorizationUrl).toBe(metadata.authorization_endpoint);
  expect(baseUrl + tokenUrl).toBe(metadata.token_endpoint);
});

describe('every other operation', () => {
  test.each([
    ['GET', '/api/v1/me'],
    ['GET', '/stories'],
    ['POST', '/stories'],
    ['PATCH', '/bulk/stories'],
    ['GET', '/teams'],
    ['GET', '/sprints'],
  ])('accepts no access token: %s %s', async (method, path) => {
    const whole = path.startsWith('/api') ? path : `${workspace.path}${path}`;
    const options = method === 'GET' ? {} : { body: {} };
    expectRefusal(await forApi.request(method, whole, options), 403, 'principal_not_supported');
    expectRefusal(await forMcp.request(method, whole, options), 401, 'invalid_credential');
    const odd = createClient(baseUrl, 'a.b.c');
    expectRefusal(await odd.request(method, whole, options), 401, 'invalid_credential');
  });
});
