import { BODY_MAX_BYTES } from '../../kernel/api/http/body-limits.ts';
import { IMAGE_FORM_MAX_BYTES } from '../../feedback/portals/image.ts';
import type { WebRoute } from '../../kernel/api/operation/web-route.ts';
import {
  boardFilterPath,
  boardPath,
  boardStoriesPath,
  boardStoryPath,
  deletedStoryPath,
  objectivePath,
  objectivesPath,
  ownCommentPath,
  sprintPath,
  sprintsPath,
  storyActPath,
  storyFilePath,
  storyPath,
} from '../../planning/page-paths.ts';

/** Routes for members share this; what each leads to is in answer-route.ts, by its id. */
const shared = { limitedBy: 'network' } as const;

/** A page, which counts as so many requests. */
const page = (id: string, path: string, requests: number): WebRoute => ({
  ...shared,
  id,
  method: 'GET',
  path,
  handle: async (call) => await (await import('./answer-route.ts')).answerPage(id, call, requests),
  answerError: async (error, call) =>
    await (await import('./planning-error-page.ts')).planningErrorPage(error, call),
});

/** A form of a page, which keeps what was typed whatever becomes of it. */
const form = (id: string, path: string, bodyMaxBytes = BODY_MAX_BYTES): WebRoute => ({
  ...shared,
  bodyMaxBytes,
  id,
  method: 'POST',
  path,
  handle: async (call) => await (await import('./answer-route.ts')).answerForm(id, call),
  answerError: async (error, call) =>
    await (await import('./planning-error-page.ts')).sentFormPage(error, call),
});

/** What the pages count as in the rate limits, by what they read: a story with all about it, the stories of all statuses. */
const STORY_REQUESTS = 5;
const BOARD_REQUESTS = 20;
const OBJECTIVES_REQUESTS = 5;
/** Each of a page's sprints has a report. */
const SPRINTS_REQUESTS = 20;
/** With its analysis and its forecast, which cost five each. */
const SPRINT_REQUESTS = 15;
/** With its forecast, which costs ten. */
const OBJECTIVE_REQUESTS = 15;
const OTHER_REQUESTS = 1;

const STORY = storyPath('{storyId}');
const SPRINTS = sprintsPath('{teamId}');
const SPRINT = sprintPath('{teamId}', '{sprintId}');
const OBJECTIVE = objectivePath('{objectiveId}');
const KEY_RESULT = `${OBJECTIVE}/key-results/{keyResultId}`;
const DELETED = deletedStoryPath('{teamId}', '{deletedId}');
const OWN_COMMENT = ownCommentPath('{storyId}', '{commentId}');

/** The pages on which members look at the planning of their teams. */
export const planningRoutes: WebRoute[] = [
  page('showStory', STORY, STORY_REQUESTS),
  form('actOnStory', storyActPath('{storyId}', '{act}')),
  form('addStoryFile', storyActPath('{storyId}', 'files'), IMAGE_FORM_MAX_BYTES),
  page('showStoryDeletion', storyActPath('{storyId}', 'delete'), OTHER_REQUESTS),
  page('showDeletedStory', DELETED, OTHER_REQUESTS),
  form('restoreStoryOfTeam', DELETED),
  page('showStoryComment', OWN_COMMENT, OTHER_REQUESTS),
  form('editStoryComment', OWN_COMMENT),
  form('deleteStoryComment', `${OWN_COMMENT}/delete`),
  page('openStoryFile', storyFilePath('{storyId}', '{attachmentId}'), OTHER_REQUESTS),
  page('showBoard', boardPath('{teamId}'), BOARD_REQUESTS),
  page('keepBoardChoices', boardFilterPath('{teamId}'), OTHER_REQUESTS),
  page('showSprints', SPRINTS, SPRINTS_REQUESTS),
  form('createSprintOfTeam', SPRINTS),
  page('showSprint', SPRINT, SPRINT_REQUESTS),
  form('saveSprint', SPRINT),
  form('removeSprint', `${SPRINT}/delete`),
  form('planStories', `${SPRINT}/stories`),
  page('showObjectives', objectivesPath('{teamId}'), OBJECTIVES_REQUESTS),
  page('showObjective', OBJECTIVE, OBJECTIVE_REQUESTS),
  form('createObjectiveOfTeam', objectivesPath('{teamId}')),
  form('saveObjective', OBJECTIVE),
  form('addKeyResult', `${OBJECTIVE}/key-results`),
  form('checkKeyResult', KEY_RESULT),
  form('saveKeyResult', `${KEY_RESULT}/save`),
  form('removeKeyResult', `${KEY_RESULT}/delete`),
  form('removeObjective', `${OBJECTIVE}/delete`),
  form('addObjectiveStory', `${OBJECTIVE}/stories`),
  form('addExistingStory', `${OBJECTIVE}/existing-stories`),
  form('createOnBoard', boardStoriesPath('{teamId}')),
  form('changeOnBoard', boardStoryPath('{teamId}', '{storyId}')),
];
