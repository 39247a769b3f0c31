import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { UnprocessedRecord } from '../../shared/projections/unprocessed-record.ts';
import type { Sprint } from '../../shared/planning/sprints/sprint.ts';
import type { Team } from '../../shared/identity/team/team.ts';
import { runCli, runJson } from '../infra/cli/cli.ts';
import { statusOf, storyApi, type StoryApi } from '../stories/story-api.ts';
import type { Client } from '../support/client.ts';
import { startProxy, type DynamoDbProxy } from '../support/dynamodb-proxy.ts';
import { planningApi, type PlanningApi } from '../support/planning.ts';
import { startService, type OwnService } from '../support/service.ts';
import { newWorkspace, type TestWorkspace } from '../support/workspace.ts';

/** What becomes of changes that the projector cannot handle, on a service whose projector stands behind a proxy. */
let home: string;
let service: OwnService;
let proxy: DynamoDbProxy;
let team: Team;
let plan: PlanningApi;
let stories: StoryApi;
let workspace: TestWorkspace;
let client: Client;

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'plotline-test-'));
  proxy = await startProxy();
  service = await startService({
    home,
    dynamodbEndpoint: (name) => (name.startsWith('Projector') ? proxy.endpoint : undefined),
  });
  proxy.target = service.dynamodbEndpoint;
  workspace = await newWorkspace(service);
  team = await workspace.team();
  ({ client } = await workspace.person('member', [team]));
  plan = planningApi(workspace, client);
  stories = storyApi(workspace, client);
});
afterEach(() => void (proxy.fault = undefined));
afterAll(async () => {
  await service.stop();
  await proxy.stop();
  rmSync(home, { recursive: true, force: true });
});

const replay = (...args: string[]) => ['projections', 'replay', ...args];
const env = () => ({ PLOTLINE_HOME: home });

function keptObjects(): string[] {
  const folder = join(home, 'buckets', service.buckets!.names['Unhandled']!);
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

const countOf = async ({ id }: Sprint) => (await plan.sprints.get(id)).json.data.storyCounts.total as number;

/** Starts two stories in a sprint, the first of which the projector can handle no change of. */
async function poisonOne(sprint: Sprint): Promise<void> {
  proxy.fault = undefined;
  const statusId = await statusOf(workspace, client, team, 'started');
  const two = [await stories.create({ teamId: team.id }), await stories.create({ teamId: team.id })];
  await service.streamsIdle();
  const [poisoned] = two;
  proxy.fault = (_operation, _number, body) =>
    JSON.stringify(body).includes(`S#${poisoned!.id}`) ? 'reject' : undefined;
  for (const story of two) await stories.change(story, { sprintId: sprint.id, statusId });
  await service.streamsIdle();
}

test('a change that can never be handled is stored whole, holds up no other, and is handled by one command', async () => {
  const sprint = await plan.sprint(team);
  await poisonOne(sprint);
  expect(await countOf(sprint)).toBe(1);
  const kept = keptObjects();
  expect(kept).toHaveLength(4);
  for (const file of kept) {
    const { projection, payload } = JSON.parse(readFileSync(file, 'utf8')) as UnprocessedRecord;
    expect(['story-counts', 'feedback-status', 'relations', 'notify-members']).toContain(projection);
    expect(JSON.parse(payload)).toMatchObject({ Records: [{ dynamodb: { NewImage: { pk: {} } } }] });
  }

  const again = await runCli(replay(), env());
  expect(again).toMatchObject({ code: 0 });
  expect(again.stdout).toContain('Processed 4 records from 4 objects.');
  expect(await countOf(sprint)).toBe(2);
  expect(keptObjects()).toEqual([]);
  expect(await runJson(replay(), env())).toEqual({ objects: 0, records: 0 });
});

test('while the database is unavailable, nothing is stored or lost: the stream delivers again', async () => {
  const sprint = await plan.sprint(team);
  await service.streamsIdle();
  let refused = 0;
  proxy.fault = () => (++refused > 8 ? undefined : 'throttle');
  await stories.create({ teamId: team.id, sprintId: sprint.id });
  await service.streamsIdle();
  expect(refused).toBeGreaterThan(8);
  expect(await countOf(sprint)).toBe(1);
  expect(keptObjects()).toEqual([]);
});
