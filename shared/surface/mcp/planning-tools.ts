import { analyzeObjective } from '../../planning/analysis/analyze-objective.ts';
import { analyzeSprint } from '../../planning/analysis/analyze-sprint.ts';
import { analyzeWork } from '../../planning/analysis/analyze-work.ts';
import { createKeyResult } from '../../planning/key-results/create-key-result.ts';
import { deleteKeyResult } from '../../planning/key-results/delete-key-result.ts';
import { getKeyResult } from '../../planning/key-results/get-key-result.ts';
import { listKeyResults } from '../../planning/key-results/list-key-results.ts';
import { updateKeyResult } from '../../planning/key-results/update-key-result.ts';
import { createObjective } from '../../planning/objectives/create-objective.ts';
import { deleteObjective } from '../../planning/objectives/delete-objective.ts';
import { getObjective } from '../../planning/objectives/get-objective.ts';
import { updateObjective } from '../../planning/objectives/update-objective.ts';
import { listObjectives } from '../../planning/objectives/list-objectives.ts';
import { createSprint } from '../../planning/sprints/create-sprint.ts';
import { listSprints } from '../../planning/sprints/list-sprints.ts';
import { briefAnswer } from './brief-answer.ts';
import { savedResource } from '../../kernel/api/mcp/saved-resource.ts';
import { listedKeyResults } from './key-results-of-objectives.ts';
import { savedSprint } from './saved-sprint.ts';
import { withSchedulePreview } from './schedule-preview.ts';
import { withProposal } from './sprint-planning.ts';
import { sprintsWithToday } from './sprints-with-today.ts';
import { toolsOf } from './tools-of.ts';
import { withForecast } from './with-forecast.ts';
import { writtenUpdate } from '../../planning/objective-updates/objective-update-tool.ts';
import { withVariants } from '../../kernel/api/mcp/tool-variant.ts';
import { withLatestUpdate } from '../../planning/objective-updates/with-latest-update.ts';

const savedObjective = savedResource({
  create: createObjective,
  update: updateObjective,
  remove: deleteObjective,
  get: getObjective,
  id: 'objectiveId',
});

/** The tools of sprints and objectives, and the analyses. */
export const planningTools = toolsOf([
  [
    [listSprints, sprintsWithToday],
    [createSprint, savedSprint],
  ],
  [
    [listObjectives, withVariants(listObjectives, {}, [listedKeyResults])],
    [createObjective, withVariants(createObjective, savedObjective, [writtenUpdate])],
  ],
  [
    [listKeyResults],
    [
      createKeyResult,
      savedResource({
        create: createKeyResult,
        update: updateKeyResult,
        remove: deleteKeyResult,
        get: getKeyResult,
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
