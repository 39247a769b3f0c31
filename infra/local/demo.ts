import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createOperator, type Operator } from '../admin/operator.ts';
import { CommandError } from '../admin/command-error.ts';
import { allScopes, readScopes } from '../../shared/auth/scopes.ts';
import { createDatabase } from '../../shared/db/client.ts';
import type { Team } from '../../shared/teams/team.ts';
import type { Seed } from './run.ts';

/** What `$PLOTLINE_HOME/demo.json` holds: a workspace to try, with a token for each kind of caller. */
export interface Demo {
  baseUrl: string;
  workspaceId: string;
  teams: Pick<Team, 'id' | 'code' | 'name'>[];
  tokens: { admin: string; member: string; readOnly: string; restricted: string };
  restrictedTeamId: string;
  serviceAccountKey: string;
}

const YEAR = 365 * 24 * 60 * 60 * 1000;

/** Makes the demo workspace at the first start; later only notes where the service listens now. */
export async function seedDemo({ baseUrl, dynamodbEndpoint, tableName, home }: Seed): Promise<Demo> {
  const file = join(home, 'demo.json');
  const known = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Demo) : undefined;
  const usable = known && (await tokenWorks(baseUrl, known.tokens.admin));
  const database = createDatabase(tableName(), {
    endpoint: dynamodbEndpoint,
    region: 'local',
    ...localCredentials,
  });
  const demo = usable ? { ...known, baseUrl } : await makeDemo(createOperator(database), baseUrl);
  database.client.destroy();
  writeFileSync(`${file}.new`, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return demo;
}

const localCredentials = { credentials: { accessKeyId: 'local', secretAccessKey: 'local' } };

async function tokenWorks(baseUrl: string, token: string): Promise<boolean> {
  const answer = await fetch(`${baseUrl}/api/v1/me`, { headers: { authorization: `Bearer ${token}` } });
  await answer.body?.cancel();
  return answer.status === 200;
}

async function makeDemo(operator: Operator, baseUrl: string): Promise<Demo> {
  const { id: workspaceId } = await createDemoWorkspace(operator);
  const member = (name: string, role: 'admin' | 'member') =>
    operator.addMember({
      workspaceId,
      name,
      email: `${name.split(' ')[0]!.toLowerCase()}@example.com`,
      role,
    });
  const ada = await member('Ada Admin', 'admin');
  const max = await member('Max Member', 'member');
  const rita = await member('Rita Reader', 'member');

  const team = (name: string, code: string, color: string) =>
    operator.createTeam({
      workspaceId,
      name,
      code,
      color,
      private: false,
      sprintsEnabled: true,
      estimateScheme: 'points',
    });
  const engineering = await team('Engineering', 'ENG', '#4f46e5');
  const design = await team('Design', 'DES', '#db2777');
  const operations = await team('Operations', 'OPS', '#059669');
  const joins = [
    [ada, [engineering, design, operations]],
    [max, [engineering, design]],
    [rita, [engineering]],
  ] as const;
  for (const [{ id: principalId }, teams] of joins) {
    for (const { id: teamId } of teams) await operator.joinTeam({ workspaceId, teamId, principalId });
  }
  for (const [name, color] of [
    ['Bug', '#ef4444'],
    ['Feature', '#3b82f6'],
  ] as const) {
    await operator.createLabel({ workspaceId, teamId: null, name, color });
  }

  const token = async (principalId: string, name: string, scopes = allScopes, teamIds?: string[]) => {
    const restriction = teamIds ? { teamIds } : {};
    const kind = { principalKind: 'user' as const, lifetime: YEAR };
    return (await operator.createToken({ workspaceId, principalId, name, scopes, ...kind, ...restriction }))
      .token;
  };
  const account = await operator.createServiceAccount(workspaceId, 'Demo program', [engineering.id]);
  const key = await operator.createToken({
    workspaceId,
    principalId: account.id,
    principalKind: 'serviceAccount',
    name: 'Demo key',
    scopes: allScopes,
    lifetime: YEAR,
  });
  const tokens = {
    admin: await token(ada.id, 'Demo admin'),
    member: await token(max.id, 'Demo member'),
    readOnly: await token(rita.id, 'Demo read-only', readScopes),
    restricted: await token(ada.id, 'Demo restricted', allScopes, [engineering.id]),
  };
  await createDemoStories(baseUrl, workspaceId, engineering.id, tokens.member);
  return {
    baseUrl,
    workspaceId,
    teams: [engineering, design, operations].map(({ id, code, name }) => ({ id, code, name })),
    tokens,
    restrictedTeamId: engineering.id,
    serviceAccountKey: key.token,
  };
}

/** A start that was cut off leaves a workspace without a demo.json; the next one makes another beside it. */
async function createDemoWorkspace(operator: Operator) {
  for (let number = 1; ; number++) {
    try {
      return await operator.createWorkspace({ name: 'Demo', slug: number === 1 ? 'demo' : `demo-${number}` });
    } catch (error) {
      if (!(error instanceof CommandError) || number === 100) throw error;
    }
  }
}

const demoStories = [
  { title: 'Sign in with a passkey', priority: 'High', estimateValue: 5 },
  { title: 'Search finds stories by reference', priority: 'Medium', estimateValue: 3 },
  { title: 'The import shows what it will do first', priority: 'Low', estimateValue: 2 },
];

async function createDemoStories(
  baseUrl: string,
  workspaceId: string,
  teamId: string,
  token: string,
): Promise<void> {
  for (const [position, story] of demoStories.entries()) {
    const answer = await fetch(`${baseUrl}/api/v1/workspaces/${workspaceId}/stories`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': `demo-story-number-${position}`,
      },
      body: JSON.stringify({ teamId, ...story }),
    });
    if (!answer.ok) throw new Error(`The demo story could not be created: ${await answer.text()}`);
    await answer.body?.cancel();
  }
}
