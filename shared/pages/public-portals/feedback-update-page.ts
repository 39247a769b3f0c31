import { readAhead } from '../../kernel/db/read-ahead.ts';
import { renderMarkdown } from '../../feedback/markdown/markdown.ts';
import { imagePath } from '../../feedback/portal/image.ts';
import { getImageItem } from '../../feedback/portal/image-store.ts';
import type { Html } from '../../kernel/html/html.ts';
import type { PublicUpdate } from '../../feedback/updates/update.ts';
import { getOneMarkup } from '../../feedback/updates/update-store.ts';
import { findUpdateId } from './find-updates.ts';
import { loadPageContext, type PageContext } from '../portal/page-context.ts';
import { portalResponse } from '../portal/portal-response.ts';
import { feedbackUpdateView } from './feedback-update-view.ts';
import type { WebCall } from '../../kernel/api/operation/web-route.ts';
import type { PublicPage } from '../../kernel/api/operation/public-serving.ts';

interface UpdatePageContext extends PageContext {
  /** The body as rendered when it was written. */
  markup: Html | undefined;
}

/** The page of one update. */
export const updatePage: PublicPage<PublicUpdate, UpdatePageContext> = {
  async load(call) {
    const [context, markup] = await Promise.all([loadPageContext(call), findMarkup(call)]);
    return { ...context, markup };
  },
  render: async ({ data: update }, { markup, ...context }, call) =>
    portalResponse(
      context,
      feedbackUpdateView({
        t: context.t,
        portal: context.portal,
        update,
        cover: await findCover(update, call),
        markup: markup ?? renderMarkdown(update.body),
      }),
    ),
};

/** What is known of the picture of an update's cover. */
async function findCover({ coverImageUrl }: PublicUpdate, { read }: WebCall) {
  if (coverImageUrl === null) return undefined;
  return await getImageItem(read, new URL(coverImageUrl).pathname.slice(imagePath('').length));
}

/** Issued together with the operation, so that the reads of both share a batch. */
async function findMarkup(call: WebCall): Promise<Html | undefined> {
  const { parameters, path } = call.request;
  const read = readAhead(call.read, `markup of ${path}`);
  const [, updateId] = await findUpdateId(read, parameters);
  return await getOneMarkup(read, updateId);
}
