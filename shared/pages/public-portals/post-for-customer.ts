import { deleteDraft } from '../accounts/draft-store.ts';
import { PageError } from '../accounts/page-error.ts';
import { run } from '../kit/run-operation.ts';
import { createFeedbackItem } from '../../feedback/items/create-feedback-item.ts';
import { itemCustomerSchema } from '../../feedback/items/item-customer.ts';
import type { Form } from '../../kernel/api/http/form.ts';
import type { WebCall, WebResponse } from '../../kernel/api/operation/web-route.ts';
import { commit } from '../../kernel/db/write.ts';
import { redirectResponse } from '../../kernel/html/redirect-response.ts';
import type { PlainText } from '../messages/page-messages.ts';
import { addresses, anchors, DONE, withQuery } from './addresses.ts';
import { CUSTOMER } from './customer-fields-view.ts';
import { loadPageContext, type PageContext } from './page-context.ts';
import type { SignedIn } from './visitor.ts';

interface Customer {
  name: string;
  email: string;
}

/** The customer that a form names, or what is wrong with it. Throws a 403 for people who are not of the team. */
export function parseCustomer(form: Form, { team }: PageContext): PlainText | Customer {
  if (!team) throw new PageError(403, 'error.refused', 'form.customerOfTeam');
  const fields = { name: form[CUSTOMER.name]?.trim(), email: form[CUSTOMER.email]?.trim() };
  return itemCustomerSchema().safeParse(fields).data ?? 'form.wrongCustomer';
}

/** Counts a request of a person who is of the team within the limits of its workspace; returns whether they are. */
export async function countForTeam(call: WebCall, { session }: SignedIn): Promise<boolean> {
  const { team } = await loadPageContext(call);
  if (!team) return false;
  const { userId: credentialId, workspaceId } = team.member;
  call.present({ credentialId, workspaceId, proof: session.secret.text }, { requests: 1, writes: 1 });
  return true;
}

interface Post {
  form: Form;
  idea: { boardId: string; title: string; description: string | null };
  customer: Customer;
}

/** Posts an idea for a customer as the member of the team, with their rights, and leads to its page. */
export async function postForCustomer(
  call: WebCall,
  { portal, team }: PageContext,
  { form, idea: { description, ...idea }, customer }: Post,
): Promise<WebResponse> {
  const { member } = team!;
  const { slug } = await run({ call, member }, createFeedbackItem, {
    path: { portalId: portal.id },
    body: { ...idea, ...(description === null ? {} : { description }), customer },
    once: form,
  });
  await commit(call.services.database, [deleteDraft(member.userId, call.request.path)]);
  return redirectResponse(
    `${withQuery(addresses.item(portal.slug, slug), { [DONE]: 'for-customer' })}#${anchors.item}`,
  );
}
