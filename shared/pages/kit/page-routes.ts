import { BODY_MAX_BYTES } from '../../kernel/api/http/body-limits.ts';
import type { WebRoute } from '../../kernel/api/operation/web-route.ts';
import type { Answers } from './answer.ts';
import type { Asker, Page } from './page.ts';
import { pathOf } from './path-of.ts';

/** The routes of pages for an audience, whose code is loaded with the first request. */
export const pageRoutes = <P extends Asker>(
  load: () => Promise<Answers<P>>,
  pages: readonly Page<P>[],
): WebRoute[] => pages.flatMap((page) => [pageRoute(load, page), ...formRoutes(load, page)]);

const pageRoute = <P extends Asker>(load: () => Promise<Answers<P>>, page: Page<P>): WebRoute => ({
  limitedBy: 'network',
  id: page.id,
  method: 'GET',
  path: page.path,
  handle: async (call) => {
    return await (await load()).showPage(page, call);
  },
  answerError: async (error, call) => await (await load()).pageOfError(error, call),
});

/** The routes of the forms of a page alone. */
export const formRoutes = <P extends Asker>(load: () => Promise<Answers<P>>, page: Page<P>): WebRoute[] =>
  Object.entries(page.forms ?? {}).map(([id, address]) => ({
    limitedBy: 'network',
    bodyMaxBytes: BODY_MAX_BYTES,
    ...(typeof address === 'string' ? { path: address } : address),
    id,
    method: 'POST',
    handle: async (call) => {
      return await (await load()).acceptForm(page, id, call);
    },
    answerError: async (error, call) =>
      await (await load()).pageOfError(error, call, pathOf(page.path, call.request.parameters)),
  }));
