import { analyzeObjective } from '../../planning/analysis/analyze-objective.ts';
import { analyzeSprint } from '../../planning/analysis/analyze-sprint.ts';
import { analyzeWork } from '../../planning/analysis/analyze-work.ts';
import { createKeyResult } from '../../planning/key-results/create-key-result.ts';
import { deleteKeyResult } from '../../planning/key-results/delete-key-result.ts';
import { listKeyResults } from '../../planning/key-results/list-key-results.ts';
import { updateKeyResult } from '../../planning/key-results/update-key-result.ts';
import { createObjective } from '../../planning/objectives/create-objective.ts';
import { listObjectives } from '../../planning/objectives/list-objectives.ts';
import { createSprint } from '../../planning/sprints/create-sprint.ts';
import { listSprints } from '../../planning/sprints/list-sprints.ts';
import { briefAnswer } from './brief-answer.ts';
import { savedObjective } from './saved-objective.ts';
import { savedResource } from './saved-resource.ts';
import { savedSprint } from './saved-sprint.ts';
import { withSchedulePreview } from './schedule-preview.ts';
import { withProposal } from './sprint-planning.ts';
import { toolsOf } from './tools-of.ts';
import { withForecast } from './with-forecast.ts';
import { withLatestUpdate } from './with-latest-update.ts';

/** The tools of sprints and objectives, and the analyses. */
export const planningTools = toolsOf([
  [[listSprints], [createSprint, savedSprint]],
  [[listObjectives], [createObjective, savedObjective]],
  [
    [listKeyResults],
    [
      createKeyResult,
      savedResource({
        create: createKeyResult,
        update: updateKeyResult,
        remove: deleteKeyResult,
        id: 'keyResultId',
      }),
    ],
  ],
  [
    [analyzeSprint, withProposal(withForecast(analyzeSprint, briefAnswer(analyzeSprint)))],
    [analyzeObjective, withLatestUpdate(withForecast(analyzeObjective, briefAnswer(analyzeObjective)))],
    [analyzeWork, withSchedulePreview(briefAnswer(analyzeWork))],
  ],
]);
