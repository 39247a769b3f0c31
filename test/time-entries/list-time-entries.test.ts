import { expect, test } from 'vitest';
import { expectRefusal } from '../support/answers.ts';
import { newWorkspace } from '../support/workspace.ts';
import { storyApi } from '../stories/story-api.ts';
import { timeApi } from './time-api.ts';

const workspace = await newWorkspace();
const teams = [await workspace.team(), await workspace.team()] as const;
const [one, other] = [
  await workspace.person('member', [...teams]),
  await workspace.person('member', [...teams]),
];
const stories = storyApi(workspace, one.client);
const [mine, theirs] = [timeApi(workspace, one.client), timeApi(workspace, other.client)];

test('time is listed by member, team and dates, the last logged first, as far as stories are in sight', async () => {
  const [first, second] = [
    await stories.create({ teamId: teams[0].id }),
    await stories.create({ teamId: teams[1].id }),
  ];
  const old = await mine.log(first, 10, { startedAt: '2026-03-02T10:00:00.000Z' });
  const recent = await mine.log(second, 20, { startedAt: '2026-03-09T10:00:00.000Z' });
  const hers = await theirs.log(first, 40, { startedAt: '2026-03-09T10:00:00.000Z' });
  const listed = async (query: object, api = mine) => (await api.list({ ...query })).json.data;
  expect(await listed({})).toEqual([hers, recent, old]);
  expect(await listed({ memberId: one.id })).toEqual([recent, old]);
  expect(await listed({ teamId: teams[0].id })).toEqual([hers, old]);
  expect(await listed({ dateSince: '2026-03-09' })).toEqual([hers, recent]);
  expect(await listed({ dateBefore: '2026-03-09', memberId: one.id })).toEqual([old]);
  const { data, meta } = (await mine.list({ limit: 2 })).json;
  expect([data.length, (await mine.list({ limit: 2, cursor: meta.nextCursor })).json.data]).toEqual([
    2,
    [old],
  ]);
  const guest = await workspace.person('guest', [teams[1]]);
  expect(await listed({}, timeApi(workspace, guest.client))).toEqual([recent]);
  expect(await listed({}, timeApi(workspace, (await workspace.person('admin')).client))).toEqual([]);
  const outside = timeApi(workspace, guest.client);
  expectRefusal(await outside.list({ teamId: teams[0].id }), 404, 'not_found');
  expectRefusal(await mine.list({ dateSince: 'Monday' }), 400, 'invalid_request');
});

test('time of a story that moved is that of its new team', async () => {
  const story = await stories.create({ teamId: teams[0].id });
  const entry = await mine.log(story);
  await stories.change(story, { teamId: teams[1].id });
  const moved = { ...entry, teamId: teams[1].id };
  expect((await mine.list({ teamId: teams[1].id })).json.data[0]).toEqual(moved);
  expect((await mine.get(story, entry)).json.data).toEqual(moved);
});
