import { beforeAll, expect, test } from 'vitest';
import { tools } from '../../shared/surface/mcp/tools.ts';
import { switchIntakeOn } from '../triage/triage-api.ts';
import { allScopes } from '../../shared/kernel/core/scopes.ts';
import type { Team } from '../../shared/identity/team/team.ts';
import { policy } from '../policy/policy.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';
import { actsIn, type Act } from './matrix/acts.ts';
import { agentOf, grantOf, managedOf } from './matrix/grants.ts';
import { mcpClient } from './mcp-client.ts';

/**
 * Every tool with every grant, judged by the policy alone: what a grant allows is written here a second time, as the
 * policy writes what an operation needs.
 */
interface Grant {
  role: 'guest' | 'member' | 'admin' | 'account';
  scopes: readonly string[];
  /** Whether tools that change something are refused before anything else. */
  readsOnly?: true;
  /** Whether it is limited to teams, and whether the team of the acts is one of them. */
  teams?: 'these' | 'others';
}

const reads = allScopes.filter((scope) => scope.endsWith(':read'));
const writes = ['teams', 'stories', 'comments', 'labels', 'sprints', 'objectives', 'schedule', 'feedback'];
const planning = [...reads, ...writes.map((noun) => `${noun}:write`)];
const narrow = ['teams:read', 'stories:read', 'comments:write'] as const;

let workspace: TestWorkspace;
let team: Team;
let other: Team;
let owner: Person;
/** Somebody whom the acts put into the team and take out of it. */
let leaver: Person;

beforeAll(async () => {
  workspace = await newWorkspace();
  [team, other] = [await workspace.team(), await workspace.team()];
  owner = await workspace.person('admin', [team, other]);
  leaver = await workspace.person('member', []);
  const cadence = { enabled: false, lengthWeeks: 2, startsOn: 'monday', timeZone: 'UTC' };
  await owner.client.request('PUT', `${workspace.path}/teams/${team.id}/sprint-cadence`, { body: cadence });
  await switchIntakeOn(workspace, owner.client, team);
  await owner.client.request('POST', `${workspace.path}/teams/${team.id}/triage-address`);
});

type Holder = { id: string; token: string };

const person = async (role: 'guest' | 'member' | 'admin', ...options: GrantOptions): Promise<Holder> => {
  const somebody = await workspace.person(role, [team, other]);
  return { id: somebody.id, token: await grantOf(somebody, ...options) };
};
type GrantOptions = Parameters<typeof grantOf> extends [unknown, ...infer Rest] ? Rest : never;

const agent = async (...scopes: Parameters<TestWorkspace['serviceAccount']>[1][]): Promise<Holder> => {
  const account = await workspace.serviceAccount([team], ...scopes);
  return { id: account.id, token: await agentOf(workspace.id, account.id) };
};

const managed = async (role: 'member', scope: 'mcp:access' | 'mcp:read'): Promise<Holder> => {
  const somebody = await workspace.person(role, [team]);
  return { id: somebody.id, token: await managedOf(workspace.id, somebody, [scope]) };
};

const matrix: [string, Grant, () => Promise<Holder>][] = [
  ['all of an admin', { role: 'admin', scopes: allScopes }, () => person('admin', ['mcp:access'])],
  ['all of a member', { role: 'member', scopes: allScopes }, () => person('member', ['mcp:access'])],
  ['all of a guest', { role: 'guest', scopes: allScopes }, () => person('guest', ['mcp:access'])],
  ['reading', { role: 'admin', scopes: reads, readsOnly: true }, () => person('admin', ['mcp:read'])],
  ['writing', { role: 'member', scopes: planning }, () => person('member', ['mcp:write'])],
  [
    'these teams',
    { role: 'admin', scopes: allScopes, teams: 'these' },
    () => person('admin', ['mcp:access'], [team.id]),
  ],
  [
    'other teams',
    { role: 'admin', scopes: allScopes, teams: 'others' },
    () => person('admin', ['mcp:access'], [other.id]),
  ],
  ['an agent', { role: 'account', scopes: allScopes }, () => agent(allScopes)],
  ['a narrow agent', { role: 'account', scopes: narrow }, () => agent(narrow)],
  ['a company', { role: 'member', scopes: allScopes }, () => managed('member', 'mcp:access')],
  [
    "a company's reading",
    { role: 'member', scopes: reads, readsOnly: true },
    () => managed('member', 'mcp:read'),
  ],
];

const roles = ['guest', 'member', 'admin'];
const isReading = (tool: string): boolean => /^(list|get|search|analyze)/.test(tool);

/** What the policy says about an act under a grant: `allowed`, or the codes by which it may be refused. */
function expected({ tool, operations, inTeam }: Act, grant: Grant): readonly string[] {
  if (grant.readsOnly && !isReading(tool)) return ['insufficient_scope'];
  const rules = operations.map((id) => policy[id]!);
  if (rules.some(({ scopes }) => scopes.some((scope) => !grant.scopes.includes(scope))))
    return ['insufficient_scope'];
  const principal = grant.role === 'account' ? 'serviceAccount' : 'user';
  if (rules.some(({ principals }) => !principals.includes(principal))) return ['principal_not_supported'];
  if (grant.role !== 'account' && rules.some(({ role }) => roles.indexOf(role) > roles.indexOf(grant.role)))
    return ['insufficient_role'];
  if (grant.teams && rules.some(({ teamRestricted }) => teamRestricted === 'refused'))
    return ['restricted_credential'];
  return grant.teams === 'others' && inTeam ? ['not_found', 'invalid_reference'] : ['allowed'];
}

async function outcomeOf(token: string, { tool, args }: Act): Promise<string> {
  const named = tool === 'list_workspaces' ? args : { workspaceId: workspace.id, ...args };
  const { json } = await mcpClient(token).send('tools/call', { name: tool, arguments: named });
  if (json.error) return json.error.code;
  const { isError, content } = json.result;
  const text = isError ? JSON.parse(content[0].text).error : undefined;
  return text ? text.code : 'allowed';
}

test.each(matrix)('%s: every tool as the policy says', async (_, grant, newHolder) => {
  const { id, token } = await newHolder();
  const acts = await actsIn({ workspace, team, owner, leaver: leaver.id }, id);
  const differences: string[] = [];
  for (const act of acts) {
    const [wanted, got] = [expected(act, grant), await outcomeOf(token, act)];
    if (!wanted.includes(got)) differences.push(`${act.says}: ${got}, not ${wanted.join(' or ')}`);
  }
  expect(differences).toEqual([]);
  const called = new Set(acts.map(({ tool }) => tool));
  expect(tools.map(({ name }) => name).filter((name) => !called.has(name))).toEqual([]);
});

test.each(matrix)('%s: lists no tool that only refuses', async (_, grant, newHolder) => {
  const { id, token } = await newHolder();
  const acts = await actsIn({ workspace, team, owner, leaver: leaver.id }, id);
  const listed = await mcpClient(token).toolNames('?tools=all');
  const refusing = listed.filter((name) => {
    const own = acts.filter(({ tool }) => tool === name);
    const codes = own.flatMap((act) => expected({ ...act, inTeam: false }, grant));
    return (
      codes.length > 0 && codes.every((code) => code === 'insufficient_scope' || code === 'insufficient_role')
    );
  });
  const hidden = tools
    .map(({ name }) => name)
    .filter((name) => !listed.includes(name))
    .filter((name) =>
      acts.some((act) => act.tool === name && expected({ ...act, inTeam: false }, grant).includes('allowed')),
    );
  expect({ refusing, hidden }).toEqual({ refusing: [], hidden: [] });
});
