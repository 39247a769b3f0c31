import { expect } from 'vitest';
import { DAY_MS } from '../../shared/kernel/core/date-span.ts';
import { addCompletedSize } from '../../shared/planning/counts/throughput-store.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { commit } from '../../shared/kernel/db/write.ts';
import { getForecast } from '../../shared/planning/forecasts/forecast-store.ts';
import { storyApi } from '../stories/story-api.ts';
import { planningApi } from '../support/planning.ts';
import type { OwnService } from '../support/service.ts';
import type { TestWorkspace } from '../support/workspace.ts';
import type { Scenario } from './scenarios.ts';

/** The scenarios of forecasts, each in teams of its own: what others complete in a team changes its pace. */
export function forecastScenarios(
  workspace: TestWorkspace,
  service: Pick<OwnService, 'streamsIdle' | 'queuesIdle'>,
): Record<string, () => Promise<Scenario>> {
  /** Enough history to forecast from. */
  async function completedDays({ id }: { id: string }): Promise<void> {
    const days = Array.from({ length: 20 }, (_, n) => new Date(Date.now() - (n + 1) * DAY_MS));
    await commit(
      workspace.database,
      days.map((day) => addCompletedSize(id, day.toISOString().slice(0, 10), 100)),
    );
  }

  /** The stream wakes a worker for a job only once its request is in the table. */
  async function expectForecast({ id }: { id: string }, expected: object): Promise<void> {
    await service.streamsIdle();
    await service.queuesIdle();
    expect(await getForecast(createReader(workspace.database), id)).toMatchObject(expected);
  }

  return {
    forecasts: async () => {
      const [busy, waiting] = [await workspace.team(), await workspace.team()];
      const { client: member } = await workspace.person('member', [busy, waiting]);
      const [plan, stories] = [planningApi(workspace, member), storyApi(workspace, member)];
      await completedDays(busy);
      const objective = await plan.objective(busy);
      await stories.create({ teamId: busy.id, objectiveId: objective.id });
      const { updatedAt: expectedUpdatedAt } = (await plan.objectives.get(objective.id)).json.data;
      const endDate = '2026-01-01T00:00:00.000Z';
      const later = await plan.objective(waiting);
      const blocked = await stories.create({ teamId: waiting.id, objectiveId: later.id });
      const blocker = await stories.create({ teamId: busy.id });
      await service.streamsIdle();
      return {
        async change() {
          await plan.objectives.update(objective.id, { expectedUpdatedAt, endDate });
          // The first forecast of the team whose story it is comes with the relation.
          await completedDays(waiting);
          await member.post(`${workspace.path}/stories/${blocker.id}/relations`, {
            type: 'blocks',
            relatedStoryId: blocked.id,
          });
        },
        async expectDone() {
          await expectForecast(objective, { late: true });
          await expectForecast(later, { late: false });
        },
      };
    },
  };
}
