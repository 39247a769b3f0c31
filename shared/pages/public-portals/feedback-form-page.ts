import type { Form } from '../../kernel/api/http/form.ts';
import type { PublicItem } from '../../feedback/items/item.ts';
import type { WebResponse, WebCall } from '../../kernel/api/operation/web-route.ts';
import type { Problem } from '../kit/form-view.ts';
import { closedView, feedbackFormView } from './feedback-form-view.ts';
import { newFormNonce } from '../kit/form-nonce.ts';
import type { PageContext } from '../portal/page-context.ts';
import { portalResponse } from '../portal/portal-response.ts';

/** The page of a portal without boards, which takes no ideas. */
export const closedPage = (context: PageContext): WebResponse =>
  portalResponse(context, closedView(context.portal, context.t));

interface SentFeedback {
  form: Form;
  /** The problem of the submitted form. */
  problem?: Problem | undefined;
  status?: number;
  /** Whether it was written before signing in. */
  isDraft?: boolean;
  /** What is like its title. */
  similar?: readonly PublicItem[];
}

/** The form for an idea, as it was sent. Strangers write first and sign in with what they wrote. */
export function formPage(
  call: WebCall,
  context: PageContext,
  { form, problem, status, isDraft = false, similar = [] }: SentFeedback,
): WebResponse {
  const { t, portal, visitor, team } = context;
  const memberName = team?.member.name;
  const formNonce = newFormNonce(call);
  const sent = { form, problem: problem?.text, isDraft, similar };
  const view = feedbackFormView({ t, portal, visitor, memberName, ...sent, formNonce });
  const response = portalResponse(context, view, status);
  // The title that it begins with is in no key of a cache.
  return { ...response, headers: { ...response.headers, 'cache-control': 'private, no-store' } };
}
