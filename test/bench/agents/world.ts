import { randomUUID } from 'node:crypto';
import { makeAccessToken } from '../../../infra/local/invoke-token.ts';
import { allScopes } from '../../../shared/kernel/core/scopes.ts';
import { createTestOperator } from '../../support/operator.ts';
import { openDatabase, type Address } from '../fixture.ts';
import { fetchPatiently } from '../patient-fetch.ts';

/** A service that tasks run on. */
export interface AgentService extends Address {
  keyring: string;
  /** Resolves when the service has handled what was written. */
  streamsIdle: () => Promise<void>;
}

/** The state that every task starts with, and access to it: over MCP as Ada, over REST as an admin. */
export interface World {
  /** Ada's token for /mcp. */
  mcpToken: string;
  rest: <T>(method: string, path: string, body?: object) => Promise<T>;
  /** What ids are called in differences. */
  names: Map<string, string>;
}

const look = { color: '#4f46e5', private: false, sprintsEnabled: true, estimateScheme: 'points' as const };
const stories = [
  { title: 'Login fails on Safari', labels: ['Bug'], priority: 'high', assignee: 'Grace Hopper' },
  { title: 'Faster checkout page', labels: ['Feature'], estimateValue: 5 },
  { title: 'Typo in the footer', labels: ['Bug'], priority: 'low' },
  { title: 'Export as CSV', sprint: 'Sprint 1', assignee: 'Ada Lovelace', estimateValue: 3 },
  { title: 'Crash when offline', sprint: 'Sprint 1', priority: 'urgent', estimateValue: 8 },
  { title: 'Dark mode', objective: 'Happy users', description: 'Follow the system.' },
];

/** A day, counted from today, as sprints take it. */
export const day = (offset: number): string =>
  `${new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)}T00:00:00.000Z`;

/**
 * Makes a workspace with the teams Engineering (ENG) and Operations (OPS), three people, labels, two sprints, an
 * objective with a key result, ENG-1 to ENG-6, OPS-1, and two comments by Ada on ENG-1.
 */
export async function newWorld(service: AgentService): Promise<World> {
  const database = openDatabase(service);
  const operator = createTestOperator(database);
  const { id: workspaceId } = await operator.createWorkspace({ name: 'Acme', slug: `acme-${randomUUID()}` });
  const [eng, ops] = [
    await operator.createTeam({ workspaceId, name: 'Engineering', code: 'ENG', ...look }),
    await operator.createTeam({ workspaceId, name: 'Operations', code: 'OPS', ...look }),
  ];
  const names = new Map<string, string>([
    [eng.id, 'ENG'],
    [ops.id, 'OPS'],
  ]);
  const person = async (name: string, role: 'admin' | 'member', teams: readonly { id: string }[]) => {
    const email = `${name.split(' ')[0]!.toLowerCase()}-${randomUUID()}@example.com`;
    const { id } = await operator.addMember({ workspaceId, name, email, role });
    for (const team of teams) await operator.joinTeam({ workspaceId, teamId: team.id, principalId: id });
    names.set(id, name);
    return id;
  };
  const ada = await person('Ada Lovelace', 'admin', [eng, ops]);
  await person('Grace Hopper', 'member', [eng]);
  await person('Linus Berg', 'member', [ops]);
  const fields = { workspaceId, principalId: ada, principalKind: 'user' as const, name: 'Setup' };
  const { token } = await operator.createToken({ ...fields, scopes: allScopes });
  const { userId } = await operator.personOf({ workspaceId, id: ada });
  const { token: mcpToken } = await makeAccessToken({ ...service, database }, userId, new Date());
  const rest = restClient(service.baseUrl, workspaceId, token);
  await fill(rest, names, eng.id, ops.id);
  database.client.destroy();
  return { mcpToken, rest, names };
}

const restClient =
  (baseUrl: string, workspaceId: string, token: string): World['rest'] =>
  async <T>(method: string, path: string, body?: object) => {
    const answer = await fetchPatiently(`${baseUrl}/api/v1/workspaces/${workspaceId}/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': 'application/json' }),
        ...(method === 'POST' && { 'idempotency-key': randomUUID() }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
    return JSON.parse(text) as T;
  };

interface Created {
  data: { id: string };
}

async function fill(
  rest: World['rest'],
  names: Map<string, string>,
  eng: string,
  ops: string,
): Promise<void> {
  const make = async (path: string, name: string, body: object): Promise<string> => {
    const { id } = (await rest<Created>('POST', path, body)).data;
    names.set(id, name);
    return id;
  };
  for (const team of [eng, ops]) {
    const { data } = await rest<{ data: { id: string; name: string }[] }>('GET', `statuses?teamId=${team}`);
    for (const { id, name } of data) names.set(id, name);
  }
  const ids = new Map<string, string>([...names].map(([id, name]) => [name, id]));
  const named = async (path: string, body: { name: string } & Record<string, unknown>) =>
    void ids.set(body.name, await make(path, body.name, body));
  for (const name of ['Bug', 'Feature']) await named('labels', { name });
  await named('labels', { name: 'Chore', teamId: eng });
  await named('sprints', { teamId: eng, name: 'Sprint 1', startDate: day(-3), endDate: day(10) });
  await named('sprints', { teamId: eng, name: 'Sprint 2', startDate: day(11), endDate: day(24) });
  await named('objectives', { teamId: eng, name: 'Happy users' });
  const objectiveId = ids.get('Happy users');
  await named('key-results', { objectiveId, name: 'Score', measurementType: 'number', targetValue: 50 });
  for (const [position, { labels, assignee, sprint, objective, ...story }] of stories.entries()) {
    await make('stories', `ENG-${position + 1}`, {
      teamId: eng,
      ...story,
      ...(labels && { labels: labels.map((label) => ids.get(label)) }),
      ...(assignee && { assigneeId: ids.get(assignee) }),
      ...(sprint && { sprintId: ids.get(sprint) }),
      ...(objective && { objectiveId }),
    });
  }
  await make('stories', 'OPS-1', { teamId: ops, title: 'Rotate the keys' });
  const first = [...names].find(([, name]) => name === 'ENG-1')![0];
  await make(`stories/${first}/comments`, 'first comment', { content: 'Seen on Safari 19 only.' });
  await make(`stories/${first}/comments`, 'second comment', { content: 'Please ignor this.' });
}
