import { analyzeObjective } from './analyze-objective.ts';
import { analyzeSprint } from './analyze-sprint.ts';
import { analyzeWork } from './analyze-work.ts';

export const analysisOperations = [analyzeSprint, analyzeObjective, analyzeWork];
