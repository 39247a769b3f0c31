import { VisitorBanned } from '../../feedback/items/ban-store.ts';
import type { Portal } from '../../feedback/portal/portal.ts';
import { publicNotFound } from '../../kernel/api/http/public-read.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { redirectResponse } from '../../kernel/html/redirect-response.ts';
import { signInPath } from '../session/next-path.ts';
import { PageError } from '../session/page-error.ts';
import { answersOf } from '../kit/answer.ts';
import type { FormCode, PageCode, Person } from '../kit/page.ts';
import type { VisitingCall } from '../kit/run-operation.ts';
import { textsFor } from '../session/texts-for.ts';
import { anchors } from '../portal/addresses.ts';
import { findPublicItem } from './find-item.ts';
import { findPublicPortal } from '../portal/find-portal.ts';
import { portalErrorPage } from '../portal/portal-error-page.ts';
import { signedInVisitor } from '../portal/visitor.ts';

/** A person who has signed in on a portal that they see, and what their path names there. */
export interface VisitorCall extends Person, VisitingCall {
  portal: Portal;
  /** Of the path, with the idea and comment if it names them. */
  slugs: { portalSlug: string; itemSlug: string; commentId: string };
}

export type VisitorPage = PageCode<VisitorCall>;
export type VisitorForm = FormCode<VisitorCall>;

/** The visitors of portals, also those whom the portal's company has signed in. */
export const visitors = answersOf<VisitorCall>({
  visitorOf: signedInVisitor,
  async admit(call, visitor, { place }) {
    const { read, request, note } = call;
    const slugs = request.parameters as unknown as VisitorCall['slugs'];
    const userId = visitor.session.user.id;
    note({ userId });
    const found =
      slugs.itemSlug === undefined
        ? { portal: await findPublicPortal(read, slugs.portalSlug) }
        : await findPublicItem(read, request.parameters, async () => undefined);
    const { portal } = found;
    return {
      call,
      visitor,
      ...place,
      slugs,
      portal,
      person: { userId, workspaceId: portal.workspaceId },
      place: {
        portalId: portal.id,
        ...('item' in found && { itemId: found.item.id }),
        ...(slugs.commentId !== undefined && { feedbackCommentId: commentIdIn(slugs.commentId) }),
      },
      t: await textsFor(request, portal.language),
    };
  },
  addressOf: ({ request }) => request.path,
  nextOf: (form, _, page) => (form['content'] === undefined ? page : `${page}#${anchors.write}`),
  // A vote needs no more than a link.
  signIn: async ({ request }, next, form) =>
    form?.['vote'] === 'give'
      ? redirectResponse(signInPath(next, request.parameters['itemSlug']))
      : undefined,
  async refuse(person, error) {
    if (!(error instanceof VisitorBanned)) throw error;
    return await portalErrorPage(new PageError(403, 'error.banned', 'error.bannedText'), person.call);
  },
  pageOfError: portalErrorPage,
});

function commentIdIn(text: string): string {
  const { data } = uuid().safeParse(text);
  if (data === undefined) throw publicNotFound();
  return data;
}
