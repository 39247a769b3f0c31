import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { commit } from '../../../shared/kernel/db/write.ts';
import type { Objective } from '../../../shared/planning/objective/objective.ts';
import type { Sprint } from '../../../shared/planning/sprints/sprint.ts';
import type { Story } from '../../../shared/planning/story/story.ts';
import type { Team } from '../../../shared/identity/team/team.ts';
import { statusOf, storyApi, type StoryApi } from '../../stories/story-api.ts';
import { startProxy, type DynamoDbProxy } from '../../support/dynamodb-proxy.ts';
import { planningApi, type PlanningApi } from '../../support/planning.ts';
import { sampled } from '../../support/sampling.ts';
import { databaseOf, startService, type OwnService } from '../../support/service.ts';
import { newWorkspace, type TestWorkspace } from '../../support/workspace.ts';
import { homeOf, runAlone, runCli } from './cli.ts';

let service: OwnService;
/** Stands between the dispatcher, and it alone, and the table. */
let proxy: DynamoDbProxy;

beforeAll(async () => {
  proxy = await startProxy();
  service = await startService({
    dynamodbEndpoint: (name) => (name.startsWith('Projector') ? proxy.endpoint : undefined),
  });
  proxy.target = service.dynamodbEndpoint;
});
afterAll(async () => {
  await service.stop();
  await proxy.stop();
});

let workspace: TestWorkspace;
let team: Team;
let plan: PlanningApi;
let stories: StoryApi;
let sprint: Sprint;
let other: Sprint;
let objective: Objective;
let inSprint: Story[];
let completed: string;

beforeEach(async () => {
  proxy.reset();
  workspace = await newWorkspace(service);
  team = await workspace.team();
  const { client } = await workspace.person('member', [team]);
  plan = planningApi(workspace, client);
  stories = storyApi(workspace, client);
  [sprint, other, objective] = await Promise.all([
    plan.sprint(team, { name: 'One' }),
    plan.sprint(team, { name: 'Two' }),
    plan.objective(team, { name: 'Reach it' }),
  ]);
  await plan.keyResult(objective);
  completed = await statusOf(workspace, client, team, 'completed');
  const here = { teamId: team.id, sprintId: sprint.id };
  inSprint = [
    await stories.create({ ...here, objectiveId: objective.id, estimateValue: 5 }),
    await stories.create({ ...here, statusId: completed, estimateValue: 3 }),
    await stories.create(here),
  ];
  await service.streamsIdle();
});

interface Recounted {
  code: number | null;
  drift: { of: string; name: string; counter: string; is: number | null; ledger: number; shouldBe: number }[];
  behind: { id: string }[];
  dangling: { id: string; field: string; missing: string }[];
  stories: number;
  fixed: boolean;
}

const recount = (...options: string[]) => recountBy(runCli, ...options);

async function recountBy(run: typeof runCli, ...options: string[]): Promise<Recounted> {
  const env = { PLOTLINE_HOME: homeOf(service), PLOTLINE_WORKSPACE: workspace.slug };
  const { code, stdout, stderr } = await run(['recount', '--json', ...options], env);
  if (stdout === '') throw new Error(stderr);
  return { code, ...(JSON.parse(stdout) as Omit<Recounted, 'code'>) };
}

const right = { code: 0, drift: [], behind: [], dangling: [], busy: [], fixed: true };

/** What a recount finds is put right by --fix, and stays right. */
async function expectFixed(): Promise<void> {
  expect(await recount('--fix')).toMatchObject({ code: 0, fixed: true });
  expect(await recount()).toMatchObject(right);
}

const sprintCounts = async ({ id }: { id: string }) => (await plan.sprints.get(id)).json.data.storyCounts;

/** Adds to counters in the table itself, as only a mistake would. */
const corrupt = (pk: string, sk: string, add: Record<string, number>) =>
  commit(databaseOf(service), [{ update: { pk, sk }, with: { add } }]);
const remove = (pk: string, sk: string) => commit(databaseOf(service), [{ delete: { pk, sk } }]);

/** Changes through the API after which the counts of a sprint must be exact. */
async function expectLaterChangesToCount(): Promise<void> {
  const before = await sprintCounts(sprint);
  await stories.change(await stories.read(inSprint[1]!.id), { sprintId: other.id });
  const added = await stories.create({ teamId: team.id, sprintId: sprint.id });
  await stories.create({ teamId: team.id, sprintId: sprint.id });
  await stories.delete(added.id);
  await service.streamsIdle();
  const { backlog, completed: done } = before;
  expect(await sprintCounts(sprint)).toEqual({ ...before, backlog: backlog + 1, completed: done - 1 });
  expect(await recount()).toMatchObject(right);
}

test('recount says that counts are right where they are, and writes no progress without a terminal', async () => {
  expect(await recount()).toMatchObject({ ...right, stories: 3 });
  const env = { PLOTLINE_HOME: homeOf(service), PLOTLINE_WORKSPACE: workspace.slug };
  const { code, stdout, stderr } = await runCli(['recount'], env);
  expect([code, stdout]).toEqual([
    0,
    expect.stringContaining('The counts of 3 stories in 1 teams are correct.'),
  ]);
  expect(stderr).toBe('');
});

test('recount finds counters that are off, of sprints, objectives and what a team completed', async () => {
  const day = inSprint[1]!.completedAt!.slice(0, 10);
  await corrupt(`P#${sprint.id}`, '#COUNTS', { started: 7, remainingSize: 7 });
  await corrupt(`O#${objective.id}`, '#COUNTS', { backlog: -3, keyResults: 3 });
  await corrupt(`T#${team.id}`, `#DONE#${day}`, { size: 10 });
  await remove(`P#${other.id}`, '#COUNTS');
  const found = await recount();
  expect(found).toMatchObject({ code: 1, fixed: false, behind: [], dangling: [] });
  const lines = found.drift.map(({ name, counter, is, shouldBe }) => `${name} ${counter} ${is} ${shouldBe}`);
  expect(lines.sort()).toEqual(
    [
      'One remainingSize 607 600',
      'One started 7 0',
      'Reach it backlog -2 1',
      'Reach it keyResults 4 1',
      `${team.code} ${day} 310 300`,
      ...['backlog', 'unstarted', 'started', 'completed', 'cancelled', 'remainingSize'].map(
        (counter) => `Two ${counter} null 0`,
      ),
    ].sort(),
  );
  const env = { PLOTLINE_HOME: homeOf(service), PLOTLINE_WORKSPACE: workspace.slug };
  const shown = await runCli(['recount'], env);
  expect(shown.code).toBe(1);
  expect(shown.stdout).toMatch(/started +sprint One +\S+ +7 +0\n[^]*--fix corrects these differences/);
  expect((await sprintCounts(sprint)).started).toBe(7);

  await expectFixed();
  expect(await sprintCounts(sprint)).toMatchObject({ total: 3, backlog: 2, completed: 1, started: 0 });
  expect((await plan.objectives.get(objective.id)).json.data).toMatchObject({ keyResultCount: 1 });
  await expectLaterChangesToCount();
});

const damages: [string, (id: string) => Promise<unknown>][] = [
  ['says something else', (id) => putLine(id, { category: 'started', size: 40, sprintId: other.id }, 5)],
  ['says that nothing was counted', (id) => putLine(id, null, 1)],
  ['is lost', (id) => remove(`S#${id}`, '#COUNTED')],
];

test.each(sampled('damaged ledger lines', 1, damages))(
  'recount repairs a story whose ledger line %s',
  async (_, damage) => {
    await damage(inSprint[0]!.id);
    const found = await recount();
    expect(found.code).toBe(1);
    expect(found.behind).toMatchObject([{ id: inSprint[0]!.id }]);
    await expectFixed();
    expect(await sprintCounts(sprint)).toMatchObject({ total: 3, backlog: 2, completed: 1 });
    expect((await sprintCounts(other)).total).toBe(0);
    await expectLaterChangesToCount();
  },
);

function putLine(id: string, fields: object | null, version: number): Promise<void> {
  const counted = {
    teamId: team.id,
    category: 'backlog',
    size: 1,
    archived: false,
    sprintId: null,
    objectiveId: null,
    keyResultId: null,
    doneDay: null,
  };
  const text = JSON.stringify(fields && { ...counted, ...fields });
  return commit(databaseOf(service), [{ put: { pk: `S#${id}`, sk: '#COUNTED', counted: text, version } }]);
}

/** Makes changes that the dispatcher cannot count until its fault is taken away. */
async function unheard(act: () => Promise<void>): Promise<void> {
  proxy.fault = () => 'refuse';
  await act();
}

test('recount counts what the stream did not, and the stream, when it comes after all, counts nothing twice', async () => {
  const [moved, done, deleted] = inSprint as [Story, Story, Story];
  await unheard(async () => {
    await stories.change(moved, { sprintId: other.id, estimateValue: 8 });
    await stories.change(done, { clearFields: ['estimateValue'] });
    await stories.delete(deleted.id);
    await stories.create({ teamId: team.id, sprintId: other.id });
  });
  const found = await recount();
  expect(found).toMatchObject({ code: 1, fixed: false });
  expect(found.behind).toHaveLength(4);
  expect(found.drift).toContainEqual(
    expect.objectContaining({ name: 'One', counter: 'backlog', is: 2, ledger: 2, shouldBe: 0 }),
  );
  await expectFixed();
  expect(await sprintCounts(other)).toMatchObject({ total: 2, backlog: 2 });
  proxy.fault = undefined;
  await service.streamsIdle();
  expect(await sprintCounts(sprint)).toMatchObject({ total: 1, completed: 1 });
  await expectLaterChangesToCount();
});

test('recount clears references to what was deleted while the stream did not see it', async () => {
  const keyResult = await plan.keyResult(objective);
  const lost = await plan.objective(team);
  const orphan = await plan.keyResult(lost);
  const serving = await plan.sprint(team, { name: 'Serving', objectiveId: lost.id });
  const story = await stories.create({ teamId: team.id, sprintId: other.id, keyResultId: keyResult.id });
  const archived = await stories.create({ teamId: team.id, objectiveId: lost.id });
  await stories.archive(archived.id);
  await service.streamsIdle();
  await unheard(async () => {
    await plan.sprints.delete(other.id);
    await plan.keyResults.delete(keyResult.id);
    await plan.objectives.delete(lost.id);
  });
  const found = await recount();
  expect(found.code).toBe(1);
  expect(found.dangling.map(({ id, field, missing }) => [id, field, missing]).sort()).toEqual(
    [
      [story.id, 'sprintId', other.id],
      [story.id, 'keyResultId', keyResult.id],
      [archived.id, 'objectiveId', lost.id],
      [serving.id, 'objectiveId', lost.id],
      [orphan.id, 'objectiveId', lost.id],
    ].sort(),
  );
  await expectFixed();
  const free = { sprintId: null, keyResultId: null, objectiveId: objective.id };
  expect(await stories.read(story.id)).toMatchObject(free);
  expect(await stories.read(archived.id)).toMatchObject({ objectiveId: null });
  expect((await plan.sprints.get(serving.id)).json.data.objectiveId).toBeNull();
  expect((await plan.keyResults.get(orphan.id)).status).toBe(404);
  proxy.fault = undefined;
  await service.streamsIdle();
  expect(await recount()).toMatchObject(right);
});

test('recount repairs next to a busy service, twice at once, without missing or doubling anything', async () => {
  const made = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      stories.create({ teamId: team.id, sprintId: [sprint, other][n % 2]!.id }),
    ),
  );
  await service.streamsIdle();
  await corrupt(`P#${sprint.id}`, '#COUNTS', { backlog: 11 });
  await corrupt(`P#${other.id}`, '#COUNTS', { backlog: -3, started: 2 });
  for (const { id } of made.slice(0, 5)) await remove(`S#${id}`, '#COUNTED');

  let over = false;
  const changes = async (mine: readonly Story[]) => {
    const current = new Map(mine.map((story) => [story.id, story]));
    while (!over) {
      for (const { id } of mine) {
        const story = current.get(id)!;
        const sprintId = story.sprintId === sprint.id ? other.id : sprint.id;
        current.set(id, await stories.change(story, { sprintId }));
      }
      const brief = await stories.create({ teamId: team.id, sprintId: sprint.id, statusId: completed });
      await stories.delete(brief.id);
    }
  };
  const busy = [made.slice(0, 10), made.slice(10)].map(changes);
  // A sprint that changes all the time may be too busy for one of them.
  let fixed = false;
  while (!fixed) {
    const both = await Promise.all([recountBy(runAlone, '--fix'), recountBy(runAlone, '--fix')]);
    fixed = both.some((each) => each.fixed);
  }
  over = true;
  await Promise.all(busy);
  await service.streamsIdle();
  expect(await recount()).toMatchObject(right);
  for (const { id } of [sprint, other]) {
    const { json } = await stories.list({ sprintId: id, limit: 100 });
    expect((await sprintCounts({ id })).total).toBe(json.data.length);
  }
});
