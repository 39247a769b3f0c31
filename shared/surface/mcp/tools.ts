import { analyzeObjective } from '../../planning/analysis/analyze-objective.ts';
import { analyzeSprint } from '../../planning/analysis/analyze-sprint.ts';
import { analyzeWork } from '../../planning/analysis/analyze-work.ts';
import { analysisOperations } from '../../planning/analysis/index.ts';
import { createTool, type ToolOverrides, type Tool, type ToolOperation } from '../../kernel/api/mcp/tool.ts';
import type { Operation } from '../../kernel/api/operation/operation-kinds.ts';
import { commentOperations } from '../../planning/comments/index.ts';
import { deleteStory } from '../../planning/stories/delete-story.ts';
import { listStatuses } from '../../identity/statuses/list-statuses.ts';
import { statusesInOrder } from './statuses-in-order.ts';
import { statusOperations } from '../../identity/statuses/index.ts';
import { searchGroup } from '../groups/search.ts';
import { storyOperations } from '../../planning/stories/index.ts';
import { teamOperations } from '../groups/teams.ts';
import { keyResultOperations } from '../../planning/key-results/index.ts';
import { labelOperations } from '../../planning/labels/index.ts';
import { listMembers } from '../../identity/members/list-members.ts';
import { memberOperations } from '../../identity/members/index.ts';
import { listWorkspaces } from '../../identity/members/list-workspaces.ts';
import { objectiveOperations } from '../../planning/objectives/index.ts';
import { createSprint } from '../../planning/sprints/create-sprint.ts';
import { sprintOperations } from '../../planning/sprints/index.ts';
import { briefAnswer } from './brief-answer.ts';
import { createComment } from '../../planning/comments/create-comment.ts';
import { createLabel } from '../../planning/labels/create-label.ts';
import { createKeyResult } from '../../planning/key-results/create-key-result.ts';
import { deleteKeyResult } from '../../planning/key-results/delete-key-result.ts';
import { updateKeyResult } from '../../planning/key-results/update-key-result.ts';
import { createObjective } from '../../planning/objectives/create-objective.ts';
import { deleteObjective } from '../../planning/objectives/delete-objective.ts';
import { updateObjective } from '../../planning/objectives/update-objective.ts';
import { createStory } from '../../planning/stories/create-story.ts';
import { updateStory } from '../../planning/stories/update-story.ts';
import { listComments } from '../../planning/comments/list-comments.ts';
import { confirmedDeletion } from './confirmed-deletion.ts';
import { listAnyComments } from './feedback-triage.ts';
import { withNames } from './names.ts';
import { relationOperations } from '../../planning/relations/index.ts';
import { createRelation } from '../../planning/relations/create-relation.ts';
import { getStory } from '../../planning/stories/get-story.ts';
import { listStories } from '../../planning/stories/list-stories.ts';
import { withForecast } from './with-forecast.ts';
import { relationChange } from './relation-change.ts';
import { withSchedulePreview } from './schedule-preview.ts';
import { savedComment } from './saved-comment.ts';
import { savedResource } from './saved-resource.ts';
import { savedSprint } from './saved-sprint.ts';
import { manyChangedStories, manyNewStories } from './many-stories.ts';
import { setup } from './setup.ts';
import { understoodTool } from './understood-tool.ts';
import { withProposal } from './sprint-planning.ts';
import { listedOrCounted } from './counted-stories.ts';
import { membersWithWork } from './members-with-work.ts';
import { storyWithRelations } from './story-with-relations.ts';
import { storyTool, takesStory } from './story-tool.ts';
import { withStoredSchemas } from './stored-tools.ts';

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
  [listStories, listedOrCounted],
  [listMembers, membersWithWork],
  [listStatuses, statusesInOrder],
  [getStory, storyWithRelations],
  [createRelation, relationChange],
  [deleteStory, confirmedDeletion],
  [listComments, listAnyComments],
  [createComment, savedComment],
  [createStory, manyNewStories],
  [updateStory, manyChangedStories],
  [createLabel, setup],
  [createSprint, savedSprint],
  [
    createObjective,
    savedResource({
      create: createObjective,
      update: updateObjective,
      remove: deleteObjective,
      id: 'objectiveId',
    }),
  ],
  [
    createKeyResult,
    savedResource({
      create: createKeyResult,
      update: updateKeyResult,
      remove: deleteKeyResult,
      id: 'keyResultId',
    }),
  ],
  [analyzeSprint, withProposal(withForecast(analyzeSprint, briefAnswer(analyzeSprint)))],
  [analyzeObjective, withForecast(analyzeObjective, briefAnswer(analyzeObjective))],
  [analyzeWork, withSchedulePreview(briefAnswer(analyzeWork))],
]);

/** The pages that show the results of tools (content/apps). */
const appOf: ReadonlyMap<string, string> = new Map([
  ['list_stories', 'ui://plotline/board'],
  ['analyze_sprint', 'ui://plotline/burn-down'],
  ['list_objectives', 'ui://plotline/roadmap'],
]);

/** All tools, in the order in which clients see them: by resource, those that read first. */
export const tools: readonly Tool[] = resources.flatMap((operations) => {
  const declared = operations.filter(declaresTool).map(toTool);
  const listed = [...declared.filter(reads), ...declared.filter((tool) => !reads(tool))];
  return listed.map(withNames).map(withStoredSchemas).map(understoodTool).map(withApp);
});

/** What tools were called before they were merged; clients that know these names go on using them. */
export const formerNames: ReadonlyMap<string, string> = new Map([
  ['update_story', 'update_stories'],
  ['add_comment', 'save_comment'],
  ['create_sprint', 'save_sprint'],
  ['create_objective', 'save_objective'],
  ['update_objective', 'save_objective'],
  ['create_key_result', 'save_key_result'],
  ['update_key_result', 'save_key_result'],
]);

/** The tool of a name, or of a former one. */
export const findTool = (name: string): Tool | undefined =>
  tools.find((tool) => tool.name === (formerNames.get(name) ?? name));

function toTool(operation: ToolOperation): Tool {
  const create = takesStory(operation) ? storyTool : createTool;
  return create(operation, toolOverrides.get(operation));
}

function withApp(tool: Tool): Tool {
  return { ...tool, app: appOf.get(tool.name) };
}

function reads(tool: Tool): boolean {
  return tool.annotations.readOnlyHint;
}

function declaresTool(operation: Operation): operation is ToolOperation {
  return 'tool' in operation && operation.tool !== null;
}
