import { rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { runCli } from './cli.ts';
import { mirrorIn } from './mirror.ts';
import { startInterceptor } from './interceptor.ts';
import { syncSetup } from './sync-setup.ts';

/**
 * Before the first request that is about something, the reader leaves a team or joins it, or stays, or somebody comments
 * on a new story of it.
 */
type Step = readonly ['leave' | 'join' | 'stay' | 'comment', about: string];

/** A mirror whose reader takes steps before the service answers, one after the other, once they are to begin. */
async function setupSight() {
  const setup = await syncSetup();
  const { workspace, teams, stories, plan, folder, env, comment, place } = setup;
  const [, team] = teams;
  const leave = () => workspace.operator.leaveTeam(place(team));
  const join = () => workspace.operator.joinTeam(place(team));
  let left: readonly Step[] = [];
  const url = await startInterceptor(async (path, pass) => {
    const [next, ...rest] = left;
    if (next && path.includes(next[1])) {
      left = rest;
      if (next[0] === 'leave') await leave();
      if (next[0] === 'join') await join();
      if (next[0] === 'comment') await comment(await stories.create({ teamId: team.id }), 'On a new story');
    }
    pass();
  });
  return {
    ...setup,
    team,
    leave,
    join,
    begin: (steps: readonly Step[]) => void (left = steps),
    stepsLeft: () => left,
    once: () => runCli(['sync', folder, '--once'], { ...env(), PLOTLINE_URL: url }),
    /** A story with a comment, and an objective, of which no feed that begins now tells: it begins five seconds ago. */
    oldWork: async () => {
      const story = await stories.create({ teamId: team.id });
      await comment(story, 'A comment');
      await plan.objective(team);
      await delay(FEED_OVERLAP_MS);
      return story;
    },
  };
}

/** More than how long before its beginning a feed begins, in milliseconds. */
const FEED_OVERLAP_MS = 5_500;

test('the mirror has the teams of its reader, who leaves and joins one during the listing', async () => {
  const { team, folder, shown, leave, join, begin, stepsLeft, once, oldWork } = await setupSight();
  const story = await oldWork();
  const cases: Record<string, { joins?: true; steps: readonly Step[] }> = {
    'in it for the listing only': {
      joins: true,
      steps: [
        ['stay', '/changes'],
        ['join', '/teams'],
        ['leave', '&cursor='],
      ],
    },
    'out of it for the listing only': {
      steps: [
        ['leave', '/labels'],
        ['join', '&cursor='],
      ],
    },
    'out of it for one request': {
      steps: [
        ['leave', `/comments?teamId=${team.id}`],
        ['join', '/'],
      ],
    },
    'out of it for one request about a story': {
      steps: [
        ['leave', `/stories/${story.id}/relations`],
        ['join', '/'],
      ],
    },
    'gone before its stories are listed': { steps: [['leave', `/stories?`]] },
  };
  for (const [what, { joins, steps }] of Object.entries(cases)) {
    rmSync(folder, { recursive: true });
    if (joins) await leave();
    begin(steps);
    const { code, stderr } = await once();
    expect([what, code, stepsLeft()], stderr).toEqual([what, 0, []]);
    await once();
    expect({ what, ...mirrorIn(folder) }).toEqual({ what, ...(await shown()) });
    if (!(await shown())['teams']!.some(({ id }) => id === team.id)) await join();
  }
});

test.each(['an objective', 'a team'])(
  'the mirror has %s that becomes visible, also if its reader leaves the team meanwhile and is back before the next look',
  async (what) => {
    const { team, plan, folder, shown, leave, join, begin, stepsLeft, once } = await setupSight();
    const isTeam = what === 'a team';
    const objective = await plan.objective(team, { private: !isTeam });
    await plan.keyResult(objective);
    if (isTeam) await leave();
    await delay(FEED_OVERLAP_MS);
    const steps: readonly Step[] = [
      ['leave', isTeam ? `/teams/${team.id}` : `/objectives/${objective.id}`],
      ['join', '/changes'],
    ];
    expect((await once()).code).toBe(0);
    begin(steps);
    const { updatedAt: expectedUpdatedAt } = objective;
    if (isTeam) await join();
    else await plan.objectives.update(objective.id, { expectedUpdatedAt, private: false });
    await expect.poll(async () => [(await once()).code, stepsLeft()]).toEqual([0, []]);
    expect((await once()).code).toBe(0);
    expect(mirrorIn(folder)).toEqual(await shown());
    expect(mirrorIn(folder)['objectives']).toMatchObject([{ id: objective.id, private: false }]);
  },
);

test('the mirror has nothing of a team that its reader leaves while it is fetched', async () => {
  const { folder, shown, leave, join, begin, stepsLeft, once, oldWork } = await setupSight();
  await oldWork();
  await leave();
  expect((await once()).code).toBe(0);
  begin([['leave', '/stories?']]);
  await join();
  expect([(await once()).code, stepsLeft()]).toEqual([0, []]);
  expect(mirrorIn(folder)).toEqual(await shown());
  expect(mirrorIn(folder)['teams']).toHaveLength(1);
});

test('the mirror has no comment on a story that came after the stories were listed, once its reader leaves', async () => {
  const { team, folder, shown, begin, stepsLeft, once, oldWork } = await setupSight();
  await oldWork();
  begin([
    ['comment', `/comments?teamId=${team.id}`],
    ['leave', '&cursor='],
  ]);
  expect([(await once()).code, stepsLeft()]).toEqual([0, []]);
  await once();
  expect(mirrorIn(folder)).toEqual(await shown());
  expect(mirrorIn(folder)['comments']).toEqual([]);
});
