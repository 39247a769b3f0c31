import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOperator } from '../../../cli/operator.ts';
import { operationRoute } from '../../../shared/kernel/api/http/operation-route.ts';
import { setWorkspaceLimits } from '../../../shared/identity/workspaces/set-workspace-limits.ts';
import { storyOperations } from '../../../shared/planning/stories/index.ts';
import { mcpRoutes } from '../../../shared/surface/mcp/index.ts';
import { accountRoutes } from '../../support/account-routes.ts';
import { signedIn } from '../../support/browser.ts';
import { startClockedService, type ClockedService } from '../../support/clocked-service.ts';
import { connect } from '../../support/oauth.ts';
import { addressOf } from '../../support/workspace.ts';
import { callTool, newMember, untilRefused } from './limited-callers.ts';

/** Requests a minute of the service under test, of a credential. */
const CREDENTIAL = 40;
const MINUTE_MS = 60_000;

/** One sandbox, whose clock stands still. */
let service: ClockedService;

beforeAll(async () => {
  const routes = [...storyOperations.map(operationRoute), ...mcpRoutes, ...accountRoutes];
  const limits = JSON.stringify({ credential: CREDENTIAL, workspace: 200 });
  service = await startClockedService(routes, {
    setting: (variable) => (variable === 'RATE_LIMITS' ? limits : undefined),
  });
});
afterAll(() => service.stop());

test('a workspace that is allowed more is so for AI clients and pages, which do not say at first that they are for it', async () => {
  const { workspace, member, team } = await newMember(service);
  const operator = createOperator(workspace.database).within(workspace.id);
  await operator.run(setWorkspaceLimits, { body: { rateLimits: { credential: 90 } } });
  const browser = await signedIn(service, workspace, member);
  const { accessToken } = await connect(service.baseUrl, browser);
  expect(await untilRefused(() => callTool(service, accessToken, 'list_stories', {}))).toBe(90);
  service.pass(MINUTE_MS);
  // A board counts as 20 requests.
  expect(await untilRefused(() => browser.open(`/teams/${team.id}`))).toBe(4);
  // Not for what is no workspace's.
  service.pass(MINUTE_MS);
  expect(await untilRefused(() => browser.open('/account'))).toBe(CREDENTIAL);
});

test('what a person sends in one workspace uses up nothing of the limit of another', async () => {
  const [one, other] = [await newMember(service), await newMember(service)];
  const { workspace, team } = other;
  const member = {
    name: 'The same',
    email: await addressOf(one.workspace, one.member.id),
    role: 'member' as const,
  };
  const { id } = await workspace.operator.addMember({ workspaceId: workspace.id, ...member });
  await workspace.operator.joinTeam({ workspaceId: workspace.id, teamId: team.id, principalId: id });
  const operator = createOperator(workspace.database).within(workspace.id);
  await operator.run(setWorkspaceLimits, { body: { rateLimits: { credential: 30 } } });
  const browser = await signedIn(service, one.workspace, one.member);
  const open = (teamId: string) => browser.open(`/teams/${teamId}`);
  expect(await untilRefused(() => open(one.team.id))).toBe(2);
  expect([(await open(team.id)).status, (await open(team.id)).status]).toEqual([200, 429]);
});
