import { afterAll, beforeAll, expect, test } from 'vitest';
import { MAINTENANCE_VARIABLE } from '../../shared/kernel/core/maintenance.ts';
import { oauthRoutes } from '../../shared/pages/accounts/index.ts';
import { mcpRoutes } from '../../shared/surface/mcp/index.ts';
import { signedIn } from '../support/browser.ts';
import { startClockedService, type ClockedService } from '../support/clocked-service.ts';
import { connect } from '../support/oauth.ts';
import { createStoryAs, newWorkspace } from '../support/workspace.ts';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

let service: ClockedService;
let isMaintained = false;
beforeAll(async () => {
  service = await startClockedService([...mcpRoutes, ...oauthRoutes], {
    setting: (variable) => (isMaintained && variable === MAINTENANCE_VARIABLE ? 'on' : undefined),
  });
});
afterAll(() => service.stop());

test('under maintenance, AI clients read, and change nothing', async () => {
  const workspace = await newWorkspace();
  const team = await workspace.team();
  const member = await workspace.person('member', [team]);
  const story = await createStoryAs(member.client, workspace, { teamId: team.id });
  const { accessToken } = await connect(service.baseUrl, await signedIn(service, workspace, member));
  const send = async (method: string, params: object) => {
    const answer = await fetch(`${service.baseUrl}/mcp`, {
      method: 'POST',
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    return { status: answer.status, json: (await answer.json()) as any };
  };
  const use = (name: string, args: object) =>
    send('tools/call', { name, arguments: { workspaceId: workspace.id, ...args } });

  isMaintained = true;
  expect((await send('tools/list', {})).json.result.tools.length).toBeGreaterThan(5);
  expect((await use('get_story', { story: story.id })).json.result.structuredContent.data.id).toBe(story.id);
  const { result } = (await use('update_stories', { stories: [story.id], title: 'Lost' })).json;
  expect(result.isError).toBe(true);
  expect(JSON.stringify(result.content)).toContain('under maintenance');
  const subscribed = await send('events/subscribe', {
    name: 'story.created',
    arguments: { workspaceId: workspace.id },
    delivery: { mode: 'webhook', url: 'https://receiver.example/hook', secret: SECRET },
  });
  expect(subscribed.status).toBe(503);

  isMaintained = false;
  const after = await use('get_story', { story: story.id });
  expect(after.json.result.structuredContent.data.title).toBe(story.title);
});
