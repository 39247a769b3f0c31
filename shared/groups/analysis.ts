import { analysisOperations } from '../analysis/index.ts';
import { applySprintPlan } from '../cascades/apply-sprint-plan.ts';

/** Operations of functions/analysis.ts: analyses and forecasts, and the plans of sprints that follow from them. */
export const analysisGroup = [...analysisOperations, applySprintPlan];
