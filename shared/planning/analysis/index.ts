import { analyzeObjective } from './analyze-objective.ts';
import { analyzeSprint } from './analyze-sprint.ts';
import { analyzeWork } from './analyze-work.ts';
import { getObjectiveForecast } from './get-objective-forecast.ts';
import { getSprintForecast } from './get-sprint-forecast.ts';
import { getSprintPlan } from './get-sprint-plan.ts';
import { getSprintReport } from './get-sprint-report.ts';

export const analysisOperations = [
  analyzeSprint,
  analyzeObjective,
  analyzeWork,
  getObjectiveForecast,
  getSprintForecast,
  getSprintPlan,
  getSprintReport,
];
