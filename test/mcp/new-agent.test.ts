import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { beforeAll, expect, test } from 'vitest';
import { agentFields, newAgentKey, signAssertion } from '../oauth/agent.ts';
import { serviceAccountApi } from '../service-accounts/service-account-api.ts';
import { oauthApi } from '../support/oauth.ts';
import { sharedService } from '../support/service.ts';
import { newKey, newWorkspace } from '../support/workspace.ts';

/**
 * An agent whose key was set up ten minutes ago does a whole job by an MCP client, knowing only the tools and what they
 * return: a team, a sprint, stories that move, comments, a correction and a report.
 */
const { baseUrl } = sharedService();
const workspace = await newWorkspace();
const admin = await workspace.person('admin');
const client = new Client({ name: 'an agent', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });

beforeAll(async () => {
  const key = await newAgentKey('EdDSA');
  const accounts = serviceAccountApi(workspace, admin.client);
  const scopes = [
    'teams:read',
    'teams:write',
    'members:read',
    'labels:read',
    'labels:write',
    'stories:read',
    'stories:write',
    'comments:read',
    'comments:write',
    'sprints:read',
    'sprints:write',
    'objectives:read',
    'objectives:write',
    'schedule:read',
  ];
  const { json } = await admin.client.post(accounts.root, { name: 'Scrum bot', scopes });
  const account = json.data;
  const registered = await admin.client.post(`${accounts.root}/${account.id}/oauth-client`, {
    jwks: { keys: [key.publicJwk] },
  });
  const { clientId } = registered.json.data;
  const assertion = await signAssertion(key, clientId, baseUrl);
  const { json: granted } = await oauthApi(baseUrl).token(
    agentFields(assertion, { resource: `${baseUrl}/mcp` }),
  );
  const requestInit = { headers: { authorization: `Bearer ${granted.access_token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${baseUrl}/mcp`), { requestInit }));
});

async function use(name: string, args: Record<string, unknown> = {}): Promise<any> {
  const { isError, content, structuredContent } = (await client.callTool({ name, arguments: args })) as any;
  expect(isError, JSON.stringify(content)).toBeFalsy();
  return structuredContent.data;
}

const create = () => ({ idempotencyKey: newKey() });

test('a new agent sets up a team, plans its sprint, moves, comments, corrects and reports', async () => {
  expect((await client.listTools()).tools.map(({ name }) => name)).toContain('manage_setup');

  const team = { kind: 'team', action: 'create', name: 'Launch', code: 'LNCH', ...create() };
  const { id: teamId } = await use('manage_setup', team);
  const person = await workspace.person('member');
  await use('manage_setup', { kind: 'team_member', action: 'add', teamId: 'LNCH', memberId: person.id });
  const status = { kind: 'status', teamId: 'LNCH', name: 'In Review', category: 'started' };
  await use('manage_setup', { ...status, action: 'create', ...create() });
  await use('manage_setup', { kind: 'label', action: 'create', name: 'Risk', teamId: 'LNCH', ...create() });

  const span = { startDate: '2030-01-07T00:00:00.000Z', endDate: '2030-01-18T00:00:00.000Z' };
  await use('save_sprint', { teamId: 'LNCH', name: 'Sprint 1', ...span, ...create() });
  const { stories } = await use('create_story', {
    stories: [{ title: 'Write the page' }, { title: 'Tell the press', labels: ['Risk'] }, { title: 'Party' }],
    teamId: 'LNCH',
    estimateValue: 3,
    ...create(),
  });
  const seen = ({ reference, updatedAt }: any) => ({ story: reference, expectedUpdatedAt: updatedAt });
  const moved = await use('update_stories', {
    stories: stories.slice(0, 2).map(seen),
    sprintId: 'Sprint 1',
    statusId: 'In Review',
    assigneeId: 'me',
  });

  const [page] = moved.stories;
  const said = await use('save_comment', { story: page.reference, content: 'Draft is redy.', ...create() });
  const corrected = { commentId: said.id, expectedUpdatedAt: said.updatedAt, content: 'The draft is ready.' };
  await use('save_comment', { story: page.reference, ...corrected });
  await use('update_stories', { stories: [seen(page)], statusId: 'Done' });

  const counted = await use('list_stories', { teamId: 'LNCH', groupBy: 'status' });
  expect(Object.fromEntries(counted.map(({ name, count }: any) => [name, count]))).toMatchObject({
    Backlog: 1,
    'In Review': 1,
    Done: 1,
  });
  expect((await use('list_comments', { story: page.reference }))[0].content).toBe('The draft is ready.');
  const report = await use('analyze_sprint', { sprintId: 'Sprint 1' });
  expect(report.name).toBe('Sprint 1');

  // What came of it is what people see, in the agent's name.
  const joined = await workspace.operator
    .joinTeam({ workspaceId: workspace.id, teamId, principalId: admin.id })
    .then(() => admin.client.get(`${workspace.path}/stories`, { teamId }));
  const titles = joined.json.data.map(({ title }: any) => title).sort();
  expect(titles).toEqual(['Party', 'Tell the press', 'Write the page']);
});
