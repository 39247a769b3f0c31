import { operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { assertMembers, changeTime } from '../scheduling/planner/member-change.ts';
import { showPreview } from '../scheduling/planner/show-preview.ts';
import { planPreviewRequest, planPreviewSchema } from './plan-preview.ts';
import type { LoadProposed } from './proposed-items.ts';

/** What previewSchedule has loaded already: in a module loaded later, it would be one file more for both. */
const schedulePreview = { assertMembers, changeTime, showPreview };

export const previewPlanWith = (loadProposed: LoadProposed) =>
  operation({
    id: 'previewPlan',
    method: 'POST',
    path: `${WORKSPACE_PATH}/plan/preview`,
    tag: 'Schedule',
    summary: 'Preview a change of the plan',
    description:
      'Returns forecasts and schedules as they would be with other stories, working time or new stories, next to the present ones. Nothing is kept. With `proposalId`, which needs `proposals:read`, what an open proposal would do to stories, objectives and sprints is taken as done before them. Forecasts are those of objectives and sprints that the changed stories belong to, as far as the caller can see them, at most ten of each. Stories wait for their blockers whatever status those would have, and a hypothetical completion is no history.',
    scopes: ['schedule:read', 'stories:read', 'objectives:read', 'sprints:read'],
    cost: 40,
    readOnly: true,
    errors: ['invalid_reference'],
    body: planPreviewRequest,
    output: planPreviewSchema,
    // Simulations and calendars are large, and other operations need none.
    handle: async (call) =>
      await (
        await import('./hypothetical-plan.ts')
      ).hypotheticalPlan(call, { ...schedulePreview, loadProposed }),
  });
