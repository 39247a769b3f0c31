import { analysisOperations } from '../../planning/analysis/index.ts';
import { applySprintPlan } from '../../planning/analysis/apply-sprint-plan.ts';

/** Operations of functions/analysis.ts: analyses and forecasts, and the plans of sprints that follow from them. */
export const analysisGroup = [...analysisOperations, applySprintPlan];
