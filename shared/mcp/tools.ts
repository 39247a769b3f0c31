import { createTool, type Tool } from '../api/mcp/tool.ts';
import { createComment } from '../comments/create-comment.ts';
import { listComments } from '../comments/list-comments.ts';
import { createKeyResult } from '../key-results/create-key-result.ts';
import { listKeyResults } from '../key-results/list-key-results.ts';
import { updateKeyResult } from '../key-results/update-key-result.ts';
import { listLabels } from '../labels/list-labels.ts';
import { listMembers } from '../members/list-members.ts';
import { createObjective } from '../objectives/create-objective.ts';
import { listObjectives } from '../objectives/list-objectives.ts';
import { updateObjective } from '../objectives/update-objective.ts';
import { createSprint } from '../sprints/create-sprint.ts';
import { listSprints } from '../sprints/list-sprints.ts';
import { listStatuses } from '../statuses/list-statuses.ts';
import { createStory } from '../stories/create-story.ts';
import { getStory } from '../stories/get-story.ts';
import { listStories } from '../stories/list-stories.ts';
import { updateStory } from '../stories/update-story.ts';
import { listTeams } from '../teams/list-teams.ts';
import { analysisTools } from './analysis-tools.ts';
import { deleteStoryTool } from './delete-story-tool.ts';
import { listWorkspaces } from './list-workspaces.ts';
import { withNames } from './names.ts';
import { storyTool } from './story-tool.ts';

/** All tools, in the order in which clients see them. */
export const tools: readonly Tool[] = [
  createTool(listWorkspaces),
  createTool(listTeams),
  createTool(listMembers),
  withNames(createTool(listStatuses)),
  withNames(createTool(listLabels)),
  withNames(createTool(listStories)),
  withNames(storyTool(getStory)),
  // Only admins import stories, so models do not need these fields.
  storyTool(createStory, { extendInput: ({ imported: _, ...shape }) => shape }),
  storyTool(updateStory),
  deleteStoryTool,
  withNames(storyTool(listComments)),
  storyTool(createComment),
  withNames(createTool(listSprints)),
  createTool(createSprint),
  withNames(createTool(listObjectives)),
  createTool(createObjective),
  createTool(updateObjective),
  withNames(createTool(listKeyResults)),
  createTool(createKeyResult),
  createTool(updateKeyResult),
  ...analysisTools.map(withNames),
];
