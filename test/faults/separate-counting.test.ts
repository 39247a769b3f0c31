import { expect, onTestFinished, test } from 'vitest';
import type { Story } from '../../shared/planning/story/story.ts';
import { storyApi } from '../stories/story-api.ts';
import { startProxy } from '../support/dynamodb-proxy.ts';
import { planningApi } from '../support/planning.ts';
import { databaseOf, startService } from '../support/service.ts';
import { newWorkspace } from '../support/workspace.ts';
import { deliver } from '../support/projector.ts';

const STORIES = 25;

test('stories that all move between sprints and objectives of their own are more than one transaction holds', async () => {
  const proxy = await startProxy();
  const service = await startService({
    dynamodbEndpoint: (name) => (name.startsWith('Projector') ? proxy.endpoint : undefined),
  });
  onTestFinished(async () => {
    await service.stop();
    await proxy.stop();
  });
  proxy.target = service.dynamodbEndpoint;
  const workspace = await newWorkspace(service);
  const team = await workspace.team();
  const { client } = await workspace.person('member', [team]);
  const plan = planningApi(workspace, client);
  const stories = storyApi(workspace, client);
  const place = async () => {
    const [sprint, objective] = await Promise.all([plan.sprint(team), plan.objective(team)]);
    return { sprintId: sprint.id, objectiveId: objective.id };
  };
  const places = await Promise.all(Array.from({ length: 2 * STORIES }, place));
  const made = await Promise.all(
    places.slice(0, STORIES).map((each) => stories.create({ teamId: team.id, ...each })),
  );
  await service.streamsIdle();

  proxy.fault = () => 'refuse';
  const moved: Story[] = await Promise.all(
    made.map((story, n) => stories.change(story, places[STORIES + n]!)),
  );
  const changes = moved.map(({ id }, n) => ({ key: { pk: `S#${id}`, sk: '-' }, sequenceNumber: String(n) }));
  expect(await deliver(databaseOf(service), changes, new Date())).toBeUndefined();
  for (const [n, { sprintId, objectiveId }] of places.entries()) {
    const counted = { storyCounts: { total: n < STORIES ? 0 : 1 } };
    expect((await plan.sprints.get(sprintId)).json.data).toMatchObject(counted);
    expect((await plan.objectives.get(objectiveId)).json.data).toMatchObject(counted);
  }
  proxy.fault = undefined;
});
