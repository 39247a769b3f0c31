import type { PublicPage } from '../../kernel/api/operation/public-serving.ts';
import type { PublicUpdate } from '../../feedback/updates/update.ts';
import { changelogView } from './changelog-view.ts';
import { loadPageContext, type PageContext } from './page-context.ts';
import { portalResponse } from './portal-response.ts';

/** The page of a portal's published updates. */
export const changelogPage: PublicPage<PublicUpdate[], PageContext> = {
  load: loadPageContext,
  render({ data: updates, meta }, context, call) {
    const view = changelogView({
      t: context.t,
      portal: context.portal,
      updates,
      cursor: call.request.query.get('cursor') ?? undefined,
      nextCursor: meta?.nextCursor ?? null,
    });
    return portalResponse(context, view);
  },
};
