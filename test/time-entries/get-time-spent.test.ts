import { expect, test } from 'vitest';
import { newId } from '../../shared/kernel/core/id.ts';
import { commit } from '../../shared/kernel/db/write.ts';
import { SUMMED_MAX } from '../../shared/planning/time-entries/get-time-spent.ts';
import { putTimeEntry } from '../../shared/planning/time-entries/time-entry-store.ts';
import { expectRefusal } from '../support/answers.ts';
import { planningApi } from '../support/planning.ts';
import { until } from '../support/until.ts';
import { newStoryWorkspace } from '../stories/story-api.ts';
import { timeApi } from './time-api.ts';

const { workspace, team, member, api } = await newStoryWorkspace();
const plan = planningApi(workspace, member.client);
const time = timeApi(workspace, member.client);

test('time is summed over the stories that a sprint and an objective have now, archived ones included', async () => {
  const [sprint, next] = [await plan.sprint(team), await plan.sprint(team)];
  const objective = await plan.objective(team, { private: true });
  const fields = { teamId: team.id, sprintId: sprint.id, objectiveId: objective.id };
  const [one, two, idle] = [await api.create(fields), await api.create(fields), await api.create(fields)];
  await time.log(one, 30);
  await time.log(one, 15);
  await time.log(two, 5);
  expect(await time.sum({ sprintId: sprint.id })).toEqual({ minutes: 50, stories: 2, truncated: false });
  expect(await time.sum({ objectiveId: objective.id })).toEqual({
    minutes: 50,
    stories: 2,
    truncated: false,
  });
  await api.change(one, { sprintId: next.id });
  await api.archive(two.id);
  expect(await time.sum({ sprintId: sprint.id })).toEqual({ minutes: 5, stories: 1, truncated: false });
  expect(await time.sum({ sprintId: next.id })).toEqual({ minutes: 45, stories: 1, truncated: false });
  expect(await time.sum({ objectiveId: objective.id })).toEqual({
    minutes: 50,
    stories: 2,
    truncated: false,
  });
  expect(await time.sum({ storyId: idle.id })).toEqual({ minutes: 0, stories: 0, truncated: false });

  const colleague = timeApi(workspace, (await workspace.person('member', [team])).client);
  expectRefusal(await colleague.sendSum({ objectiveId: objective.id }), 404, 'not_found');
  const stranger = timeApi(workspace, (await workspace.person('admin')).client);
  for (const query of [{ sprintId: sprint.id }, { storyId: one.id }])
    expectRefusal(await stranger.sendSum(query), 404, 'not_found');
});

test('time of a member is summed by dates, on stories that the caller can see', async () => {
  const person = await workspace.person('member', [team]);
  const own = timeApi(workspace, person.client);
  const story = await api.create({ teamId: team.id });
  await own.log(story, 60, { startedAt: '2026-04-06T10:00:00.000Z' });
  await own.log(story, 30, { startedAt: '2026-04-13T10:00:00.000Z' });
  const ofPerson = { memberId: person.id };
  expect(await time.sum(ofPerson)).toEqual({ minutes: 90, stories: 1, truncated: false });
  expect(await own.sum({ dateSince: '2026-04-07' })).toEqual({ minutes: 30, stories: 1, truncated: false });
  expect(await time.sum({ ...ofPerson, dateBefore: '2026-04-07' })).toEqual({
    minutes: 60,
    stories: 1,
    truncated: false,
  });
  const stranger = timeApi(workspace, (await workspace.person('admin')).client);
  expect(await stranger.sum(ofPerson)).toEqual({ minutes: 0, stories: 0, truncated: false });
});

test('a sum is of one thing, and of dates only for a member', async () => {
  const story = await api.create({ teamId: team.id });
  for (const [query, path] of [
    [{ storyId: story.id, memberId: member.id }, 'memberId'],
    [{ storyId: story.id, dateSince: '2026-04-07' }, 'dateSince'],
  ] as const) {
    const { fields } = expectRefusal(await time.sendSum(query), 400, 'invalid_request');
    expect(fields[0].path).toBe(path);
  }
});

test('stories include the time spent on them where a request asks for it, next to their estimate', async () => {
  const [story, bare] = [
    await api.create({ teamId: team.id, estimateValue: 3 }),
    await api.create({ teamId: team.id }),
  ];
  await time.log(story, 25);
  const include = { include: 'timeSpent' };
  const spent = { storyId: story.id, minutes: 25 };
  const at = `${workspace.path}/stories`;
  expect((await member.client.get(`${at}/${story.id}`, include)).json).toMatchObject({
    data: { estimateValue: 3 },
    included: { timeSpent: [spent] },
  });
  expect((await member.client.get(`${at}/${story.id}`)).json.included).toBeUndefined();
  expect((await api.list({ ...include, limit: 2 })).json.included).toEqual({
    timeSpent: [{ storyId: bare.id, minutes: 0 }, spent],
  });
});

test('forecasts of a sprint and an objective stay the same when time is logged', async () => {
  const [sprint, objective] = [await plan.sprint(team), await plan.objective(team)];
  const story = await api.create({ teamId: team.id, sprintId: sprint.id, objectiveId: objective.id });
  const forecasts = async () =>
    await Promise.all(
      [`sprints/${sprint.id}`, `objectives/${objective.id}`].map(
        async (of) => (await member.client.get(`${workspace.path}/${of}/forecast`)).json.data,
      ),
    );
  // The counts of the story follow from the stream.
  await until(async () => (await forecasts()).every(({ remaining }) => remaining === 1));
  const before = await forecasts();
  await time.log(story, 600);
  expect(await forecasts()).toEqual(before);
  expect(await api.read(story.id)).toEqual(story);
});

test('a sum says when there is more than one request sums', async () => {
  const person = await workspace.person('member', [team]);
  const own = timeApi(workspace, person.client);
  const story = await api.create({ teamId: team.id });
  const entry = await own.log(story, 1);
  const copies = Array.from(
    { length: SUMMED_MAX },
    () => putTimeEntry({ ...entry, id: newId(new Date()) })[0]!,
  );
  for (let start = 0; start < copies.length; start += 100)
    await commit(workspace.database, copies.slice(start, start + 100));
  const sum = () => own.sum({ memberId: person.id });
  await until(async () => (await sum()).truncated);
  expect(await sum()).toEqual({ minutes: SUMMED_MAX, stories: 1, truncated: true });
});
