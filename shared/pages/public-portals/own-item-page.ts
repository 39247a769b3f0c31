import type { Form } from '../../kernel/api/http/form.ts';
import type { WebCall, WebResponse } from '../../kernel/api/operation/web-route.ts';
import type { Problem } from '../kit/form-view.ts';
import { findUntouched } from '../../feedback/items/own-posts.ts';
import { loadPageContext } from '../portal/page-context.ts';
import { ownItemView } from './own-item-view.ts';
import type { ownItemOrThrow } from './own-item.ts';
import { portalResponse } from '../portal/portal-response.ts';
import type { SignedIn } from '../portal/visitor.ts';

interface SentItem {
  visitor: SignedIn;
  found: Awaited<ReturnType<typeof ownItemOrThrow>>;
  form: Form;
  problem?: Problem | undefined;
  status?: number;
}

/** The form in which a visitor changes an idea of theirs, as it was sent. */
export async function ownItemPage(
  call: WebCall,
  { visitor, found, form, problem, status }: SentItem,
): Promise<WebResponse> {
  const [context, untouched] = await Promise.all([
    loadPageContext(call),
    findUntouched(call.read, found, visitor.session.user.id),
  ]);
  const view = ownItemView({
    t: context.t,
    portal: context.portal,
    visitor,
    itemSlug: found.stored.slug,
    form,
    problem: problem?.text,
    canDelete: untouched !== undefined,
  });
  return portalResponse({ ...context, visitor }, view, status);
}
