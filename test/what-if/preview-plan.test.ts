import { beforeAll, describe, expect, test } from 'vitest';
import { getObjectiveForecast } from '../../shared/planning/analysis/get-objective-forecast.ts';
import { getSprintForecast } from '../../shared/planning/analysis/get-sprint-forecast.ts';
import { addCompletedSize } from '../../shared/planning/counts/throughput-store.ts';
import { commit } from '../../shared/kernel/db/write.ts';
import type { Objective } from '../../shared/planning/objective/objective.ts';
import type { Sprint } from '../../shared/planning/sprints/sprint.ts';
import type { Story } from '../../shared/planning/story/story.ts';
import type { PlanPreview } from '../../shared/planning/what-if/plan-preview.ts';
import { analysisGroup } from '../../shared/surface/groups/analysis.ts';
import { newPrivateObjective } from '../objectives/private.ts';
import { newPlannedPerson } from '../planner/planned-person.ts';
import { dataOf } from '../stories/story-api.ts';
import { expectBadFields } from '../support/answers.ts';
import { seededRandom } from '../support/random.ts';
import { newKey, newWorkspace } from '../support/workspace.ts';
import { newHistory, type History } from '../analysis/history.ts';

const previewPlan = analysisGroup.find(({ id }) => id === 'previewPlan')!;

/** A team of one point a day, with two objectives and a sprint under way. */
async function newTeam() {
  const history = await newHistory();
  const days = Array.from({ length: 56 }, (_, n) => new Date(Date.UTC(2026, 8, 21 + n)));
  await commit(
    history.database,
    days.map((day) => addCompletedSize(history.team.id, day.toISOString().slice(0, 10), 100)),
  );
  history.on('2026-11-16T09:00');
  const objectives = [
    await history.objective({ endDate: '2026-12-01T00:00:00Z' }),
    await history.objective({ endDate: '2026-12-24T00:00:00Z' }),
  ];
  const sprint = await history.sprint({ startDate: '2026-11-16T00:00:00Z', endDate: '2026-11-20T00:00:00Z' });
  const stories: Story[] = [];
  for (let n = 0; n < 9; n++) {
    const objectiveId = objectives[n % 3]?.id;
    const sprintId = n % 2 === 0 ? sprint.id : undefined;
    stories.push(await history.story({ ...(objectiveId && { objectiveId }), ...(sprintId && { sprintId }) }));
  }
  await history.count();
  return { history, objectives, sprint, stories };
}

const previewIn = ({ run }: History, changes: object[]): Promise<PlanPreview> =>
  run<PlanPreview>(previewPlan, { body: { changes } });
const objectiveIn = ({ run }: History, objectiveId: string) =>
  run<any>(getObjectiveForecast, { path: { objectiveId } });
const sprintIn = ({ run }: History, sprintId: string) => run<any>(getSprintForecast, { path: { sprintId } });

describe('a preview of stories that would be different', () => {
  let history: History;
  let objectives: Objective[];
  let sprint: Sprint;
  let stories: Story[];

  beforeAll(async () => {
    ({ history, objectives, sprint, stories } = await newTeam());
  });

  test('has the forecasts that there are and those that there would be, and keeps nothing', async () => {
    const [first, second] = objectives as [Objective, Objective];
    const outside = stories[2]!;
    const preview = await previewIn(history, [
      { storyId: outside.id, patch: { objectiveId: first.id, estimateValue: 8 } },
    ]);
    expect(preview.objectives.map(({ id }) => id)).toEqual([first.id]);
    const [{ now, then }] = preview.objectives as [PlanPreview['objectives'][number]];
    expect(now).toEqual(await objectiveIn(history, first.id));
    expect(then).toMatchObject({ remaining: 4, name: first.name });
    expect(Date.parse(then.p85!)).toBeGreaterThan(Date.parse(now.p85!));
    expect(preview.sprints.map(({ id }) => id)).toEqual([sprint.id]);
    expect(await objectiveIn(history, second.id)).toMatchObject({ remaining: 3 });
  });

  test('counts no archived story', async () => {
    const [first] = objectives as [Objective];
    const put = await history.archive(await history.story({ objectiveId: first.id }));
    const preview = await previewIn(history, [{ storyId: put.id, patch: { estimateValue: 8 } }]);
    const [{ now, then }] = preview.objectives as [PlanPreview['objectives'][number]];
    expect(then).toEqual(now);
  });

  test('counts a story more where one is created', async () => {
    const [first] = objectives as [Objective];
    const create = { teamId: history.team.id, objectiveId: first.id, sprintId: sprint.id, estimateValue: 3 };
    const preview = await previewIn(history, [{ create }, { create: { ...create, title: 'One more' } }]);
    expect(preview.objectives[0]).toMatchObject({ now: { remaining: 3 }, then: { remaining: 5 } });
    expect(preview.sprints[0]).toMatchObject({ now: { remaining: 5 }, then: { remaining: 7 } });
    expect(await sprintIn(history, sprint.id)).toMatchObject({ remaining: 5 });
  });
});

test('what a preview promises is what the changes do: 12 random plans', async () => {
  const draw = seededRandom(20_261_129);
  const pick = <T>(values: readonly T[]): T => values[Math.floor(draw() * values.length)]!;
  for (let plan = 0; plan < 12; plan++) {
    const { history, objectives, sprint, stories } = await newTeam();
    const started = await history.statusId('started');
    const cancelled = await history.statusId('cancelled');
    const patches = stories
      .filter(() => draw() < 0.5)
      .map((story) => ({
        story,
        patch: pick<object>([
          { objectiveId: pick(objectives).id },
          { clearFields: ['objectiveId'] },
          { clearFields: ['sprintId'] },
          { sprintId: sprint.id, priority: 'urgent' },
          { estimateValue: pick([1, 2, 5, 8]) },
          { statusId: pick([started, cancelled]) },
          { startDate: '2026-11-25T00:00:00Z' },
        ]),
      }));
    if (patches.length === 0) continue;
    const preview = await previewIn(
      history,
      patches.map(({ story, patch }) => ({ storyId: story.id, patch })),
    );
    for (const { story, patch } of patches) await history.change(story, patch);
    await history.count();
    for (const { id, then } of preview.objectives) {
      expect(then, JSON.stringify(patches)).toEqual(await objectiveIn(history, id));
    }
    for (const { id, then } of preview.sprints) {
      expect(then, JSON.stringify(patches)).toEqual(await sprintIn(history, id));
    }
  }
});

test('a preview says what time off does to schedules, with a story that is not there yet', async () => {
  const workspace = await newWorkspace();
  const team = await workspace.team();
  const person = await newPlannedPerson(workspace, team);
  const story = await person.add(600);
  await person.untilIs(story, 'scheduled');
  const ask = (changes: object[]) => person.client.post(`${workspace.path}/plan/preview`, { changes });
  const [from, to] = [0, 3].map((days) =>
    new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10),
  );
  const away = dataOf<PlanPreview>(
    await ask([{ memberId: person.id, timeOff: [{ startDate: from, endDate: to }] }]),
    200,
  );
  expect(away.schedule.moved.map(({ storyId }) => storyId)).toEqual([story.id]);
  const create = {
    teamId: team.id,
    assigneeId: person.id,
    title: 'Urgent',
    priority: 'urgent',
    autoSchedulingEnabled: true,
    estimatedDurationMinutes: 300,
  };
  const { schedule } = dataOf<PlanPreview>(await ask([{ create }]), 200);
  const made = schedule.moved.find(({ before }) => before === null)!;
  expect(made).toMatchObject({ title: 'Urgent', after: { assigneeId: person.id, status: 'scheduled' } });
  expect((await person.blocks()).map(({ storyId }) => storyId)).not.toContain(made.storyId);
});

test('a preview refuses what its caller cannot see, and what an update would refuse', async () => {
  const workspace = await newWorkspace();
  const [team, other] = [await workspace.team(), await workspace.team()];
  const person = await newPlannedPerson(workspace, team);
  const stranger = await newPlannedPerson(workspace, other);
  const own = await person.add(60);
  const foreign = await stranger.add(60);
  const ask = (changes: unknown) => person.client.post(`${workspace.path}/plan/preview`, { changes });
  const invalid: [unknown, string][] = [
    [[], 'changes'],
    [[{ storyId: own.id }], 'changes.0'],
    [[{ storyId: own.id, patch: {} }], 'changes.0.patch'],
    [[{ patch: { priority: 'high' } }], 'changes.0'],
    [[{ memberId: person.id }], 'changes.0'],
    [[{ storyId: own.id, patch: { priority: 'high' }, create: { teamId: team.id } }], 'changes.0'],
    [[{ storyId: own.id, patch: { estimateValue: 4.5 } }], 'changes.0.patch.estimateValue'],
    [[{ storyId: own.id, patch: { teamId: team.id } }], 'changes.0.patch.teamId'],
    [
      [
        { storyId: own.id, patch: { priority: 'high' } },
        { storyId: own.id, patch: { priority: 'low' } },
      ],
      'changes.1.storyId',
    ],
  ];
  for (const [changes, path] of invalid) expectBadFields(await ask(changes), [path]);
  const unseen: [unknown, string][] = [
    [[{ storyId: foreign.id, patch: { priority: 'high' } }], 'changes.0.storyId'],
    [[{ create: { teamId: other.id } }], 'changes.0.create.teamId'],
    [[{ storyId: own.id, patch: { assigneeId: stranger.id } }], 'changes.0.patch.assigneeId'],
  ];
  for (const [changes, path] of unseen) expectBadFields(await ask(changes), [path], 'invalid_reference');
});

test('a preview has no forecast of a private objective for those who cannot see it', async () => {
  const { workspace, team, objective, insiders, outsiders } = await newPrivateObjective();
  const story = dataOf<Story>(
    await insiders[0]!.client.post(
      `${workspace.path}/stories`,
      { teamId: team.id, title: 'Secret', objectiveId: objective.id },
      { 'idempotency-key': newKey() },
    ),
    201,
  );
  const ask = (client: (typeof insiders)[number]['client'], patch: object) =>
    client.post(`${workspace.path}/plan/preview`, { changes: [{ storyId: story.id, patch }] });
  const seen = async (client: (typeof insiders)[number]['client']) =>
    dataOf<PlanPreview>(await ask(client, { priority: 'high' }), 200).objectives.map(({ id }) => id);
  const [teammate] = outsiders;
  expect(await seen(insiders[0]!.client)).toEqual([objective.id]);
  expect(await seen(teammate!.client)).toEqual([]);
  const refused = await ask(teammate!.client, { objectiveId: objective.id });
  expectBadFields(refused, ['changes.0.patch.objectiveId'], 'invalid_reference');
});
