import { beforeAll, expect, test } from 'vitest';
import type { Team } from '../../shared/teams/team.ts';
import { DAY_MS } from '../../shared/core/date-span.ts';
import { expectRefusal } from '../support/answers.ts';
import { until } from '../support/until.ts';
import { newWorkspace, type TestWorkspace } from '../support/workspace.ts';
import { minutesOf, newPlannedPerson } from './planned-person.ts';

let workspace: TestWorkspace;
let team: Team;

beforeAll(async () => {
  workspace = await newWorkspace();
  team = await workspace.team();
});

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

test('a story with an assignee and a duration is planned; its version stays as it was', async () => {
  const person = await newPlannedPerson(workspace, team);
  const made = await person.add(90, { endDate: inDays(3) });
  expect(made.autoSchedulingStatus).toBe('planning');
  const planned = await person.untilIs(made, 'scheduled');
  expect(planned).toEqual({ ...made, autoSchedulingStatus: 'scheduled' });
  const blocks = await person.blocks();
  expect(blocks).toEqual([
    {
      ...{ storyId: made.id, reference: made.reference, title: made.title, assigneeId: person.id },
      ...{ startDate: expect.any(String), endDate: expect.any(String), locked: false },
      ...{ reason: 'as_soon_as_possible', reasonStoryId: null, slackMinutes: expect.any(Number) },
    },
  ]);
  expect(minutesOf(blocks)).toBe(90);
  const dueEnd = Date.parse(`${made.endDate!.slice(0, 10)}T00:00:00Z`) + DAY_MS;
  expect(blocks[0]!.slackMinutes).toBe((dueEnd - Date.parse(blocks[0]!.endDate)) / 60_000);
});

test('each block says why it stands there', async () => {
  const person = await newPlannedPerson(workspace, team);
  const first = await person.add(60, { priority: 'urgent', endDate: inDays(1) });
  await person.untilIs(first, 'scheduled');
  const second = await person.add(60);
  await person.untilIs(second, 'scheduled');
  expect(await person.blocksOf(second)).toMatchObject([{ reason: 'after_story', reasonStoryId: first.id }]);
  const later = await person.add(60, { startDate: inDays(4) });
  await person.untilIs(later, 'scheduled');
  expect(await person.blocksOf(later)).toMatchObject([
    { reason: 'start_date', startDate: expect.any(String) },
  ]);
});

test('pages through blocks, the earliest first, within a span', async () => {
  const person = await newPlannedPerson(workspace, team);
  const stories = [
    await person.add(60),
    await person.add(60),
    await person.add(60, { startDate: inDays(9) }),
  ];
  for (const story of stories) await person.untilIs(story, 'scheduled');
  const all = await person.blocks();
  expect(all.map(({ startDate }) => startDate)).toEqual(all.map(({ startDate }) => startDate).sort());
  const first = await person.schedule({ limit: 2 });
  expect(first.json.data).toEqual(all.slice(0, 2));
  const next = await person.schedule({ limit: 2, cursor: first.json.meta.nextCursor });
  expect([next.json.data, next.json.meta.hasMore]).toEqual([all.slice(2), false]);
  expect(await person.blocks({ since: inDays(8) })).toEqual(all.slice(2));
  expect(await person.blocks({ before: inDays(8) })).toEqual(all.slice(0, 2));
});

test('colleagues see the blocks of teams that they are in, alone or by team; others do not', async () => {
  const person = await newPlannedPerson(workspace, team);
  const story = await person.add(60);
  await person.untilIs(story, 'scheduled');
  const seenBy = async (teams: Team[], query: Record<string, string>) => {
    const { client } = await workspace.person('member', teams);
    return await client.get(`${workspace.path}/schedule`, query);
  };
  expect((await seenBy([team], { assigneeId: person.id })).json.data).toHaveLength(1);
  await until(async () =>
    (await seenBy([team], { teamId: team.id })).json.data.some(
      ({ storyId }: { storyId: string }) => storyId === story.id,
    ),
  );
  expect((await seenBy([], { assigneeId: person.id })).json.data).toEqual([]);
  expectRefusal(await seenBy([], { teamId: team.id }), 404, 'not_found');
});
