import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Operations } from '../../../cli/core/operations.ts';
import { createOperator, type Operator } from '../../../cli/operator.ts';
import { ApiError } from '../../../shared/kernel/core/errors.ts';
import { allScopes, readScopes } from '../../../shared/kernel/core/scopes.ts';
import { createDatabase } from '../../../shared/kernel/db/client.ts';
import { setOwnName } from '../../../shared/pages/accounts/set-own-name.ts';
import { setPassword } from '../../../shared/pages/accounts/set-password.ts';
import { addMember } from '../../../shared/identity/members/add-member.ts';
import { listMembers } from '../../../shared/identity/members/list-members.ts';
import { addTeamMember } from '../../../shared/identity/teams/add-team-member.ts';
import { createLabel } from '../../../shared/planning/labels/create-label.ts';
import { createServiceAccountKey } from '../../../shared/identity/service-accounts/create-service-account-key.ts';
import { createServiceAccount } from '../../../shared/identity/service-accounts/create-service-account.ts';
import { createTeam } from '../../../shared/identity/teams/create-team.ts';
import type { Team } from '../../../shared/identity/team/team.ts';
import { createToken } from '../../../shared/identity/tokens/create-token.ts';
import { createWorkspace } from '../../../shared/identity/workspaces/create-workspace.ts';
import { planDemo } from './plan.ts';
import { makeDemoPortal } from './portal.ts';
import { StartError } from '../runner/start-error.ts';
import type { Seed } from './seed.ts';
import type { Demo } from '../../../cli/core/demo-file.ts';

const YEAR_MS = 365 * 24 * 60 * 60 * 1000;

/** Creates the demo workspace on the first start; later starts only update the service's URL. */
export async function seedDemo({
  baseUrl,
  dynamodbEndpoint,
  credentials,
  tableName,
  home,
}: Seed): Promise<Demo> {
  const file = join(home, 'demo.json');
  const known = existsSync(file) ? readDemo(file) : undefined;
  const usable = known && (await tokenWorks(baseUrl, known.tokens.admin));
  const database = createDatabase(tableName(), {
    endpoint: dynamodbEndpoint,
    region: 'local',
    credentials,
  });
  const operator = createOperator(database);
  const made = usable ? { ...known, baseUrl } : await makeDemo(operator, baseUrl);
  const demo = {
    ...made,
    user: made.user ?? (await makeDemoUser(operator, made.workspaceId, 'Max Member')),
    admin: made.admin ?? (await makeDemoUser(operator, made.workspaceId, 'Ada Admin')),
    portalSlug:
      made.portalSlug ?? (await makeDemoPortal(database, made.workspaceId, await listStories(made))),
  };
  database.client.destroy();
  writeFileSync(`${file}.new`, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return demo;
}

function readDemo(file: string): MadeDemo {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as MadeDemo;
  } catch {
    throw new StartError(
      `${file} is damaged; remove it, and the next start creates the demo workspace again.`,
    );
  }
}

async function tokenWorks(baseUrl: string, token: string): Promise<boolean> {
  const answer = await fetch(`${baseUrl}/api/v1/me`, { headers: { authorization: `Bearer ${token}` } });
  await answer.body?.cancel();
  return answer.status === 200;
}

async function listStories({ baseUrl, workspaceId, tokens }: MadeDemo) {
  const headers = { authorization: `Bearer ${tokens.admin}` };
  const answer = await fetch(`${baseUrl}/api/v1/workspaces/${workspaceId}/stories?limit=100`, { headers });
  return ((await answer.json()) as { data: { id: string; title: string }[] }).data;
}

/** An older demo.json lacks the people who sign in and the portal. */
type Later = 'user' | 'admin' | 'portalSlug';
type MadeDemo = Omit<Demo, Later> & Partial<Pick<Demo, Later>>;

async function makeDemoUser(operator: Operator, workspaceId: string, name: string): Promise<Demo['user']> {
  const demo = operator.within(workspaceId);
  const members = await demo.list(listMembers);
  // The user may have been removed by the operator: fall back to the oldest admin.
  const found = members.find(({ email }) => email === demoEmail(name)) ?? members.at(-1)!;
  const password = randomBytes(15).toString('base64url');
  await demo.run(setPassword, { body: { memberId: found.id, password } });
  await demo.run(setOwnName, { body: { memberId: found.id, name: found.name } });
  return { email: found.email ?? demoEmail(name), password };
}

const demoEmail = (name: string): string => `${name.split(' ')[0]!.toLowerCase()}@example.com`;

async function makeDemo(operator: Operator, baseUrl: string): Promise<MadeDemo> {
  const { id: workspaceId } = await createDemoWorkspace(operator);
  const demo = operator.within(workspaceId);
  const member = (name: string, role: 'admin' | 'member') =>
    demo.run(addMember, { body: { name, email: demoEmail(name), role } });
  const team = (name: string, code: string, color: string) =>
    demo.run(createTeam, { body: { name, code, color } });
  const label = (name: string, color: string) => demo.run(createLabel, { body: { name, color } });
  const [ada, max, rita, engineering, design, operations, bug, feature] = await Promise.all([
    member('Ada Admin', 'admin'),
    member('Max Member', 'member'),
    member('Rita Reader', 'member'),
    team('Engineering', 'ENG', '#4f46e5'),
    team('Design', 'DES', '#db2777'),
    team('Operations', 'OPS', '#059669'),
    label('Bug', '#ef4444'),
    label('Feature', '#3b82f6'),
  ]);

  const expiresAt = new Date(Date.now() + YEAR_MS).toISOString();
  const token = async (memberId: string, name: string, scopes = allScopes, teamIds?: string[]) => {
    const body = { memberId, name, scopes, expiresAt, ...(teamIds ? { teamRestriction: teamIds } : {}) };
    return (await demo.runForSecret(createToken, { body })).secret;
  };
  const joins = [
    [ada, [engineering, design, operations]],
    [max, [engineering, design]],
    [rita, [engineering]],
  ] as const;
  await Promise.all(
    joins.map(async ([{ id: memberId }, teams]) => {
      for (const { id: teamId } of teams) {
        await demo.run(addTeamMember, { path: { teamId }, body: { memberId } });
      }
    }),
  );
  const [admin, maxToken, readOnly, restricted, serviceAccountKey] = await Promise.all([
    token(ada.id, 'Demo admin'),
    token(max.id, 'Demo member'),
    token(rita.id, 'Demo read-only', readScopes),
    token(ada.id, 'Demo restricted', allScopes, [engineering.id]),
    createDemoProgram(demo, engineering, expiresAt),
  ]);
  await planDemo({
    baseUrl,
    workspaceId,
    teamId: engineering.id,
    people: { ada: ada.id, max: max.id, rita: rita.id },
    labels: { bug: bug.id, feature: feature.id },
    tokens: { admin, member: maxToken },
  });
  return {
    baseUrl,
    workspaceId,
    teams: [engineering, design, operations].map(({ id, code, name }) => ({ id, code, name })),
    tokens: { admin, member: maxToken, readOnly, restricted },
    restrictedTeamId: engineering.id,
    serviceAccountKey,
  };
}

/** A service account of a team, with a key. */
async function createDemoProgram(demo: Operations, team: Team, expiresAt: string): Promise<string> {
  const program = { name: 'Demo program', teamIds: [team.id] };
  const { id: serviceAccountId } = await demo.run(createServiceAccount, { body: program });
  const body = { name: 'Demo key', scopes: allScopes, expiresAt };
  return (await demo.runForSecret(createServiceAccountKey, { path: { serviceAccountId }, body })).secret;
}

/** An interrupted start leaves a workspace without a demo.json; the next start creates another one. */
async function createDemoWorkspace(operator: Operator) {
  for (let number = 1; ; number++) {
    try {
      const body = { name: 'Demo', slug: number === 1 ? 'demo' : `demo-${number}` };
      return await operator.outside.run(createWorkspace, { body });
    } catch (error) {
      if (!(error instanceof ApiError) || number === 100) throw error;
    }
  }
}
