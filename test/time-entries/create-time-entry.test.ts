import { expect, test } from 'vitest';
import { expectRefusal } from '../support/answers.ts';
import { newKey } from '../support/workspace.ts';
import { newStoryWorkspace } from '../stories/story-api.ts';
import { timeApi } from './time-api.ts';

const { workspace, team, member, api } = await newStoryWorkspace();
const time = timeApi(workspace, member.client);

test('time is logged as spent until now, on the day that it is for the member', async () => {
  await member.client.request('PUT', `${workspace.path}/members/${member.id}/working-hours`, {
    body: { timeZone: 'Pacific/Auckland', weekly: {} },
  });
  const story = await api.create({ teamId: team.id });
  const entry = await time.log(story, 90, { note: 'Measured it' });
  const { startedAt, createdAt } = entry;
  expect(entry).toMatchObject({ storyId: story.id, teamId: team.id, memberId: member.id, minutes: 90 });
  expect(Date.parse(createdAt) - Date.parse(startedAt)).toBe(90 * 60_000);
  // 11:30 in UTC is half an hour after midnight in Auckland.
  const night = await time.log(story, 5, { startedAt: '2026-06-30T12:30:00.000Z' });
  expect(night).toMatchObject({ date: '2026-07-01', note: null });
  expect((await time.get(story, night)).json.data).toEqual(night);
});

test('a day that no calendar has is refused with what it lacks', async () => {
  const story = await api.create({ teamId: team.id });
  const { json } = await time.send(story, { minutes: 5, date: '2026-02-29' });
  expect(json.error.fields).toMatchObject([
    { path: 'date', message: 'has the day 29, but 2026-02 has 28 days' },
  ]);
});

test('time is logged once for a key, and not on stories that are out of sight', async () => {
  const story = await api.create({ teamId: team.id });
  const headers = { 'idempotency-key': newKey() };
  const [first, again] = [
    await time.send(story, { minutes: 10 }, headers),
    await time.send(story, { minutes: 10 }, headers),
  ];
  expect(again.json.data).toEqual(first.json.data);
  expect(await time.sum({ storyId: story.id })).toEqual({ minutes: 10, stories: 1, truncated: false });
  const stranger = timeApi(workspace, (await workspace.person('member')).client);
  expectRefusal(await stranger.send(story, { minutes: 10 }), 404, 'not_found');
  const guest = timeApi(workspace, (await workspace.person('guest', [team])).client);
  expectRefusal(await guest.send(story, { minutes: 10 }), 403, 'insufficient_role');
});

test('time counts for the day that is sent with it, if it is that day somewhere when it begins', async () => {
  const story = await api.create({ teamId: team.id });
  const startedAt = '2026-06-30T12:30:00.000Z';
  for (const date of ['2026-06-30', '2026-07-01'])
    expect(await time.log(story, 5, { startedAt, date })).toMatchObject({ startedAt, date });
  for (const date of ['2026-06-29', '2026-07-02', 'yesterday'])
    expectRefusal(await time.send(story, { minutes: 5, startedAt, date }), 400, 'invalid_request');
});

test('time of others is logged by admins, for members of the team only', async () => {
  const story = await api.create({ teamId: team.id });
  const admin = timeApi(workspace, (await workspace.person('admin', [team])).client);
  const outside = await workspace.person('member');
  expect(await admin.log(story, 20, { memberId: member.id })).toMatchObject({ memberId: member.id });
  const other = { minutes: 20, memberId: outside.id };
  expectRefusal(await admin.send(story, other), 400, 'invalid_reference');
  expectRefusal(await time.send(story, other), 403, 'insufficient_role');
});

test('time needs whole minutes of at most a day, a short note, and a start that is not to come', async () => {
  const story = await api.create({ teamId: team.id });
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  for (const [body, path] of [
    [{}, 'minutes'],
    [{ minutes: 0 }, 'minutes'],
    [{ minutes: 1.5 }, 'minutes'],
    [{ minutes: 1_441 }, 'minutes'],
    [{ minutes: 5, note: 'x'.repeat(501) }, 'note'],
    [{ minutes: 5, startedAt: tomorrow }, 'startedAt'],
  ] as const) {
    const { fields } = expectRefusal(await time.send(story, body), 400, 'invalid_request');
    expect(fields.map((field: { path: string }) => field.path)).toEqual([path]);
  }
});

test('a day without a start is enough, yesterday too, and what is no day is refused in words', async () => {
  const story = await api.create({ teamId: team.id });
  const dayAt = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  for (const date of [dayAt(-1), dayAt(-30), dayAt(0)]) {
    const entry = await time.log(story, 30, { date });
    expect(entry).toMatchObject({ date });
    expect(entry.startedAt <= new Date().toISOString()).toBe(true);
    // The member is in Auckland: unless it is today there, the time began at that day's noon.
    const dayInAuckland = new Date(entry.startedAt).toLocaleDateString('sv', {
      timeZone: 'Pacific/Auckland',
    });
    if (date !== dayAt(0)) expect(dayInAuckland).toBe(date);
  }
  const { fields } = expectRefusal(
    await time.send(story, { minutes: 5, date: 'yesterday' }),
    400,
    'invalid_request',
  );
  expect(fields).toMatchObject([{ path: 'date', message: 'must be a day such as 2026-11-20' }]);
  expectRefusal(await time.send(story, { minutes: 5, date: dayAt(3) }), 400, 'invalid_request');
  const early = await time.send(story, {
    minutes: 5,
    startedAt: '2026-06-30T12:30:00.000Z',
    date: '2026-06-01',
  });
  expect(expectRefusal(early, 400, 'invalid_request').fields[0].message).toBe(
    'must be from 2026-06-30 to 2026-07-01, since the time began at 2026-06-30T12:30:00.000Z',
  );
});
