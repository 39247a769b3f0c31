import { analyzeObjective } from '../../planning/analysis/analyze-objective.ts';
import { analyzeSprint } from '../../planning/analysis/analyze-sprint.ts';
import { analyzeWork } from '../../planning/analysis/analyze-work.ts';
import { analysisOperations } from '../../planning/analysis/index.ts';
import { createTool, type ToolOverrides, type Tool, type ToolOperation } from '../../kernel/api/mcp/tool.ts';
import type { Operation } from '../../kernel/api/operation/operation-kinds.ts';
import { commentOperations } from '../../planning/comments/index.ts';
import { deleteStory } from '../../planning/stories/delete-story.ts';
import { statusOperations } from '../../identity/statuses/index.ts';
import { searchGroup } from '../groups/search.ts';
import { storyOperations } from '../../planning/stories/index.ts';
import { teamOperations } from '../groups/teams.ts';
import { keyResultOperations } from '../../planning/key-results/index.ts';
import { labelOperations } from '../../planning/labels/index.ts';
import { memberOperations } from '../../identity/members/index.ts';
import { listWorkspaces } from '../../identity/members/list-workspaces.ts';
import { objectiveOperations } from '../../planning/objectives/index.ts';
import { createSprint } from '../../planning/sprints/create-sprint.ts';
import { sprintOperations } from '../../planning/sprints/index.ts';
import { briefAnswer } from './brief-answer.ts';
import { createComment } from '../../planning/comments/create-comment.ts';
import { listComments } from '../../planning/comments/list-comments.ts';
import { confirmedDeletion } from './confirmed-deletion.ts';
import { commentOnStoryOrFeedback, listAnyComments } from './feedback-triage.ts';
import { withNames } from './names.ts';
import { relationOperations } from '../../planning/relations/index.ts';
import { createRelation } from '../../planning/relations/create-relation.ts';
import { getStory } from '../../planning/stories/get-story.ts';
import { listStories } from '../../planning/stories/list-stories.ts';
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
const toolOverrides = new Map<ToolOperation, ToolOverrides>([
  [listStories, storiesOfView],
  [getStory, storyWithRelations],
  [createRelation, relationChange],
  [deleteStory, confirmedDeletion],
  [listComments, listAnyComments],
  [createComment, commentOnStoryOrFeedback],
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
  return create(operation, toolOverrides.get(operation));
}

function reads(tool: Tool): boolean {
  return tool.annotations.readOnlyHint;
}

function declaresTool(operation: Operation): operation is ToolOperation {
  return 'tool' in operation && operation.tool !== null;
}
