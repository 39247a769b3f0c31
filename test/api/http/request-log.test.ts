import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseToken } from '../../../shared/kernel/auth/token.ts';
import { signedIn } from '../../support/browser.ts';
import { connectUser } from '../../support/connect.ts';
import { startService, type OwnService } from '../../support/service.ts';
import { createStoryAs, newKey, newWorkspace } from '../../support/workspace.ts';
import { mcpClient } from '../../mcp/mcp-client.ts';

let home: string;
let service: OwnService;

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'plotline-log-'));
  service = await startService({ home });
});
afterAll(async () => {
  await service.stop();
  rmSync(home, { recursive: true, force: true });
});

const written = (name: string): string => readFileSync(join(home, `logs/${name}Function.log`), 'utf8');

/** The lines about requests to one operation or route. */
const linesOf = (name: string, operation: string): Record<string, unknown>[] =>
  written(name)
    .split('\n')
    .filter((line) => line.includes(`"operation":"${operation}"`) && line.includes('"message":"request"'))
    // Lambda's own line around ours, whose fields Logs Insights finds as `message.status`.
    .map((line) => (JSON.parse(line) as { message: Record<string, unknown> }).message);

test('each request to any entry point leaves one line with its caller and what it requested, and nothing of the content', async () => {
  const workspace = await newWorkspace(service);
  const team = await workspace.team();
  const member = await workspace.person('member', [team]);
  const story = await createStoryAs(member.client, workspace, { teamId: team.id, title: 'Very hush' });
  await member.client.get(`${workspace.path}/stories/${story.id}`);
  await member.client.get(`${workspace.path}/stories/${team.id}`);
  await fetch(`${service.baseUrl}${workspace.path}/stories`, { headers: { authorization: 'Bearer hush' } });
  await fetch(`${service.baseUrl}/portals/hush-hush/feedback`);
  await fetch(`${service.baseUrl}/nowhere/hush`);
  const browser = await signedIn(service, workspace, member);
  await browser.open('/account');
  const { token } = await connectUser(member, { service });
  await mcpClient(token, service).use('get_story', { workspaceId: workspace.id, story: story.id });

  const measured = {
    durationMs: expect.any(Number),
    requestId: expect.stringMatching(/\S/),
    network: '127.0.0.0/24',
  };
  const asMember = { workspaceId: workspace.id, principalKind: 'user', principalId: member.id };
  expect(linesOf('Stories', 'createStory')).toMatchObject([{ ...measured, ...asMember, status: 201 }]);
  const [read, missed] = linesOf('Stories', 'getStory');
  expect(read).toMatchObject({ ...measured, ...asMember, status: 200, roundTrips: 1 });
  expect(read!['capacityUnits']).toBeGreaterThan(0);
  expect(missed).toMatchObject({ ...measured, ...asMember, status: 404 });
  const [refused] = linesOf('Search', 'listStories');
  expect(refused).toMatchObject({ ...measured, status: 401, roundTrips: 0 });
  expect(refused).not.toHaveProperty('principalId');
  expect(linesOf('Portals', 'getPublicFeedbackPortal')).toMatchObject([{ ...measured, status: 404 }]);
  expect(linesOf('Public', 'unknownAddress')).toMatchObject([{ ...measured, status: 404 }]);
  expect(linesOf('Oauth', 'showAccount').at(-1)).toMatchObject({
    ...measured,
    principalKind: 'user',
    principalId: member.userId,
    status: 200,
  });
  expect(linesOf('Mcp', 'sendMCPMessage')).toMatchObject([{ ...measured, ...asMember, status: 200 }]);
  for (const name of ['Stories', 'Portals', 'Public', 'Oauth', 'Mcp']) {
    expect(written(name)).not.toMatch(/hush/i);
    for (const secret of [token, member.token]) expect(written(name)).not.toContain(secret);
  }
});

test('a refused request says by its code, its fields, what is missing and its credential why, and nothing that was sent', async () => {
  const workspace = await newWorkspace(service);
  const team = await workspace.team();
  const member = await workspace.person('member', [team]);
  const { client } = member;
  const path = `${workspace.path}/stories`;
  const sent = {
    title: 'x'.repeat(2_000),
    teamId: team.id,
    muffled: 1,
    customFields: { muffled: 'muffled' },
  };
  await client.post(path, sent, { 'idempotency-key': newKey() });
  await client.get(`${path}/${team.id}`);
  const misspelt = member.token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
  await fetch(`${service.baseUrl}${path}/${team.id}`, { headers: { authorization: `Bearer ${misspelt}` } });
  const { token } = await connectUser(member, { service });
  const mcp = mcpClient(token, service);
  await mcp.use('get_story', { workspaceId: workspace.id, story: 'NO-1' }).catch(() => undefined);

  const id = /^[0-9a-f-]{36}$/;
  const [created] = linesOf('Stories', 'createStory').slice(-1);
  expect(created).toMatchObject({ error: 'invalid_request', credentialId: expect.stringMatching(id) });
  expect(created!['fields']).toEqual(expect.arrayContaining(['body.title', 'body (unknown)']));
  const [missed, refused] = linesOf('Stories', 'getStory').slice(-2);
  expect(missed).toMatchObject({
    error: 'not_found',
    resource: 'story',
    credentialId: created!['credentialId'],
  });
  expect(refused).toMatchObject({ status: 401, error: 'invalid_credential' });
  expect(linesOf('Mcp', 'sendMCPMessage').at(-1)).toMatchObject({
    error: expect.any(String),
    credentialId: expect.stringMatching(id),
  });
  for (const name of ['Stories', 'Mcp']) expect(written(name)).not.toMatch(/muffled/i);
});

test('a request that is refused before its operation, or by OAuth, says why, and nothing that was sent', async () => {
  const workspace = await newWorkspace(service);
  const { token } = await workspace.person('member');
  const post = (path: string, type: string, body: string) =>
    fetch(`${service.baseUrl}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': type },
      body,
    });
  const stories = `${workspace.path}/stories`;
  await post(stories, 'application/json', '{"title": "muted');
  await post(stories, 'text/plain', 'muted');
  await post(stories, 'application/json', `"${'muted '.repeat(100_000)}"`);
  await post(stories, 'application/json; charset=utf-16', '{"title": "muted"}');
  await post('/oauth/register', 'application/json', '{"redirect_uris": ["http://muted.example/?a=muted"]}');

  const { credentialId } = parseToken(token)!;
  expect(linesOf('Stories', 'createStory').slice(-4)).toMatchObject([
    { status: 400, error: 'invalid_request', fields: ['body'], credentialId },
    { status: 415, error: 'unsupported_media_type', credentialId },
    { status: 413, error: 'request_too_large', credentialId },
    { status: 400, error: 'invalid_request', credentialId },
  ]);
  expect(linesOf('Oauth', 'registerClient').at(-1)).toMatchObject({
    error: 'invalid_redirect_uri',
    reason: expect.stringContaining('must be https'),
  });
  for (const name of ['Stories', 'Oauth']) expect(written(name)).not.toMatch(/muted/i);
});

test('a request in conflict says with what kind of resource', async () => {
  const workspace = await newWorkspace(service);
  const team = await workspace.team();
  const { client } = await workspace.person('member', [team]);
  const label = { name: 'muffled' };
  for (const _ of [1, 2])
    await client.post(`${workspace.path}/labels`, label, { 'idempotency-key': newKey() });
  const story = await createStoryAs(client, workspace, { teamId: team.id });
  const stale = { expectedUpdatedAt: '2020-01-01T00:00:00.000Z', title: 'muffled' };
  await client.patch(`${workspace.path}/stories/${story.id}`, stale);
  const lines = [linesOf('Workspace', 'createLabel'), linesOf('Stories', 'updateStory')];
  expect(lines.map((some) => some.at(-1))).toMatchObject([
    { status: 409, error: 'conflict', resource: 'label' },
    { status: 409, error: 'version_conflict', resource: 'story' },
  ]);
});
