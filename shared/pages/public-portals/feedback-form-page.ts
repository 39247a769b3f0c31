import type { Form } from '../../kernel/api/http/form.ts';
import type { PublicItem } from '../../feedback/items/item.ts';
import type { WebResponse, WebCall } from '../../kernel/api/operation/web-route.ts';
import type { PlainText } from '../messages/page-messages.ts';
import { closedView, feedbackFormView } from './feedback-form-view.ts';
import { newFormNonce } from '../kit/form-nonce.ts';
import type { PageContext } from './page-context.ts';
import { portalResponse } from './portal-response.ts';

/** The page of a portal without boards, which takes no ideas. */
export const closedPage = (context: PageContext): WebResponse =>
  portalResponse(context, closedView(context.portal, context.t));

interface Sent {
  form: Form;
  /** The problem of the submitted form. */
  problem?: PlainText;
  /** Whether it was written before signing in. */
  isDraft?: boolean;
  /** What is like its title. */
  similar?: readonly PublicItem[];
}

/** The form for an idea, as it was sent. Strangers write first and sign in with what they wrote. */
export function formPage(
  call: WebCall,
  context: PageContext,
  { form, problem, isDraft = false, similar = [] }: Sent,
): WebResponse {
  const { t, portal, visitor, team } = context;
  const memberName = team?.member.name;
  const formNonce = newFormNonce(call);
  const sent = { form, problem, isDraft, similar };
  const view = feedbackFormView({ t, portal, visitor, memberName, ...sent, formNonce });
  const response = portalResponse(context, view, problem === undefined ? 200 : 400);
  // The title that it begins with is in no key of a cache.
  return { ...response, headers: { ...response.headers, 'cache-control': 'private, no-store' } };
}
