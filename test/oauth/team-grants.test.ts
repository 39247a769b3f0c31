import { beforeAll, describe, expect, test } from 'vitest';
import type { Team } from '../../shared/identity/team/team.ts';
import type { Story } from '../../shared/planning/story/story.ts';
import { mcpClient } from '../mcp/mcp-client.ts';
import { signedIn, type Browser } from '../support/browser.ts';
import { createClient } from '../support/client.ts';
import { oauthApi, refreshFields } from '../support/oauth.ts';
import { sharedService } from '../support/service.ts';
import {
  createStoryAs,
  newKey,
  newWorkspace,
  type Person,
  type TestWorkspace,
} from '../support/workspace.ts';
import { connectApplication, connectionOf, narrowApplication, tickTeams, type Connected } from './consent.ts';

const service = sharedService();
const api = oauthApi(service.baseUrl);
let workspace: TestWorkspace;
let teams: { chosen: Team; other: Team };
let stories: { chosen: Story; other: Story };
let person: Person;
let browser: Browser;

beforeAll(async () => {
  workspace = await newWorkspace();
  teams = {
    chosen: await workspace.team({ name: 'Chosen' }),
    other: await workspace.team({ name: 'Other' }),
  };
  person = await workspace.person('member', [teams.chosen, teams.other]);
  const newStory = (team: Team) =>
    createStoryAs(person.client, workspace, { teamId: team.id, title: 'Needle' });
  stories = { chosen: await newStory(teams.chosen), other: await newStory(teams.other) };
  browser = await signedIn(service, workspace, person);
});

const connect = (ticked: readonly string[], { path = 'mcp', by = browser } = {}) =>
  connectApplication(service, by, tickTeams(...ticked), path);

const titlesOf = (data: { id: string }[]) => data.map(({ id }) => id).sort();
const listed = async ({ mcp }: Pick<Connected, 'mcp'>) =>
  titlesOf((await mcp.use('list_stories', { workspaceId: workspace.id })).data);
const both = () => titlesOf([stories.chosen, stories.other]);

test('the consent page offers the teams, and ticking none grants all, now and later', async () => {
  const connected = await connect([]);
  for (const { id, name } of Object.values(teams)) {
    expect(connected.page.text).toContain(name);
    expect(connected.page.text).toMatch(new RegExp(`<input type="checkbox" name="team:${id}" +/?>`));
  }
  // The usual choice comes first.
  expect(/<button[^>]*value="(\w+)"/.exec(connected.page.text)?.[1]).toBe('allow');
  expect(await listed(connected)).toEqual(both());
});

test('a grant for one team reaches nothing of another, by any way', async () => {
  const { mcp } = await connect([teams.chosen.id]);
  const place = { workspaceId: workspace.id };
  expect(await listed({ mcp })).toEqual([stories.chosen.id]);
  const named = await mcp.use('list_teams', place);
  expect(JSON.stringify(named)).not.toContain(teams.other.id);
  const refused = async (name: string, args: object) => {
    const { result } = (await mcp.send('tools/call', { name, arguments: { ...place, ...args } })).json;
    expect(result.isError, JSON.stringify(result)).toBe(true);
  };
  await refused('get_story', { story: stories.other.id });
  await refused('get_story', { storyId: stories.other.id });
  await refused('get_story', { storyId: stories.other.reference });
  await refused('list_stories', { teamId: teams.other.id });
  await refused('create_story', { teamId: teams.other.id, title: 'x', idempotencyKey: newKey() });
  await refused('add_comment', { storyId: stories.other.id, content: 'x', idempotencyKey: newKey() });
  const found = await mcp.use('search', { ...place, q: 'Needle' });
  expect(JSON.stringify(found)).not.toContain(stories.other.id);
  expect((await mcp.use('get_story', { ...place, storyId: stories.chosen.id })).data.id).toBe(
    stories.chosen.id,
  );
});

test('events of other teams are not polled', async () => {
  const { mcp } = await connect([teams.chosen.id]);
  const args = { workspaceId: workspace.id, teamId: teams.other.id };
  const { json } = await mcp.sendModern('events/poll', { name: 'story.created', arguments: args });
  expect(JSON.stringify(json)).not.toContain('"events":[{');
});

test('a token for the API is limited too', async () => {
  const { token } = await connect([teams.chosen.id], { path: 'api/v1' });
  const client = createClient(service.baseUrl, token);
  expect((await client.get(`${workspace.path}/stories/${stories.chosen.id}`)).status).toBe(200);
  expect((await client.get(`${workspace.path}/stories/${stories.other.id}`)).status).toBe(404);
  const body = { expectedUpdatedAt: stories.other.updatedAt, title: 'x' };
  expect((await client.patch(`${workspace.path}/stories/${stories.other.id}`, body)).status).toBe(404);
});

test("a grant for teams is never more than its person's, and excludes a workspace without a chosen team", async () => {
  const elsewhere = await newWorkspace();
  const closed = await workspace.team({ private: true });
  const { answer } = await connect([closed.id]);
  expect(answer.status).toBe(400);
  expect(answer.text).toContain('not yours');
  const mover = await workspace.person('member', [teams.chosen, teams.other]);
  const own = await signedIn(service, workspace, mover);
  const { mcp } = await connect([teams.chosen.id], { by: own });
  expect((await mcp.use('list_workspaces', {})).data).toHaveLength(1);
  const leaving = { workspaceId: workspace.id, teamId: teams.chosen.id, principalId: mover.id };
  await workspace.operator.leaveTeam(leaving);
  expect((await mcp.use('list_workspaces', {})).data).toEqual([]);
  const { result } = (
    await mcp.send('tools/call', { name: 'list_stories', arguments: { workspaceId: workspace.id } })
  ).json;
  expect(result.isError).toBe(true);
  expect(elsewhere.id).not.toBe(workspace.id);
});

describe('the page of connected applications', () => {
  const rowOf = (connected: Connected) => connectionOf(browser, connected);
  const narrow = (connected: Connected, fields: Record<string, string>) =>
    narrowApplication(browser, connected, fields);

  test('shows the scopes and teams of each', async () => {
    const limited = await rowOf(await connect([teams.chosen.id]));
    expect(limited).toMatch(/Only in\s+<bdi>Chosen<\/bdi>\./);
    expect(limited).toContain('Create, update and delete');
    expect(await rowOf(await connect([]))).not.toContain('Only in');
  });

  test('narrows one to seeing only: the next call is a 403 with the scope to ask for', async () => {
    const connected = await connect([]);
    const args = { workspaceId: workspace.id, teamId: teams.chosen.id, title: 'x', idempotencyKey: newKey() };
    await connected.mcp.use('create_story', args);
    const { text } = await narrow(connected, {
      seesOnly: 'on',
      ...tickTeams(teams.chosen.id, teams.other.id),
    });
    expect(text).toContain('can do less from now on');
    const again = { ...args, idempotencyKey: newKey() };
    const refused = await connected.mcp.send('tools/call', { name: 'create_story', arguments: again });
    expect([refused.status, refused.json.error.code]).toEqual([403, 'insufficient_scope']);
    const names = (await connected.mcp.send('tools/list')).json.result.tools.map(({ name }: any) => name);
    expect(names).not.toContain('create_story');
    expect(names).toContain('list_stories');
    const { json } = await api.token(refreshFields(connected.client, connected.refresh));
    expect(json.scope).toBe('mcp:read');
  });

  test('narrows one to fewer teams, and never widens it', async () => {
    const connected = await connect([]);
    expect(await listed(connected)).toEqual(expect.arrayContaining(both()));
    await narrow(connected, tickTeams(teams.chosen.id));
    expect(await listed(connected)).not.toContain(stories.other.id);
    await narrow(connected, { ...tickTeams(teams.chosen.id, teams.other.id) }).catch(() => undefined);
    expect(await listed(connected)).not.toContain(stories.other.id);
    const { json } = await api.token(refreshFields(connected.client, connected.refresh));
    expect(await listed({ mcp: mcpClient(json.access_token) })).not.toContain(stories.other.id);
  });

  test('changes nothing where no team is left ticked', async () => {
    const connected = await connect([]);
    expect((await narrow(connected, {})).status).toBe(400);
    expect(await listed(connected)).toEqual(expect.arrayContaining(both()));
  });

  test('narrows none of others', async () => {
    const connected = await connect([]);
    const row = await rowOf(connected);
    const [, id] = /name="narrowed" value="([^"]+)"/.exec(row)!;
    const stranger = await signedIn(service, workspace, await workspace.person('member', [teams.chosen]));
    await connect([], { by: stranger });
    const page = await stranger.open('/connections');
    const fields = { narrowed: id!, seesOnly: 'on', ...tickTeams(teams.chosen.id) };
    await stranger.submit(page, '/connections/narrow', fields);
    const args = { workspaceId: workspace.id, teamId: teams.chosen.id, title: 'x', idempotencyKey: newKey() };
    await connected.mcp.use('create_story', args);
  });
});
