import { FORM_BODY_MAX_BYTES } from '../../kernel/api/http/form.ts';
import type { WebCall, WebResponse, WebRoute } from '../../kernel/api/operation/web-route.ts';
import {
  boardPath,
  boardStoriesPath,
  boardStoryPath,
  objectivePath,
  objectivesPath,
  ownCommentPath,
  storyFilePath,
  storyPath,
} from '../../planning/page-paths.ts';
import type { MemberForm, MemberPage } from './member-call.ts';

interface PlanningRoute {
  id: string;
  method: 'GET' | 'POST';
  path: string;
  handle: (call: WebCall) => Promise<WebResponse>;
}

/** A route for members. What it needs is loaded with the first request, since its function serves much else. */
const route = (own: PlanningRoute): WebRoute => ({
  ...own,
  limitedBy: 'network',
  bodyMaxBytes: FORM_BODY_MAX_BYTES,
  answerError: async (error, call) =>
    await (await import('./planning-error-page.ts')).planningErrorPage(error, call),
});

const page = (id: string, path: string, requests: number, load: () => Promise<MemberPage>): WebRoute =>
  route({
    id,
    method: 'GET',
    path,
    handle: async (call) => {
      const [{ showToMember }, show] = await Promise.all([import('./member-call.ts'), load()]);
      return await showToMember(call, show, requests);
    },
  });

/** A form of a page, which keeps what was typed whatever becomes of it. */
const form = (id: string, path: string, load: () => Promise<MemberForm>): WebRoute => ({
  ...route({
    id,
    method: 'POST',
    path,
    handle: async (call) => {
      const [{ acceptFromMember }, own] = await Promise.all([import('./member-call.ts'), load()]);
      return await acceptFromMember(call, own);
    },
  }),
  answerError: async (error, call) =>
    await (await import('./planning-error-page.ts')).sentFormPage(error, call),
});

/** What the pages count as in the rate limits, by what they read: a story with all about it, the stories of all statuses. */
const STORY_REQUESTS = 5;
const BOARD_REQUESTS = 20;
const OBJECTIVES_REQUESTS = 5;
/** With its forecast, which costs ten. */
const OBJECTIVE_REQUESTS = 15;
const FILE_REQUESTS = 1;
const COMMENT_REQUESTS = 1;

const STORY = storyPath('{storyId}');
const OWN_COMMENT = ownCommentPath('{storyId}', '{commentId}');

/** The pages on which members look at the planning of their teams. */
export const planningRoutes: WebRoute[] = [
  page('showStory', STORY, STORY_REQUESTS, async () => (await import('./story-page.ts')).storyPage),
  form('commentOnStory', `${STORY}/comment`, async () => (await import('./story-forms.ts')).commentOnStory),
  form('addSubStory', `${STORY}/sub-stories`, async () => (await import('./story-forms.ts')).addSubStory),
  form('saveStory', `${STORY}/save`, async () => (await import('./story-forms.ts')).saveStory),
  page(
    'showStoryComment',
    OWN_COMMENT,
    COMMENT_REQUESTS,
    async () => (await import('./own-comment-page.ts')).ownCommentPage,
  ),
  form('editStoryComment', OWN_COMMENT, async () => (await import('./own-comment-forms.ts')).editComment),
  form(
    'deleteStoryComment',
    `${OWN_COMMENT}/delete`,
    async () => (await import('./own-comment-forms.ts')).removeComment,
  ),
  page(
    'openStoryFile',
    storyFilePath('{storyId}', '{attachmentId}'),
    FILE_REQUESTS,
    async () => (await import('./story-file.ts')).storyFile,
  ),
  page(
    'showBoard',
    boardPath('{teamId}'),
    BOARD_REQUESTS,
    async () => (await import('./board-page.ts')).boardPage,
  ),
  page(
    'showObjectives',
    objectivesPath('{teamId}'),
    OBJECTIVES_REQUESTS,
    async () => (await import('./objectives-page.ts')).objectivesPage,
  ),
  page(
    'showObjective',
    objectivePath('{objectiveId}'),
    OBJECTIVE_REQUESTS,
    async () => (await import('./objective-page.ts')).objectivePage,
  ),
  form(
    'createOnBoard',
    boardStoriesPath('{teamId}'),
    async () => (await import('./board-forms.ts')).createOnBoard,
  ),
  form(
    'moveStory',
    boardStoryPath('{teamId}', '{storyId}'),
    async () => (await import('./board-forms.ts')).moveStory,
  ),
];
