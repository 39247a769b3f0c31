import type { WebRoute } from '../../kernel/api/operation/web-route.ts';
import { boardPath, storyPath } from '../../planning/page-paths.ts';
import { pageRoute } from '../accounts/page-route.ts';
import type { MemberForm, MemberPage } from './member-call.ts';

/** Pages of planning. Their code is loaded with the first request, since their function serves much else. */
const page = (id: string, path: string, load: () => Promise<MemberPage>): WebRoute =>
  pageRoute({
    id,
    method: 'GET',
    path,
    limitedBy: 'network',
    handle: async (call) => {
      const [{ showToMember }, show] = await Promise.all([import('./member-call.ts'), load()]);
      return await showToMember(call, show);
    },
  });

/** Forms on these pages. */
const form = (id: string, path: string, load: () => Promise<MemberForm>): WebRoute =>
  pageRoute({
    id,
    method: 'POST',
    path,
    limitedBy: 'network',
    handle: async (call) => {
      const [{ acceptFromMember }, handle] = await Promise.all([import('./member-call.ts'), load()]);
      return await acceptFromMember(call, handle);
    },
  });

const STORY = storyPath('{storyId}');

/** The pages on which members look at the planning of their teams. */
export const planningRoutes: WebRoute[] = [
  page('showStory', STORY, async () => (await import('./story-page.ts')).storyPage),
  form('commentOnStory', `${STORY}/comment`, async () => (await import('./story-forms.ts')).commentOnStory),
  form('chooseStatus', `${STORY}/status`, async () => (await import('./story-forms.ts')).chooseStatus),
  page('showBoard', boardPath('{teamId}'), async () => (await import('./board-page.ts')).boardPage),
];
