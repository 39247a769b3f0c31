import { expect, test } from 'vitest';
import { expectRefusal } from '../support/answers.ts';
import { planningApi } from '../support/planning.ts';
import { workerService } from '../support/service.ts';
import { newTriageWorkspace, triageApi } from './triage-api.ts';

const { service } = await workerService();
const { workspace, team, admin, stories, triaged, triage } = await newTriageWorkspace(service);
const plan = planningApi(workspace, admin.client);

test('stories in triage are left out of lists, counts, claims, plans and forecasts until they are accepted', async () => {
  const [sprint, objective] = [
    await plan.sprint(team, { endDate: '2099-01-09' }),
    await plan.objective(team),
  ];
  const of = { sprintId: sprint.id, objectiveId: objective.id, assigneeId: admin.id };
  const planned = { autoSchedulingEnabled: true, estimatedDurationMinutes: 60 };
  const story = await triaged({ ...of, ...planned, title: 'Sort the harbour lights' });
  expect(story.autoSchedulingStatus).toBe('off');
  const numberIn = async (query: object) => (await stories.list({ ...query })).json.data.length as number;
  const summary = async () =>
    (await admin.client.get(`${workspace.path}/story-summary`, { groupBy: 'team' })).json.data;
  const claimed = async () =>
    (await admin.client.post(`${workspace.path}/stories/claim`, { leaseSeconds: 60, limit: 5 })).json.data;
  const everywhere = async () => ({
    lists: [
      await numberIn({}),
      await numberIn({ sprintId: sprint.id }),
      await numberIn({ objectiveId: objective.id }),
      await numberIn({ assigneeId: admin.id, archived: 'include' }),
      await numberIn({ priority: 'none' }),
    ],
    counts: (await plan.sprints.get(sprint.id)).json.data.storyCounts.total,
    remaining: (await plan.objectives.get(objective.id)).json.data.storyCounts.total,
    summary: (await summary()).map(({ count }: { count: number }) => count),
    found: (await admin.client.get(`${workspace.path}/search`, { q: 'harbour lights' })).json.data.length,
    forecast: (await admin.client.get(`${workspace.path}/objectives/${objective.id}/forecast`)).json.data
      .remaining,
  });
  const comment = { content: 'The harbour lights again' };
  await admin.client.post(`${workspace.path}/stories/${story.id}/comments`, comment);
  await service.streamsIdle();
  const none = { lists: [0, 0, 0, 0, 0], counts: 0, remaining: 0, summary: [], found: 0, forecast: 0 };
  await expect.poll(everywhere).toEqual(none);
  expect(await claimed()).toEqual([]);
  const accepted = await triage.decide(story, 'accept');
  expect(accepted.autoSchedulingStatus).toBe('planning');
  await service.streamsIdle();
  const one = { lists: [1, 1, 1, 1, 1], counts: 1, remaining: 1, summary: [1], found: 2, forecast: 1 };
  await expect.poll(everywhere).toEqual(one);
  expect(await claimed()).toHaveLength(1);
});

test('the triage of a team is listed newest first, page by page, for its members', async () => {
  const made = [await triaged(), await triaged({ description: 'x'.repeat(2_000) }), await triaged()];
  const { data, meta } = (await triage.sendList(team, { limit: 2 })).json;
  expect(data).toEqual([made[2], made[1]]);
  const next = await triage.sendList(team, { limit: 2, cursor: meta.nextCursor });
  expect(next.json.data[0]).toEqual(made[0]);
  const guest = triageApi(workspace, (await workspace.person('guest', [team])).client);
  expect((await guest.sendList(team, { limit: 1 })).json.data).toEqual([made[2]]);
  expectRefusal(await guest.send(made[2]!, { decision: 'accept' }), 403, 'insufficient_role');
  const stranger = triageApi(workspace, (await workspace.person('admin')).client);
  expectRefusal(await stranger.sendList(team), 404, 'not_found');
});
