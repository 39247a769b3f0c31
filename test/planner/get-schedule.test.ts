import { beforeAll, expect, test } from 'vitest';
import type { Team } from '../../shared/identity/team/team.ts';
import { DAY_MS } from '../../shared/kernel/core/date-span.ts';
import { expectRefusal } from '../support/answers.ts';
import { sharedService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';
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
      storyId: made.id,
      reference: made.reference,
      title: made.title,
      assigneeId: person.id,
      startDate: expect.any(String),
      endDate: expect.any(String),
      locked: false,
      reason: 'as_soon_as_possible',
      reasonStoryId: null,
      slackMinutes: expect.any(Number),
    },
  ]);
  expect(minutesOf(blocks)).toBe(90);
  const dueEnd = Date.parse(`${made.endDate!.slice(0, 10)}T00:00:00Z`) + DAY_MS;
  expect(blocks[0]!.slackMinutes).toBe((dueEnd - Date.parse(blocks[0]!.endDate)) / 60_000);
});

test('each block says why it is at its time', async () => {
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

test('a schedule is read in pages of blocks, the earliest first, within a span', async () => {
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

test('a schedule is a picture of a week for clients that accept SVG, and JSON for all others', async () => {
  const person = await newPlannedPerson(workspace, team);
  const story = await person.add(60, { title: 'Draw <me>' });
  await person.untilIs(story, 'scheduled');
  await person.time.beBusy({ startDate: inDays(0), endDate: inDays(0.02), name: 'Secret' });
  const draw = async ({ token }: Pick<Person, 'token'>, query: Record<string, string> = {}) => {
    const url = `${sharedService().baseUrl}${workspace.path}/schedule?${new URLSearchParams(query).toString()}`;
    const answer = await fetch(url, {
      headers: { accept: 'image/svg+xml', authorization: `Bearer ${token}` },
    });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };
  const own = await draw(person);
  expect([own.status, own.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
  expect(own.headers.get('vary')).toContain('Accept');
  expect(own.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(own.text).toMatch(/^<svg\s/);
  expect(own.text).toContain(`${story.reference} Draw &#60;me&#62;`);
  expect(own.text).toContain('Secret');
  const colleague = await workspace.person('member', [team]);
  const seen = await draw(colleague, { assigneeId: person.id });
  expect(seen.text).toContain(story.reference);
  expect(seen.text).not.toContain('Secret');
  const stranger = await workspace.person('member');
  expect((await draw(stranger, { assigneeId: person.id })).text).not.toContain(story.reference);
  const next = await newPlannedPerson(workspace, team);
  const ahead = await next.untilIs(await next.add(60, { startDate: inDays(20) }), 'scheduled');
  expect((await draw(next)).text).toContain(ahead.reference);
  const later = await draw(person, { since: inDays(21) });
  expect(later.text).not.toContain(story.reference);
  const whole = await draw(person, { teamId: team.id });
  expect([whole.status, JSON.parse(whole.text).error.fields[0].path]).toEqual([400, 'assigneeId']);
  expect((await draw(person, { assigneeId: story.id })).status).toBe(404);
  expect((await person.schedule()).headers.get('vary')).toContain('Accept');
});
