import { beforeEach, describe, expect, test } from 'vitest';
import { analyzeWork } from '../../shared/planning/analysis/analyze-work.ts';
import type { Story } from '../../shared/planning/story/story.ts';
import { newPrivateObjective } from '../objectives/private.ts';
import { expectBadFields, expectRefusal } from '../support/answers.ts';
import { createStoryAs, newWorkspace } from '../support/workspace.ts';
import { at, newHistory, type History } from './history.ts';

let history: History;

beforeEach(async () => {
  history = await newHistory();
});

const analyze = (query: Record<string, unknown> = {}): Promise<any> => history.run(analyzeWork, { query });

const amount = (stories: number, estimate = stories) => ({ stories, estimate });

/** A story that is started and completed, and back in the list. */
async function work(started: string, completed: string, fields: object = {}): Promise<Story> {
  history.on(started);
  const story = await history.story({ ...fields, statusId: await history.statusId('started') });
  history.on(completed);
  return await history.move(story, 'completed');
}

test('weeks, percentiles and ages match a calculation by hand', async () => {
  // Twenty stories that took from 1 to 20 days, all completed on Friday the 6th: ranks 10, 17 and 19 of 20.
  for (let days = 1; days <= 20; days++) {
    const start = new Date(at('2026-11-06T12:00').getTime() - days * 24 * 60 * 60 * 1000);
    await work(start.toISOString().slice(0, 16), '2026-11-06T12:00');
  }
  await work('2026-11-02T00:00', '2026-11-09T00:00', { estimateValue: 5 });
  await work('2026-11-08T00:00', '2026-11-15T23:59', { estimateValue: 3 });
  history.on('2026-11-14T18:00');
  await history.story({ statusId: await history.statusId('started'), estimateValue: 2, title: 'Ages' });
  history.on('2026-11-16T00:00');
  await history.story();

  const { groups, definitions, oldest, cumulativeFlow, ...rest } = await analyze({
    since: '2026-11-04T00:00:00Z',
  });
  expect(rest).toEqual({
    since: '2026-11-04T00:00:00.000Z',
    before: '2026-11-16T00:00:00.000Z',
    completed: amount(22, 28),
    // With 7 and 8 days beside the twenty: ranks 11, 19 and 21 of 22.
    cycleTime: { known: 22, unknown: 0, p50Days: 9, p85Days: 17, p95Days: 19, longestDays: 20 },
    inProgress: amount(1, 2),
    age: { known: 1, unknown: 0, p50Days: 1.25, p85Days: 1.25, p95Days: 1.25, longestDays: 1.25 },
    throughput: [
      { weekStartDate: '2026-11-02', completed: amount(20) },
      { weekStartDate: '2026-11-09', completed: amount(2, 8) },
    ],
    truncated: false,
  });
  expect(
    cumulativeFlow.map(({ day, arrived, started, completed }: any) => [
      day.slice(8),
      arrived,
      started,
      completed,
    ]),
  ).toEqual([
    ['04', 20, 20, 0],
    ['05', 21, 21, 0],
    ['06', 21, 21, 20],
    ['07', 21, 21, 20],
    ['08', 22, 22, 20],
    ['09', 22, 22, 21],
    ...[10, 11, 12, 13].map((day) => [String(day), 22, 22, 21]),
    ['14', 23, 23, 21],
    ['15', 23, 23, 22],
  ]);
  expect(oldest).toMatchObject([{ title: 'Ages', days: 1.25, startedAt: '2026-11-14T18:00:00.000Z' }]);
  expect(groups.map(({ by, id }: any) => [by, id])).toEqual([
    ['team', history.team.id],
    ['assignee', null],
    ['objective', null],
  ]);
  expect(definitions.percentiles).toContain('Nearest-rank');

  const first = await analyze({ since: '2026-11-02T00:00:00Z', before: '2026-11-09T00:00:00Z' });
  expect(first).toMatchObject({
    cycleTime: { known: 20, p50Days: 10, p85Days: 17, p95Days: 19, longestDays: 20 },
    throughput: [{ weekStartDate: '2026-11-02', completed: amount(20) }],
  });
});

test('a story that was put back starts again, one that never started has no duration, and archived ones are left out', async () => {
  history.on('2026-11-01T00:00');
  let again = await history.story({ statusId: await history.statusId('started') });
  const straight = await history.story();
  history.on('2026-11-03T00:00');
  again = await history.move(again, 'backlog');
  history.on('2026-11-10T00:00');
  again = await history.move(again, 'started');
  history.on('2026-11-12T00:00');
  await history.move(again, 'completed');
  await history.move(straight, 'completed');
  await history.archive(await work('2026-11-01T00:00', '2026-11-12T00:00'));
  history.on('2026-11-12T00:01');
  const { completed, cycleTime } = await analyze();
  expect(completed).toEqual(amount(2));
  expect(cycleTime).toEqual({ known: 1, unknown: 1, p50Days: 2, p85Days: 2, p95Days: 2, longestDays: 2 });
});

test('a request without a span analyzes the 12 weeks before now', async () => {
  await work('2026-08-01T00:00', '2026-08-23T23:59');
  await work('2026-08-01T00:00', '2026-08-24T00:00');
  history.on('2026-11-16T00:00');
  const { since, before, completed, throughput } = await analyze();
  expect([since, before]).toEqual(['2026-08-24T00:00:00.000Z', '2026-11-16T00:00:00.000Z']);
  expect([completed, throughput.length]).toEqual([amount(1), 12]);
});

test('an analysis names the ten stories that have been in progress for longest', async () => {
  for (let day = 10; day < 22; day++) {
    history.on(`2026-10-${day}T00:00`);
    await history.story({ statusId: await history.statusId('started'), title: `Since ${day}` });
  }
  const { oldest, inProgress } = await analyze();
  expect(oldest.map(({ title }: any) => title)).toEqual(
    Array.from({ length: 10 }, (_, n) => `Since ${10 + n}`),
  );
  expect(inProgress).toEqual(amount(12));
});

test('an analysis of more than 2,000 stories covers the newest ones, and the answer says so', async () => {
  await work('2026-11-01T00:00', '2026-11-02T00:00');
  history.on('2026-11-03T00:00');
  await history.fill(1_998);
  expect(await analyze()).toMatchObject({ truncated: false, completed: amount(1) });
  await history.fill(1);
  expect(await analyze()).toMatchObject({ truncated: true, completed: amount(0) });
});

describe('over HTTP, an analysis of work', () => {
  test('covers the teams that the caller sees', async () => {
    const workspace = await newWorkspace();
    const teams = [await workspace.team(), await workspace.team(), await workspace.team({ private: true })];
    const everywhere = await workspace.person('member', teams);
    for (const { id: teamId } of teams) {
      const statuses = (await everywhere.client.get(`${workspace.path}/statuses`, { teamId })).json.data;
      const { id: statusId } = statuses.find(({ category }: any) => category === 'started');
      await createStoryAs(everywhere.client, workspace, { teamId, statusId });
    }
    const path = `${workspace.path}/analysis`;
    const insider = await workspace.person('guest', teams.slice(0, 2));
    const restricted = await workspace.clientFor(everywhere.id, { teamIds: [teams[0]!.id, teams[2]!.id] });
    const inProgress = async (client: typeof restricted, teamId?: string) =>
      (await client.get(path, { teamId })).json.data.inProgress.stories;
    expect(await inProgress(everywhere.client)).toBe(3);
    expect(await inProgress(insider.client)).toBe(2);
    expect(await inProgress(insider.client, teams[1]!.id)).toBe(1);
    expect(await inProgress(restricted)).toBe(2);
    expect(await inProgress((await workspace.person('admin')).client)).toBe(0);
    expectRefusal(await insider.client.get(path, { teamId: teams[2]!.id }), 404, 'not_found');
    expectRefusal(await restricted.get(path, { teamId: teams[1]!.id }), 404, 'not_found');
    for (const scope of ['teams:read', 'stories:read'] as const) {
      const narrow = await workspace.clientFor(insider.id, { scopes: [scope] });
      expectRefusal(await narrow.get(path), 403, 'insufficient_scope');
    }
  });

  test('leaves out private objectives for those who do not see them, but not their stories', async () => {
    const { workspace, team, objective, insiders, outsiders } = await newPrivateObjective();
    const statuses = (await insiders[0]!.client.get(`${workspace.path}/statuses`, { teamId: team.id })).json
      .data;
    const { id: statusId } = statuses.find(({ category }: any) => category === 'completed');
    await createStoryAs(insiders[0]!.client, workspace, {
      teamId: team.id,
      objectiveId: objective.id,
      statusId,
    });
    const seenBy = async ({ client }: (typeof insiders)[number]) => {
      // A story that was completed in this moment is before the end of a span that ends a little later.
      const before = new Date(Date.now() + 60_000).toISOString();
      const { completed, groups } = (await client.get(`${workspace.path}/analysis`, { before })).json.data;
      return [completed.stories, groups.filter(({ by }: any) => by === 'objective').map(({ id }: any) => id)];
    };
    for (const insider of insiders) expect(await seenBy(insider)).toEqual([1, [objective.id]]);
    expect(await seenBy(outsiders[0]!)).toEqual([1, []]);
  });

  test('is refused for a span that is empty, backwards or longer than 366 days', async () => {
    const workspace = await newWorkspace();
    const { client } = await workspace.person('member', [await workspace.team()]);
    const ask = (since: string | undefined, before: string) =>
      client.get(`${workspace.path}/analysis`, { since, before });
    const day = (text: string) => `${text}T00:00:00Z`;
    expect((await ask(day('2025-11-15'), day('2026-11-16'))).status).toBe(200);
    const [week] = (await ask(undefined, '0000-01-02T00:00:00Z')).json.data.throughput;
    expect(week.weekStartDate).toBe('0000-01-01');
    for (const since of ['2025-11-14', '2026-11-16', '2026-11-17']) {
      expectBadFields(await ask(day(since), day('2026-11-16')), ['query.since']);
    }
    expectBadFields(await ask('yesterday', 'today'), ['query.since', 'query.before']);
    expectBadFields(await ask(undefined, '0000-01-01T00:00:00Z'), ['query.since']);
  });
});
