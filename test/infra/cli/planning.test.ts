import { beforeAll, expect, test } from 'vitest';
import type { KeyResult } from '../../../shared/planning/key-results/key-result.ts';
import type { Objective } from '../../../shared/planning/objective/objective.ts';
import type { Sprint } from '../../../shared/planning/sprints/sprint.ts';
import type { Team } from '../../../shared/identity/team/team.ts';
import { statusOf, storyApi } from '../../stories/story-api.ts';
import { planningApi, type PlanningApi } from '../../support/planning.ts';
import { workerService, type WorkerService } from '../../support/service.ts';
import { newWorkspace } from '../../support/workspace.ts';
import { homeOf, runCli, runJson } from './cli.ts';

let service: WorkerService;
let team: Team;
let plan: PlanningApi;
let sprint: Sprint;
let objective: Objective;
let secret: Objective;
let keyResult: KeyResult;
let env: (extra?: object) => Record<string, string>;

beforeAll(async () => {
  ({ service } = await workerService());
  const workspace = await newWorkspace(service);
  team = await workspace.team({ name: 'Engineering', code: 'ENG' });
  const empty = await workspace.team({ name: 'Design', code: 'DES' });
  const { client } = await workspace.person('member', [team, empty]);
  env = () => ({ PLOTLINE_HOME: homeOf(service), PLOTLINE_WORKSPACE: workspace.slug });
  plan = planningApi(workspace, client);
  sprint = await plan.sprint(team, { name: 'Sprint 1', goal: 'Done' });
  objective = await plan.objective(team, { name: 'Reach it', endDate: '2100-01-01T00:00:00Z' });
  secret = await plan.objective(team, { name: 'Nobody knows', private: true });
  keyResult = await plan.keyResult(objective, { name: 'Half of it', currentValue: 30, targetValue: 60 });
  const stories = storyApi(workspace, client);
  const here = { teamId: team.id, sprintId: sprint.id, objectiveId: objective.id };
  for (const category of ['completed', 'started', 'started', 'started', 'cancelled']) {
    await stories.create({ ...here, statusId: await statusOf(workspace, client, team, category) });
  }
  await service.streamsIdle();
});

const json = (...args: string[]) => runJson(args, env());
const text = async (...args: string[]) => (await runCli(args, env())).stdout;

test('sprints, objectives and key results are listed and shown as the API shows them', async () => {
  expect(await json('sprints', 'list')).toEqual((await plan.sprints.list()).json.data);
  expect(await json('objectives', 'list')).toEqual((await plan.objectives.list()).json.data);
  expect(await json('key-results', 'list')).toEqual((await plan.keyResults.list()).json.data);
  expect(await json('sprints', 'show', 'sprint 1')).toMatchObject({ id: sprint.id });
  expect(await json('objectives', 'show', secret.id)).toMatchObject({ name: 'Nobody knows', private: true });
  expect(await json('key-results', 'show', 'half of it', '--team', 'eng')).toMatchObject({
    id: keyResult.id,
  });
  expect(await json('sprints', 'list', '--team', 'DES')).toEqual([]);
});

test('tables show the progress of things', async () => {
  expect(await text('sprints', 'list')).toMatch(/^Sprint 1 +ENG +\w+ +\S+ +\S+ +5 +███░{7} +25 %/m);
  expect(await text('objectives', 'list')).toMatch(
    /^Reach it +ENG +- +5 +███░{7} +25 % +2100-01-01 +no schedule/m,
  );
  expect(await text('key-results', 'list')).toMatch(/^Half of it +Reach it +ENG +0 +30 +60 +█{5}░{5} +50 %/m);
  expect(await text('objectives', 'show', 'Reach it')).toMatch(/^started +3$[^]*^key results +1$/m);
});

test('statuses are listed for teams in their order, and for objectives', async () => {
  const names = ['Backlog', 'To Do', 'In Progress', 'Done', 'Cancelled'];
  const listed = await json('statuses', 'list', '--team', 'ENG');
  expect(listed.map(({ name }: { name: string }) => name)).toEqual(names);
  const all = await json('statuses', 'list');
  expect(all.filter(({ teamId }: { teamId: string | null }) => teamId === null)).toHaveLength(names.length);
  expect(all).toHaveLength(3 * names.length);
});

test('the error of a misspelt or ambiguous name names what there is', async () => {
  const misspelt = await runCli(['objectives', 'show', 'Raech it'], env());
  expect(misspelt).toMatchObject({ code: 1, stderr: expect.stringContaining('did you mean Reach it') });
  const ambiguous = await runCli(['statuses', 'show', 'done'], env());
  expect(ambiguous).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/Several are named done.*--team/),
  });
});

test('objectives and key results are created in the name of a member', async () => {
  const by = ['--by', 'a member'];
  const made = await json(
    'objectives',
    'create',
    'Grow',
    '--team',
    'ENG',
    ...by,
    '--summary',
    'Twice as many',
    '--private',
    '--end',
    '2100-01-01',
    '--priority',
    'No Priority',
    '--lead',
    'a member',
    '--status',
    'to do',
  );
  expect(made).toEqual((await plan.objectives.get(made.id)).json.data);
  expect(made).toMatchObject({ name: 'Grow', private: true, priority: 'none', createdBy: made.leadUserId });
  const half = ['key-results', 'create', 'Half', '--objective', 'grow', '--measure', 'number', ...by];
  const keyResult = await json(...half, '--from', '10', '--target', '20', '--value', '15');
  expect(keyResult).toEqual((await plan.keyResults.get(keyResult.id)).json.data);
  expect(keyResult).toMatchObject({
    objectiveId: made.id,
    startValue: 10,
    currentValue: 15,
    targetValue: 20,
  });
  const without = await runCli(half, env());
  expect(without).toMatchObject({ code: 1, stderr: expect.stringContaining('--target is required') });
  await json('objectives', 'delete', 'Grow', '--yes');
});

test('sprints and statuses are created, key results updated, and all of it deleted again', async () => {
  const dates = ['--start', '2026-11-16', '--end', '2026-11-29'];
  const made = await json('sprints', 'create', 'Sprint 2', '--team', 'ENG', ...dates, '--goal', 'More');
  expect((await plan.sprints.get(made.id)).json.data).toEqual(made);
  const backwards = ['--start', '2026-11-16', '--end', '2026-11-01'];
  expect(await runCli(['sprints', 'create', 'S', '--team', 'ENG', ...backwards], env())).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('--end must not be before --start'),
  });
  const status = ['statuses', 'create', 'In Review', '--category', 'started', '--team', 'ENG'];
  expect(await json(...status)).toMatchObject({ name: 'In Review', order: 5, isDefault: false });
  expect(await runCli(status, env())).toMatchObject({ code: 1, stderr: expect.stringContaining('already') });

  expect(await json('key-results', 'update', 'half of it', '--value', '45')).toMatchObject({
    currentValue: 45,
  });
  expect((await plan.keyResults.get(keyResult.id)).json.data).toMatchObject({ currentValue: 45 });
  const beyond = await runCli(['key-results', 'update', 'half of it', '--value', '101'], env());
  expect(beyond).toMatchObject({ code: 1, stderr: expect.stringMatching(/must be from 0 to 100/) });

  const unasked = await runCli(['objectives', 'delete', 'Reach it'], env());
  expect(unasked).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/key results are deleted too.*add --yes/),
  });
  await json('sprints', 'delete', made.id, '--yes');
  await json('objectives', 'delete', 'Reach it', '--yes');
  await service.streamsIdle();
  expect((await plan.sprints.get(made.id)).status).toBe(404);
  expect((await plan.keyResults.get(keyResult.id)).status).toBe(404);
  expect(await json('recount')).toMatchObject({ drift: [], behind: [], dangling: [], fixed: true });
});
