import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '../../shared/kernel/core/date-span.ts';
import { addCompletedSize } from '../../shared/planning/counts/throughput-store.ts';
import { commit } from '../../shared/kernel/db/write.ts';
import type { Sprint } from '../../shared/planning/sprints/sprint.ts';
import { planningApi } from '../support/planning.ts';
import { createStoryAs } from '../support/workspace.ts';
import { newMcpWorkspace } from './mcp-workspace.ts';

const { workspace, team, person, client } = await newMcpWorkspace();
const plan = planningApi(workspace, person.client);
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
const args = (more: object) => ({ workspaceId: workspace.id, ...more });
let sprint: Sprint;

beforeAll(async () => {
  // A point on each of forty days.
  const days = Array.from({ length: 40 }, (_, n) => inDays(-n - 1));
  await commit(
    workspace.database,
    days.map((day) => addCompletedSize(team.id, day, 100)),
  );
  sprint = await plan.sprint(team, { startDate: inDays(3), endDate: inDays(9) });
});

test('a sprint is proposed from the backlog and filled in one confirmed step, once', async () => {
  const story = await createStoryAs(person.client, workspace, { teamId: team.id, priority: 'high' });
  const propose = async () =>
    (await client.use('analyze_sprint', args({ sprintId: sprint.id, plan: true }))).data;
  const proposal = await propose();
  expect(proposal).toMatchObject({
    id: sprint.id,
    name: sprint.name,
    plan: {
      capacity: { p50: 7 },
      stories: [{ id: story.id, reference: story.reference, reason: 'priority' }],
    },
  });
  const { confirmationToken } = proposal;
  const apply = args({ sprintId: sprint.id, confirmationToken, idempotencyKey: randomUUID() });
  const extra = await client.refused('create_sprint', { ...apply, name: 'Another' });
  expect(extra.fields).toMatchObject([{ path: 'name' }]);

  // The backlog has changed since, so that nobody has seen what would be applied.
  const later = await createStoryAs(person.client, workspace, { teamId: team.id });
  expect((await client.refused('create_sprint', apply)).code).toBe('conflict');
  // The token alone is enough, as the proposal says.
  const again = args({ sprintId: sprint.id, confirmationToken: (await propose()).confirmationToken });
  const { structured: filled, text } = await client.answered('save_sprint', again);
  expect(text).toContain('2 stories put in.');
  expect(text).toContain(later.reference);
  expect(filled.data).not.toHaveProperty('storyCounts');
  expect(filled.data.id).toBe(sprint.id);
  for (const { id } of [story, later]) {
    const { data } = (await person.client.get(`${workspace.path}/stories/${id}`)).json;
    expect(data.sprintId).toBe(sprint.id);
  }
  expect(await client.use('create_sprint', again)).toMatchObject({ replayed: true });
  expect(await propose()).not.toHaveProperty('confirmationToken');

  const incomplete = await client.refused('create_sprint', args({ idempotencyKey: randomUUID() }));
  expect(incomplete.fields.map(({ path }: { path: string }) => path)).toContain('name');
});

test('the dates of an objective and a sprint come with their basis', async () => {
  const objective = await plan.objective(team, { endDate: inDays(2) });
  for (let n = 0; n < 3; n++) {
    await createStoryAs(person.client, workspace, { teamId: team.id, objectiveId: objective.id });
  }
  const analysis = async () =>
    (await client.use('analyze_objective', args({ objectiveId: objective.id }))).data;
  // The stream counts its stories.
  const counted = async () => (await analysis()).remaining.stories;
  await expect.poll(counted).toBe(3);
  const { probabilityOfTarget, healthSuggested, delays, assumptions } = (await analysis()).forecast;
  expect([probabilityOfTarget, healthSuggested]).toEqual([0, 'off_track']);
  expect(delays.map(({ cause }: { cause: string }) => cause)).toContain('other_work');
  expect(assumptions[0]).toContain('completes work as it did');
  const { data } = await client.use('analyze_sprint', args({ sprintId: sprint.id }));
  expect(data.forecast).toMatchObject({ throughputDays: 40, expectedCompleted: expect.any(Object) });
});

test('get_story says why a story is planned at its time, and analyze_work what a change would move', async () => {
  const fields = { teamId: team.id, autoSchedulingEnabled: true, estimatedDurationMinutes: 60 };
  const waiting = await createStoryAs(person.client, workspace, fields);
  const { data } = await client.use('get_story', args({ story: waiting.reference }));
  expect(data.schedule).toBe('It needs an assignee.');
  const plain = await createStoryAs(person.client, workspace, { teamId: team.id });
  expect((await client.use('get_story', args({ story: plain.id }))).data).not.toHaveProperty('schedule');

  const change = { stories: [{ story: waiting.reference, assigneeId: person.id }] };
  const { structured, text } = await client.answered('analyze_work', args({ preview: change }));
  const previewed = structured.data;
  expect(text).toContain(`${waiting.reference}: It would be planned`);
  expect(previewed.preview.moved).toEqual([
    {
      reference: waiting.reference,
      title: waiting.title,
      explanation: expect.stringMatching(/planned .*from/),
    },
  ]);
  const still = { stories: [{ story: plain.reference, endDate: inDays(3) }] };
  expect((await client.use('analyze_work', args({ preview: still }))).data.message).toMatch(
    /^No story in a schedule would move.*\nNothing has been changed\.$/,
  );
  const lost = { stories: [{ story: `${team.code}-9999`, endDate: inDays(3) }] };
  expect((await client.refused('analyze_work', args({ preview: lost }))).message).toContain(
    `preview.stories.0.story is ${team.code}-9999`,
  );
  const wrong = { stories: [{ story: waiting.id, priority: 'gigantic' }] };
  const refused = await client.refused('analyze_work', args({ preview: wrong }));
  expect(refused.fields).toMatchObject([{ path: 'preview.stories.0.priority' }]);
});

test('list_sprints names the sprint that runs, however few it lists', async () => {
  const other = await workspace.team();
  await workspace.operator.joinTeam({ workspaceId: workspace.id, teamId: other.id, principalId: person.id });
  const days = (from: number) => ({ startDate: inDays(from), endDate: inDays(from + 2) });
  const running = await plan.sprint(other, { name: 'Now', ...days(-1) });
  for (const from of [20, 30]) await plan.sprint(other, { name: `In ${from} days`, ...days(from) });
  for (const limit of [1, 2, 3]) {
    const { text } = await client.answered('list_sprints', args({ teamId: other.code, limit }));
    expect(text, `limit ${limit}`).toContain(running.id);
    expect(text.match(/current true|Running: Now/g)).toHaveLength(1);
  }
});

test('list_sprints begins with the latest start, not with what was set up last', async () => {
  const other = await workspace.team();
  await workspace.operator.joinTeam({ workspaceId: workspace.id, teamId: other.id, principalId: person.id });
  const days = (from: number) => ({ startDate: inDays(from), endDate: inDays(from + 2) });
  await plan.sprint(other, { name: 'Later', ...days(30) });
  await plan.sprint(other, { name: 'Sooner', ...days(20) });
  const { data } = await client.use('list_sprints', args({ teamId: other.code }));
  expect(data.map(({ name }: { name: string }) => name)).toEqual(['Later', 'Sooner']);
});
