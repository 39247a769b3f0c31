import { FORM_BODY_MAX_BYTES } from '../../kernel/api/http/form.ts';
import type { WebCall, WebResponse, WebRoute } from '../../kernel/api/operation/web-route.ts';
import {
  boardPath,
  boardStoriesPath,
  boardStoryPath,
  ownCommentPath,
  storyFilePath,
  storyPath,
} from '../../planning/page-paths.ts';
import type { MemberCall, MemberForm, MemberPage, RefusedForm } from './member-call.ts';

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

interface FormPage {
  handle: MemberForm;
  showAgain: (member: MemberCall, refused: RefusedForm) => Promise<WebResponse>;
}

/** A form of a page, which keeps what was typed whatever becomes of it. */
const form = (id: string, path: string, load: () => Promise<FormPage>): WebRoute => ({
  ...route({
    id,
    method: 'POST',
    path,
    handle: async (call) => {
      const [{ acceptFromMember }, { handle, showAgain }] = await Promise.all([
        import('./member-call.ts'),
        load(),
      ]);
      return await acceptFromMember(call, handle, showAgain);
    },
  }),
  answerError: async (error, call) =>
    await (await import('./planning-error-page.ts')).sentFormPage(error, call),
});

/** What the pages count as in the rate limits, by what they read: a story with all about it, the stories of all statuses. */
const STORY_REQUESTS = 5;
const BOARD_REQUESTS = 20;
const FILE_REQUESTS = 1;
const COMMENT_REQUESTS = 1;

const STORY = storyPath('{storyId}');
const OWN_COMMENT = ownCommentPath('{storyId}', '{commentId}');

const storyForms = () => Promise.all([import('./story-forms.ts'), import('./story-page.ts')]);
const commentForms = () => Promise.all([import('./own-comment-forms.ts'), import('./own-comment-page.ts')]);
const boardForms = () => Promise.all([import('./board-forms.ts'), import('./board-page.ts')]);

/** The pages on which members look at the planning of their teams. */
export const planningRoutes: WebRoute[] = [
  page('showStory', STORY, STORY_REQUESTS, async () => (await import('./story-page.ts')).storyPage),
  form('commentOnStory', `${STORY}/comment`, async () => {
    const [{ commentOnStory: handle }, { showStoryPage: showAgain }] = await storyForms();
    return { handle, showAgain };
  }),
  form('saveStory', `${STORY}/save`, async () => {
    const [{ saveStory: handle }, { showStoryPage: showAgain }] = await storyForms();
    return { handle, showAgain };
  }),
  page(
    'showStoryComment',
    OWN_COMMENT,
    COMMENT_REQUESTS,
    async () => (await import('./own-comment-page.ts')).ownCommentPage,
  ),
  form('editStoryComment', OWN_COMMENT, async () => {
    const [{ editComment: handle }, { showOwnComment: showAgain }] = await commentForms();
    return { handle, showAgain };
  }),
  form('deleteStoryComment', `${OWN_COMMENT}/delete`, async () => {
    const [{ removeComment: handle }, { showOwnComment: showAgain }] = await commentForms();
    return { handle, showAgain };
  }),
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
  form('createOnBoard', boardStoriesPath('{teamId}'), async () => {
    const [{ createOnBoard: handle }, { showBoard: showAgain }] = await boardForms();
    return { handle, showAgain };
  }),
  form('moveStory', boardStoryPath('{teamId}', '{storyId}'), async () => {
    const [{ moveStory: handle }, { showBoard: showAgain }] = await boardForms();
    return { handle, showAgain };
  }),
];
