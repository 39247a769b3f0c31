import type { Form } from '../../kernel/api/http/form.ts';
import type { WebCall, WebResponse } from '../../kernel/api/operation/web-route.ts';
import type { PlainText } from '../messages/page-messages.ts';
import type { FeedbackItem } from '../../feedback/items/item.ts';
import { isDeletable } from '../../feedback/items/own-posts.ts';
import { loadPageContext } from './page-context.ts';
import { ownItemView } from './own-item-view.ts';
import { portalResponse } from './portal-response.ts';
import type { SignedIn } from './visitor.ts';

interface Sent {
  visitor: SignedIn;
  stored: FeedbackItem;
  form: Form;
  problem?: PlainText;
}

/** The form in which a visitor changes an idea of theirs, as it was sent. */
export async function ownItemPage(
  call: WebCall,
  { visitor, stored, form, problem }: Sent,
): Promise<WebResponse> {
  const context = await loadPageContext(call);
  const view = ownItemView({
    t: context.t,
    portal: context.portal,
    visitor,
    itemSlug: stored.slug,
    form,
    problem,
    canDelete: isDeletable(stored),
  });
  return portalResponse({ ...context, visitor }, view, problem === undefined ? 200 : 400);
}
