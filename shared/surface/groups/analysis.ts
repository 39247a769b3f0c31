import { analysisOperations } from '../../planning/analysis/index.ts';
import { applySprintPlan } from '../../planning/analysis/apply-sprint-plan.ts';
import { previewPlanWith } from '../../planning/what-if/preview-plan.ts';
import { recurringStoryOperations } from '../../planning/recurring-stories/index.ts';

// What is proposed is known above planning.
const previewPlan = previewPlanWith(async (call, proposalId) => {
  const { proposedItems } = await import('../proposal/proposed-items.ts');
  return await proposedItems(call, proposalId);
});

/** Operations of functions/analysis.ts: analyses and forecasts, the plans of sprints that follow from them, what changes would do to them, and recurring stories. */
export const analysisGroup = [
  ...analysisOperations,
  applySprintPlan,
  previewPlan,
  ...recurringStoryOperations,
];
