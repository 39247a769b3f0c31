import { expect } from 'vitest';
import type { Team } from '../../shared/identity/team/team.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { getObjectiveUpdateItem } from '../../shared/planning/objective-updates/objective-update-store.ts';
import { storyApi } from '../stories/story-api.ts';
import type { Client } from '../support/client.ts';
import { planningApi } from '../support/planning.ts';
import type { TestWorkspace } from '../support/workspace.ts';
import type { Scenario } from './scenarios.ts';

/** The scenario of a deleted sprint, key result and objective, with what referred to them and what belonged to them. */
export async function deletedReferencesScenario(
  workspace: TestWorkspace,
  team: Team,
  client: Client,
): Promise<Scenario> {
  const plan = planningApi(workspace, client);
  const stories = storyApi(workspace, client);
  const sprint = await plan.sprint(team);
  const objective = await plan.objective(team);
  const keyResult = await plan.keyResult(objective);
  const gone = await plan.objective(team);
  const orphan = await plan.keyResult(gone);
  const update = await plan.updatesOf(gone).write();
  const fields = { teamId: team.id, sprintId: sprint.id, keyResultId: keyResult.id };
  const story = await stories.create(fields);
  return {
    async change() {
      await plan.sprints.delete(sprint.id);
      await plan.keyResults.delete(keyResult.id);
      await plan.objectives.delete(gone.id);
    },
    async expectDone() {
      const free = { sprintId: null, keyResultId: null, objectiveId: objective.id };
      expect(await stories.read(story.id)).toMatchObject(free);
      expect((await plan.keyResults.get(orphan.id)).status).toBe(404);
      const read = createReader(workspace.database);
      expect(await getObjectiveUpdateItem(read, update.id)).toBeUndefined();
      expect(await read.children(`P#${sprint.id}#DAYS`)).toEqual([]);
    },
  };
}
