import { existsSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import type { StoryCounts } from '../../../shared/planning/counts/story-counts.ts';
import type { Objective } from '../../../shared/planning/objective/objective.ts';
import type { Sprint } from '../../../shared/planning/sprints/sprint.ts';
import type { Team } from '../../../shared/identity/team/team.ts';
import { workerService, type WorkerService } from '../../support/service.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../../support/workspace.ts';
import { fileWith, homeOf, runCli, runJson } from './cli.ts';
import type { Proposal } from '../../support/real-data.ts';
import { makeProposals } from './fixture/proposals.ts';
import { listAll, peps, placeOf, readImported } from './imported.ts';

let service: WorkerService;
beforeAll(async () => {
  ({ service } = await workerService());
});

async function setUp(): Promise<{ workspace: TestWorkspace; admin: Person; env: Record<string, string> }> {
  const workspace = await newWorkspace(service);
  const admin = await workspace.person('admin');
  return { workspace, admin, env: { PLOTLINE_HOME: homeOf(service), PLOTLINE_TOKEN: admin.token } };
}

/** Enough of the stand-in that rows travel in several requests. It has one version only: its years distinguish sprints. */
function madeUp(): Proposal[] {
  const some = makeProposals(120);
  const numbers = new Set(some.map(({ number }) => number));
  const known = (all: readonly number[]) => all.filter((number) => numbers.has(number));
  return some.map((each) => ({
    ...each,
    requires: known(each.requires),
    replaces: known(each.replaces),
    pythonVersion: each.created.slice(0, 4),
  }));
}

const sources: [string, () => Proposal[]][] = [
  ['made-up proposals', madeUp],
  ...(existsSync(peps)
    ? ([['the real proposals', () => JSON.parse(readFileSync(peps, 'utf8'))]] as [string, () => Proposal[]][])
    : []),
];

/** How many of some proposals stand in each category, by team and what they are grouped under. */
function recount(proposals: readonly Proposal[], groupOf: (proposal: Proposal) => string | undefined | null) {
  const counts: Record<string, StoryCounts> = {};
  for (const proposal of proposals) {
    const group = groupOf(proposal);
    if (group == null) continue;
    const { team, category } = placeOf(proposal);
    const none = { total: 0, backlog: 0, unstarted: 0, started: 0, completed: 0, cancelled: 0 };
    const count = (counts[`${team} | ${group}`] ??= none);
    count.total++;
    count[category as keyof StoryCounts]++;
  }
  return counts;
}

describe.each(sources)('stories from %s', (_, read) => {
  test('are imported with sprints and objectives that count as in the file; again, nothing changes', async () => {
    const { workspace, admin, env } = await setUp();
    const proposals = read();
    const rows = proposals.length;
    const args = [
      'import',
      '--yes',
      fileWith('proposals.json', JSON.stringify(proposals)),
      '--map',
      'team=topic|type|"Other"',
      '--map',
      'key=number',
      '--map',
      'parent=requires|replaces',
      '--map',
      'sprint=pythonVersion',
      '--map',
      'objective=topic',
      '--status-map',
      '"April Fool!"=cancelled,Draught=backlog',
      '--create',
      'teams,sprints,objectives',
    ];
    const first = await runJson(args, env);
    expect(first).toMatchObject({ rows, created: rows, refused: 0, open: 0 });
    await service.streamsIdle();

    const { teams, stories } = await readImported(admin.client, workspace.path);
    const nameOf = new Map(teams.map(({ id, name }: Team) => [id, name]));
    const counted = async (noun: 'sprints' | 'objectives') => {
      const found = await listAll<Sprint | Objective>(admin.client, `${workspace.path}/${noun}`);
      const lines = found.map(
        ({ teamId, name, storyCounts }) => [`${nameOf.get(teamId)} | ${name}`, storyCounts] as const,
      );
      expect(new Set(lines.map(([name]) => name)).size).toBe(lines.length);
      return Object.fromEntries(lines);
    };
    const sprints = await counted('sprints');
    expect(sprints).toEqual(recount(proposals, ({ pythonVersion }) => pythonVersion));
    expect(await counted('objectives')).toEqual(recount(proposals, ({ topic }) => topic[0]));

    const second = await runJson(args, env);
    expect(second).toMatchObject({ created: 0, present: rows, refused: 0, made: [] });
    await service.streamsIdle();
    expect(await counted('sprints')).toEqual(sprints);
    expect((await readImported(admin.client, workspace.path)).stories).toEqual(stories);
    const recounted = await runJson(['recount', '--local', '-w', workspace.slug], env);
    expect(recounted).toMatchObject({ stories: rows, drift: [], behind: [], fixed: true });
  });
});

test('imported sprints last as long as requested, else as their rows say, else two weeks; the plan says it', async () => {
  const { workspace, env, admin } = await setUp();
  const rows = [
    { title: 'A', team: 'One', sprint: 'Dated', start: '2026-11-05', end: '2026-11-07' },
    { title: 'B', team: 'One', sprint: 'dated', end: '2026-11-20' },
    { title: 'C', team: 'One', sprint: 'Undated' },
    { title: 'D', team: 'One' },
  ];
  const args = ['import', '--yes', fileWith('rows.json', JSON.stringify(rows)), '--map', 'sprint=sprint'];
  const create = ['--create', 'teams,sprints'];
  const plan = await runJson([...args, ...create, '--dry-run'], env);
  const today = Date.now();
  const day = (time: number) => new Date(time).toISOString().slice(0, 10);
  const names = plan.made.filter(({ what }: any) => what === 'sprint').map(({ name }: any) => name);
  const twoWeeks = (from: number) => `Undated in ONE (${day(from)} to ${day(from + 13 * 24 * 3600 * 1000)})`;
  expect(names[0]).toBe('Dated in ONE (2026-11-05 to 2026-11-20)');
  // Midnight may have passed since.
  expect([twoWeeks(today), twoWeeks(today - 60_000)]).toContain(names[1]);

  const bad = await runCli([...args, ...create, '--sprint-dates', '2026-12-01'], env);
  expect(bad).toMatchObject({ code: 1, stderr: expect.stringMatching(/--sprint-dates requires two dates/) });
  const dates = ['--sprint-dates', '2026-12-01..2026-12-14'];
  expect(await runJson([...args, ...create, ...dates], env)).toMatchObject({ created: 4 });
  const { data } = (await admin.client.get(`${workspace.path}/sprints`)).json;
  expect(data.map(({ name, startDate, endDate }: Sprint) => [name, startDate, endDate]).sort()).toEqual([
    ['Dated', '2026-12-01T00:00:00.000Z', '2026-12-14T00:00:00.000Z'],
    ['Undated', '2026-12-01T00:00:00.000Z', '2026-12-14T00:00:00.000Z'],
  ]);
});

test('rows whose sprint or objective is missing are refused with the way out', async () => {
  const { workspace, env } = await setUp();
  const admin = await workspace.person('admin', [await workspace.team({ name: 'Engine Room', code: 'ENG' })]);
  const rows = [{ title: 'A', team: 'ENG', milestone: 'Nowhere', goal: 'Nothing' }];
  const map = ['--map', 'sprint=milestone', '--map', 'objective=goal'];
  const { code, stdout } = await runCli(
    ['import', '--yes', fileWith('rows.json', JSON.stringify(rows)), ...map, '--strict', '--json'],
    { ...env, PLOTLINE_TOKEN: admin.token },
  );
  expect(code).toBe(1);
  expect(JSON.parse(stdout).refusals[0].reason).toMatch(
    /"Nowhere", which matches no sprint of ENG; .*--create sprints; .*"Nothing", .* no objective of ENG; .*--create objectives/,
  );
});
