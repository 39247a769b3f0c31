/** The path of a story's page, on which members of its team read it in a browser. */
export const storyPath = (storyId: string): string => `/stories/${storyId}`;

/**
 * The query parameters of a story's page, each the id of a comment: one that it has to show, one that all shown are older
 * than, and the one that its form replies to.
 */
export const COMMENT = 'comment';
export const BEFORE = 'before';
export const REPLY = 'reply';

/** The name of the place of all comments on the page of a story. */
export const COMMENTS = 'comments';

/** The name of a comment's place on the page of its story. */
export const commentAnchor = (commentId: string): string => `comment-${commentId}`;

/** The path of a comment on the page of its story. */
export const commentPath = (storyId: string, commentId: string): string =>
  `${storyPath(storyId)}?${COMMENT}=${commentId}#${commentAnchor(commentId)}`;

/** The path of the page on which the author of a comment changes it. */
export const ownCommentPath = (storyId: string, commentId: string): string =>
  `${storyPath(storyId)}/comments/${commentId}`;

/** The path of a file of a story, which leads to where it is stored. */
export const storyFilePath = (storyId: string, fileId: string): string =>
  `${storyPath(storyId)}/files/${fileId}`;

/** The path of what a form on a story's page does, and of the page that asks before the story is deleted. */
export const storyActPath = (storyId: string, act: string): string => `${storyPath(storyId)}/${act}`;

/** The page on which a person starts the day, which leads to that of the workspace that they joined last. */
export const MY_WORK = '/my-work';

/** The path of the page with what a person works on in a workspace, and of what they were notified of there. */
export const myWorkPath = (workspaceId: string): string => `${MY_WORK}/${workspaceId}`;
export const inboxPath = (workspaceId: string): string => `/inbox/${workspaceId}`;

/** The path at which pages of a workspace ask whether something has changed. */
export const changesPath = (workspaceId: string): string => `${inboxPath(workspaceId)}/changes`;

/** The paths of the forms of that: for all that is unread, and for one notification. */
export const readAllPath = (workspaceId: string): string => `${inboxPath(workspaceId)}/read`;
export const notificationPath = (
  workspaceId: string,
  notificationId: string,
  as: 'read' | 'unread',
): string => `${inboxPath(workspaceId)}/${notificationId}/${as}`;

/** The path of the page with a team's board. */
export const boardPath = (teamId: string): string => `/teams/${teamId}`;

/** The path of what keeps the choices of a board for the next visit. */
export const boardFilterPath = (teamId: string): string => `${boardPath(teamId)}/filter`;

/** The paths of the forms of a board: for a new story, and for the status of one. */
export const boardStoriesPath = (teamId: string): string => `${boardPath(teamId)}/stories`;
export const boardStoryPath = (teamId: string, storyId: string): string =>
  `${boardStoriesPath(teamId)}/${storyId}`;

/** The path of the page from which a deleted story is restored. */
export const deletedStoryPath = (teamId: string, storyId: string): string =>
  `${boardPath(teamId)}/deleted/${storyId}`;

/** The paths of the sprints of a team, and of one of them. */
export const sprintsPath = (teamId: string): string => `${boardPath(teamId)}/sprints`;
export const sprintPath = (teamId: string, sprintId: string): string => `${sprintsPath(teamId)}/${sprintId}`;

/** The paths of the objectives of a team, and of one of them. */
export const objectivesPath = (teamId: string): string => `${boardPath(teamId)}/objectives`;
export const objectivePath = (objectiveId: string): string => `/objectives/${objectiveId}`;

/** The paths of the proposals that members of a team see, and of one of them. */
export const proposalsPath = (teamId: string): string => `${boardPath(teamId)}/proposals`;
export const proposalPath = (teamId: string, proposalId: string): string =>
  `${proposalsPath(teamId)}/${proposalId}`;

/** The paths of the rules that members of a team see, of one of them, and of a recipe for one. */
export const rulesPath = (teamId: string): string => `${boardPath(teamId)}/rules`;
export const rulePath = (teamId: string, ruleId: string): string => `${rulesPath(teamId)}/${ruleId}`;
export const recipePath = (teamId: string, recipe: string): string =>
  `${boardPath(teamId)}/rule-recipes/${recipe}`;
