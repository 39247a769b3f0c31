import { getsUpdates } from '../../feedback/visitors/follow.ts';
import type { PublicPage } from '../../kernel/api/operation/public-serving.ts';
import type { PublicUpdate } from '../../feedback/updates/update.ts';
import { DONE } from '../portal/addresses.ts';
import { changelogView } from './changelog-view.ts';
import { acts } from './done-texts.ts';
import { loadPageContext, type PageContext } from '../portal/page-context.ts';
import { portalResponse } from '../portal/portal-response.ts';

interface ChangelogContext extends PageContext {
  isSubscribed: boolean;
}

/** The page of a portal's published updates. */
export const changelogPage: PublicPage<PublicUpdate[], ChangelogContext> = {
  async load(call) {
    const context = await loadPageContext(call);
    const { portal, visitor } = context;
    return {
      ...context,
      isSubscribed:
        visitor !== undefined &&
        (await getsUpdates(call.read, { portalId: portal.id, userId: visitor.session.user.id })),
    };
  },
  render({ data: updates, meta }, context, call) {
    const view = changelogView({
      t: context.t,
      portal: context.portal,
      visitor: context.visitor,
      isSubscribed: context.isSubscribed,
      done: doneOf(call.request.query.get(DONE), context),
      updates,
      cursor: call.request.query.get('cursor') ?? undefined,
      nextCursor: meta?.nextCursor ?? null,
    });
    return portalResponse(context, view);
  },
};

/** What the visitor has just chosen, while it is so. */
function doneOf(act: string | null, { visitor, isSubscribed }: ChangelogContext) {
  if (!visitor || act === null || !Object.hasOwn(acts.updates, act)) return undefined;
  const said = act as keyof typeof acts.updates;
  return (said === 'subscribed') === isSubscribed ? acts.updates[said] : undefined;
}
