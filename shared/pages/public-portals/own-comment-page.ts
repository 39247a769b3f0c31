import type { WebCall, WebResponse } from '../../kernel/api/operation/web-route.ts';
import type { Fragment } from '../../kernel/html/html.ts';
import { loadPageContext } from '../portal/page-context.ts';
import { visibleCommentOrThrow } from './own-comment.ts';
import { ownCommentView } from './own-comment-view.ts';
import { portalResponse } from '../portal/portal-response.ts';
import type { SignedIn } from '../portal/visitor.ts';

interface SentComment {
  visitor: SignedIn;
  content: string;
  /** The version of the comment that the text was written for. */
  version: string | undefined;
  problem: Fragment | undefined;
  status: number | undefined;
}

/** The form in which a visitor changes a comment of theirs, as it was sent. */
export async function ownCommentPage(
  call: WebCall,
  { visitor, content, version, problem, status }: SentComment,
): Promise<WebResponse> {
  const [context, { item }] = await Promise.all([loadPageContext(call), visibleCommentOrThrow(call)]);
  const { commentId } = call.request.parameters as { commentId: string };
  const view = ownCommentView({
    t: context.t,
    portal: context.portal,
    visitor,
    item,
    commentId,
    content,
    version,
    problem,
  });
  return portalResponse({ ...context, visitor }, view, status);
}
