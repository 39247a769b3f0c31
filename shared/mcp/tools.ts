import { analyzeObjective } from '../analysis/analyze-objective.ts';
import { analyzeSprint } from '../analysis/analyze-sprint.ts';
import { analyzeWork } from '../analysis/analyze-work.ts';
import { analysisOperations } from '../analysis/index.ts';
import { createTool, type Differing, type Tool, type ToolOperation } from '../api/mcp/tool.ts';
import type { Operation } from '../api/operation/operation-kinds.ts';
import { commentOperations } from '../comments/index.ts';
import { deleteStory } from '../cascades/delete-story.ts';
import { statusOperations } from '../groups/statuses.ts';
import { searchGroup } from '../groups/search.ts';
import { storyOperations } from '../groups/stories.ts';
import { teamOperations } from '../groups/teams.ts';
import { keyResultOperations } from '../key-results/index.ts';
import { labelOperations } from '../labels/index.ts';
import { memberOperations } from '../members/index.ts';
import { listWorkspaces } from '../members/list-workspaces.ts';
import { objectiveOperations } from '../objectives/index.ts';
import { createSprint } from '../sprints/create-sprint.ts';
import { sprintOperations } from '../sprints/index.ts';
import { briefAnswer } from './brief-answer.ts';
import { createComment } from '../comments/create-comment.ts';
import { listComments } from '../comments/list-comments.ts';
import { confirmedDeletion } from './confirmed-deletion.ts';
import { commentOnEither, commentsOfEither } from './feedback-triage.ts';
import { withNames } from './names.ts';
import { relationOperations } from '../relations/index.ts';
import { createRelation } from '../relations/create-relation.ts';
import { getStory } from '../stories/get-story.ts';
import { listStories } from '../stories/list-stories.ts';
import { withForecast } from './with-forecast.ts';
import { relationChange } from './relation-change.ts';
import { withSchedulePreview } from './schedule-preview.ts';
import { plannedSprint, withProposal } from './sprint-planning.ts';
import { storiesOfView } from './saved-views.ts';
import { storyWithRelations } from './story-with-relations.ts';
import { storyTool, takesStory } from './story-tool.ts';
import { withStoredSchemas } from './stored-schemas.ts';

/** The resources that AI clients plan with. An operation of theirs that declares a tool is one. */
const resources: readonly (readonly Operation[])[] = [
  [listWorkspaces],
  teamOperations,
  memberOperations,
  statusOperations,
  labelOperations,
  [...searchGroup, ...storyOperations],
  relationOperations,
  commentOperations,
  sprintOperations,
  objectiveOperations,
  keyResultOperations,
  analysisOperations,
];

/** Tools that do not simply run their operation. */
const differing = new Map<ToolOperation, Differing>([
  [listStories, storiesOfView],
  [getStory, storyWithRelations],
  [createRelation, relationChange],
  [deleteStory, confirmedDeletion],
  [listComments, commentsOfEither],
  [createComment, commentOnEither],
  [createSprint, plannedSprint],
  [analyzeSprint, withProposal(withForecast(analyzeSprint, briefAnswer(analyzeSprint)))],
  [analyzeObjective, withForecast(analyzeObjective, briefAnswer(analyzeObjective))],
  [analyzeWork, withSchedulePreview(briefAnswer(analyzeWork))],
]);

/** All tools, in the order in which clients see them: by resource, those that read first. */
export const tools: readonly Tool[] = resources.flatMap((operations) => {
  const declared = operations.filter(declaresTool).map(toTool);
  const listed = [...declared.filter(reads).map(withNames), ...declared.filter((tool) => !reads(tool))];
  return listed.map(withStoredSchemas);
});

function toTool(operation: ToolOperation): Tool {
  const create = takesStory(operation) ? storyTool : createTool;
  return create(operation, differing.get(operation));
}

function reads(tool: Tool): boolean {
  return tool.annotations.readOnlyHint;
}

function declaresTool(operation: Operation): operation is ToolOperation {
  return 'tool' in operation && operation.tool !== null;
}
