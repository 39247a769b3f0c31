import { beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '../../../shared/kernel/core/date-span.ts';
import type { Team } from '../../../shared/identity/team/team.ts';
import type { Sprint } from '../../../shared/planning/sprints/sprint.ts';
import type { Story } from '../../../shared/planning/story/story.ts';
import { planningApi } from '../../support/planning.ts';
import { sharedService } from '../../support/service.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../../support/workspace.ts';
import { homeOf, runCli, runJson } from './cli.ts';

let workspace: TestWorkspace;
let team: Team;
let other: Team;
let ada: Person;
let past: Sprint;
let current: Sprint;
let next: Sprint;

const day = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

beforeAll(async () => {
  workspace = await newWorkspace();
  team = await workspace.team({ code: 'ENG' });
  other = await workspace.team({ code: 'OPS' });
  ada = await workspace.person('admin', [team, other]);
  const plan = planningApi(workspace, ada.client);
  past = await plan.sprint(team, { name: 'One', startDate: day(-30), endDate: day(-16) });
  current = await plan.sprint(team, { name: 'Two', startDate: day(-5), endDate: day(5) });
  next = await plan.sprint(team, { name: 'Three', startDate: day(10), endDate: day(20) });
});

const env = () => ({ PLOTLINE_HOME: homeOf(sharedService()), PLOTLINE_WORKSPACE: workspace.slug });
const run = (...args: string[]) => runCli(args, env());
const json = (...args: string[]) => runJson(args, env());
const create = (title: string, ...args: string[]): Promise<Story> =>
  json('stories', 'create', title, '--team', 'ENG', '--by', ada.id, ...args);
const read = async ({ id }: Story): Promise<Story> =>
  (await ada.client.get(`${workspace.path}/stories/${id}`)).json.data;

test('several stories are moved, changed, shown and deleted at once', async () => {
  const [one, two, three] = [await create('A'), await create('B'), await create('C')];
  const references = [one, two, three].map(({ reference }) => reference);
  const moved = await run('stories', 'move', ...references, 'Done');
  expect([moved.code, moved.stdout.match(/Moved/g)]).toEqual([0, ['Moved', 'Moved', 'Moved']]);
  const changed = await json('stories', 'update', ...references, '--priority', 'high', '--sprint', 'current');
  expect(changed).toMatchObject(
    references.map((reference) => ({ reference, priority: 'high', sprintId: current.id })),
  );
  expect((await read(one)).statusId).toBe((await read(two)).statusId);
  expect((await json('stories', 'show', ...references)).map(({ reference }: Story) => reference)).toEqual(
    references,
  );
  // One is as it was before there could be several.
  expect(await json('stories', 'show', references[0]!)).toMatchObject({ id: one.id });
  const partly = await run('stories', 'move', references[0]!, 'ENG-9999', references[1]!, 'To Do');
  expect([partly.code, partly.stderr]).toEqual([1, 'ENG-9999: There is no story ENG-9999.\n']);
  expect(partly.stdout.match(/Moved/g)).toHaveLength(2);
  expect(await json('stories', 'delete', ...references, '--yes')).toHaveLength(3);
  expect((await ada.client.get(`${workspace.path}/stories/${three.id}`)).status).toBe(404);
});

test('stories are named with a #, and with commas between them', async () => {
  const [one, two] = [await create('D'), await create('E')];
  const both = [one.reference, two.reference];
  const referencesOf = (shown: Story[]) => shown.map(({ reference }) => reference);
  expect(referencesOf(await json('stories', 'show', both.join(',')))).toEqual(both);
  expect(referencesOf(await json('stories', 'show', `#${both[0]},`, `#${both[1]}`, both[0]!))).toEqual(both);
  const changed = await json('stories', 'update', `${both[0]}, #${both[1]}`, '--priority', 'low');
  expect(changed).toMatchObject([{ priority: 'low' }, { priority: 'low' }]);
  const moved = await run('stories', 'move', both.join(','), 'In Progress');
  expect([moved.code, moved.stdout.match(/Moved/g)]).toEqual([0, ['Moved', 'Moved']]);
  await json('relations', 'create', `#${both[0]}`, 'blocks', `#${both[1]}`);
  expect(await json('stories', 'delete', both.join(','), '--yes')).toHaveLength(2);
});

test('a sprint is named by when it is, and one that has that name by it in quotes', async () => {
  const story = await create('Soon', '--sprint', 'next');
  expect(story.sprintId).toBe(next.id);
  await json('stories', 'update', story.reference, '--sprint', 'current');
  const listed = async (sprint: string) =>
    (await json('stories', 'list', '--sprint', sprint)).map(({ id }: Story) => id);
  expect(await listed('current')).toContain(story.id);
  expect(await listed('Current')).toContain(story.id);
  expect(await listed('next')).not.toContain(story.id);
  const named = await planningApi(workspace, ada.client).sprint(other, {
    name: 'current',
    startDate: day(100),
    endDate: day(110),
  });
  const inOps = await json(
    'stories',
    'create',
    'There',
    '--team',
    'OPS',
    '--by',
    ada.id,
    '--sprint',
    'current',
  );
  expect(inOps.sprintId).toBe(named.id);
  // In a team that has both, the words mean what they mean in filters.
  const plan = planningApi(workspace, ada.client);
  const span = { startDate: day(200), endDate: day(210) };
  const [isCurrent, isNext] = [
    await plan.sprint(team, { name: 'Current', ...span }),
    await plan.sprint(team, { name: 'next', ...span }),
  ];
  expect(await listed('current')).toContain(story.id);
  expect(await listed(isCurrent.id)).toEqual([]);
  const sprintOf = async (sprint: string) =>
    (await json('stories', 'update', story.reference, '--sprint', sprint)).sprintId;
  expect(await sprintOf('"current"')).toBe(isCurrent.id);
  expect(await sprintOf('next')).toBe(next.id);
  expect(await sprintOf('"next"')).toBe(isNext.id);
  expect(await sprintOf('"Three"')).toBe(next.id);
  expect(await sprintOf('current')).toBe(current.id);
  expect(await json('sprint', 'report', 'current', '--team', 'ENG')).toMatchObject({ sprintId: current.id });
  const none = await run('stories', 'create', 'X', '--team', 'OPS', '--by', ada.id, '--sprint', 'previous');
  expect([none.code, none.stderr]).toEqual([1, expect.stringContaining('no previous sprint')]);
});

test('a sprint has a report, and what is open of a past one is carried on', async () => {
  const open = await create('Left over', '--sprint', 'One');
  const done = await create('Finished', '--sprint', 'One', '--status', 'Done');
  const report = await run('sprint', 'report', 'previous', '--team', 'ENG');
  expect(report.stdout).toMatch(/^sprint +One$/m);
  expect(report.stdout).toMatch(/^unfinished +\d+ stor(y|ies), estimate \d+$/m);
  expect(await json('sprints', 'report', 'One')).toMatchObject({ sprintId: past.id, name: 'One' });
  const carried = await run('sprints', 'carry', 'previous', '--team', 'ENG', '--yes');
  expect([carried.code, carried.stdout]).toEqual([0, expect.stringContaining('Moved 1 open story to Two.')]);
  expect((await read(open)).sprintId).toBe(current.id);
  expect((await read(done)).sprintId).toBe(past.id);
  const again = await run('sprints', 'carry', 'One', '--to', 'next', '--yes');
  expect([again.code, again.stdout]).toEqual([0, expect.stringContaining('One has no open stories.')]);
  const same = await run('sprints', 'carry', 'Two', '--yes');
  expect([same.code, same.stderr]).toEqual([1, expect.stringContaining('--to')]);
});
