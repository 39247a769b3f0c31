import { ATTACHMENT_BUCKET_VARIABLE } from '../../shared/kernel/core/file-bucket.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { mcpRoutes } from '../../shared/surface/mcp/index.ts';
import { oauthRoutes } from '../../shared/pages/accounts/index.ts';
import { signedIn } from '../support/browser.ts';
import { startClockedService, type ClockedService } from '../support/clocked-service.ts';
import { connect } from '../support/oauth.ts';
import { createStoryAs, newWorkspace } from '../support/workspace.ts';

/** As long as those of functions of Lambda are. */
const SESSION_TOKEN = 'IQoJb3JpZ2luX2Vj'.repeat(100);

let service: ClockedService;

beforeAll(async () => {
  vi.stubEnv('AWS_LAMBDA_FUNCTION_NAME', 'mcp');
  vi.stubEnv('AWS_REGION', 'eu-central-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'ASIAEXAMPLE');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  vi.stubEnv('AWS_SESSION_TOKEN', SESSION_TOKEN);
  service = await startClockedService([...mcpRoutes, ...oauthRoutes], {
    setting: (variable) => (variable === ATTACHMENT_BUCKET_VARIABLE ? 'files' : undefined),
  });
});
afterAll(async () => {
  await service.stop();
  vi.unstubAllEnvs();
});

test('the form of a file is whole, however long the session token of the function is', async () => {
  const workspace = await newWorkspace();
  const team = await workspace.team();
  const member = await workspace.person('member', [team]);
  const story = await createStoryAs(member.client, workspace, { teamId: team.id });
  const { accessToken } = await connect(service.baseUrl, await signedIn(service, workspace, member));
  const args = { workspaceId: workspace.id, story: story.id, file: 'large.bin', size: 1_000_000 };
  const answer = await fetch(`${service.baseUrl}/mcp`, {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'manage_relations', arguments: args },
    }),
  });
  const { result } = (await answer.json()) as any;
  const { data, truncated } = result.structuredContent;
  expect(truncated).toBeUndefined();
  expect(data.fields['X-Amz-Security-Token']).toBe(SESSION_TOKEN);
  const { conditions } = JSON.parse(Buffer.from(data.fields.Policy, 'base64').toString());
  expect(conditions).toContainEqual(['content-length-range', 1_000_000, 1_000_000]);
  expect(result.content[0].text).toContain(JSON.stringify(data.fields));
});
