import { IMAGE_FORM_MAX_BYTES } from '../../feedback/portal/image.ts';
import type { WebRoute } from '../../kernel/api/operation/web-route.ts';
import {
  boardFilterPath,
  boardPath,
  boardStoriesPath,
  boardStoryPath,
  changesPath,
  deletedStoryPath,
  inboxPath,
  MY_WORK,
  myWorkPath,
  notificationPath,
  objectivePath,
  objectivesPath,
  ownCommentPath,
  readAllPath,
  sprintPath,
  sprintsPath,
  storyActPath,
  storyFilePath,
  storyPath,
} from '../../planning/paths/page-paths.ts';
import { page, type PageCode } from '../kit/page.ts';
import { pageRoutes } from '../kit/page-routes.ts';
import type { WorkspaceCall } from './member-call.ts';
import type { ReadProposals } from './my-work-page.ts';

const storyForm = (act: string): string => storyActPath('{storyId}', act);
const OWN_COMMENT = ownCommentPath('{storyId}', '{commentId}');
const DELETED = deletedStoryPath('{teamId}', '{deletedId}');
const SPRINTS = sprintsPath('{teamId}');
const SPRINT = sprintPath('{teamId}', '{sprintId}');
const OBJECTIVES = objectivesPath('{teamId}');
const OBJECTIVE = objectivePath('{objectiveId}');
const KEY_RESULT = `${OBJECTIVE}/key-results/{keyResultId}`;

/** The pages on which members look at the planning of their teams. */
const pages = [
  page({
    id: 'showStory',
    path: storyPath('{storyId}'),
    keepsDrafts: true,
    // With all about it.
    requests: 5,
    code: async () => ({ ...(await import('./story-page.ts')), ...(await import('./story-forms.ts')) }),
    forms: {
      commentOnStory: storyForm('comment'),
      saveStory: storyForm('save'),
      addSubStory: storyForm('sub-stories'),
      addStoryLink: storyForm('link'),
      removeStoryLink: storyForm('unlink'),
      relateStory: storyForm('relate'),
      unrelateStory: storyForm('unrelate'),
      addStoryFile: { path: storyForm('files'), bodyMaxBytes: IMAGE_FORM_MAX_BYTES },
      announceStoryFile: storyForm('upload'),
      deleteStoryFile: storyForm('delete-file'),
      chooseStoryWatch: storyForm('watch'),
      chooseStoryArchive: storyForm('archive'),
    },
  }),
  page({
    id: 'showStoryDeletion',
    path: storyForm('delete'),
    code: () => import('./story-deletion-page.ts'),
    forms: { deleteStoryOfTeam: storyForm('delete') },
  }),
  page({
    id: 'showDeletedStory',
    path: DELETED,
    code: () => import('./deleted-story-page.ts'),
    forms: { restoreStoryOfTeam: DELETED },
  }),
  page({
    id: 'showStoryComment',
    path: OWN_COMMENT,
    keepsDrafts: true,
    code: () => import('./own-comment-page.ts'),
    forms: { editStoryComment: OWN_COMMENT, deleteStoryComment: `${OWN_COMMENT}/delete` },
  }),
  page({
    id: 'openStoryFile',
    path: storyFilePath('{storyId}', '{attachmentId}'),
    code: () => import('./story-file.ts'),
  }),
  page({
    id: 'showBoard',
    path: boardPath('{teamId}'),
    keepsDrafts: true,
    // The stories of all statuses.
    requests: 20,
    code: () => import('./board-page.ts'),
    forms: {
      createOnBoard: boardStoriesPath('{teamId}'),
      changeOnBoard: boardStoryPath('{teamId}', '{storyId}'),
    },
  }),
  page({
    id: 'keepBoardChoices',
    path: boardFilterPath('{teamId}'),
    code: () => import('./kept-choices.ts'),
  }),
  page({
    id: 'showSprints',
    path: SPRINTS,
    keepsDrafts: true,
    // Each of a page's sprints has a report.
    requests: 20,
    code: () => import('./sprints-page.ts'),
    forms: { createSprintOfTeam: SPRINTS },
  }),
  page({
    id: 'showSprint',
    path: SPRINT,
    keepsDrafts: true,
    // With its analysis and its forecast, which cost five each.
    requests: 15,
    code: () => import('./sprint-page.ts'),
    forms: { saveSprint: SPRINT, removeSprint: `${SPRINT}/delete`, planStories: `${SPRINT}/stories` },
  }),
  page({
    id: 'showObjectives',
    path: OBJECTIVES,
    keepsDrafts: true,
    requests: 5,
    code: () => import('./objectives-page.ts'),
    forms: { createObjectiveOfTeam: OBJECTIVES },
  }),
  page({
    id: 'showObjective',
    path: OBJECTIVE,
    keepsDrafts: true,
    // With its forecast, which costs ten.
    requests: 15,
    code: () => import('./objective-page.ts'),
    forms: {
      saveObjective: OBJECTIVE,
      removeObjective: `${OBJECTIVE}/delete`,
      addKeyResult: `${OBJECTIVE}/key-results`,
      checkKeyResult: KEY_RESULT,
      saveKeyResult: `${KEY_RESULT}/save`,
      removeKeyResult: `${KEY_RESULT}/delete`,
      addObjectiveStory: `${OBJECTIVE}/stories`,
      addExistingStory: `${OBJECTIVE}/existing-stories`,
    },
  }),
];

const WORKSPACE = '{workspaceId}';
const NOTIFICATION = '{notificationId}';

/** The pages of a person in a workspace, over all of their teams. */
const ownPages = (myWork: () => Promise<{ page: PageCode<WorkspaceCall> }>) => [
  page({ id: 'openMyWork', path: MY_WORK, code: myWork }),
  // With lists of seven kinds.
  page({ id: 'showMyWork', path: myWorkPath(WORKSPACE), requests: 10, code: myWork }),
  page({
    id: 'showInbox',
    path: inboxPath(WORKSPACE),
    code: () => import('./inbox-page.ts'),
    forms: {
      readNotifications: readAllPath(WORKSPACE),
      readNotification: notificationPath(WORKSPACE, NOTIFICATION, 'read'),
      unreadNotification: notificationPath(WORKSPACE, NOTIFICATION, 'unread'),
    },
  }),
];

/** What pages ask every few seconds while they are looked at. */
const changes: WebRoute = {
  limitedBy: 'network',
  id: 'askForChanges',
  method: 'GET',
  path: changesPath(WORKSPACE),
  handle: async (call) => await (await import('./changes.ts')).answerChanges(call),
};

/** The pages of planning; the page of a person's work has proposals, which another room knows. */
export const planningRoutes = (readProposals: ReadProposals): WebRoute[] => [
  changes,
  ...pageRoutes(async () => (await import('./members.ts')).members, pages),
  ...pageRoutes(
    async () => (await import('./workspace-members.ts')).workspaceMembers,
    ownPages(async () => ({ page: (await import('./my-work-page.ts')).myWorkPage(readProposals) })),
  ),
];
