import { createFeedbackItem } from '../../feedback/items/create-feedback-item.ts';
import { redactEmailAddresses } from '../../kernel/core/email-addresses.ts';
import { PageError } from '../session/page-error.ts';
import { form, linesIn, text, type Field } from '../kit/form.ts';
import type { ActingCall } from '../kit/run-operation.ts';
import { addresses, anchors, DONE, withQuery } from '../portal/addresses.ts';
import { CUSTOMER } from './customer-fields-view.ts';
import { loadPageContext } from '../portal/page-context.ts';
import type { TeamMember } from '../portal/team-member.ts';
import type { VisitorCall } from './visitors.ts';

/** The same as in what visitors write themselves. */
const masked = (to: string): Field => ({
  to,
  valueOf: (typed) => redactEmailAddresses(linesIn(typed)),
});

/** Posts an idea for a customer as the member of the team, with their rights, and leads to its page. */
export const postForCustomer = form<VisitorCall & ActingCall, typeof createFeedbackItem>({
  operation: createFeedbackItem,
  fields: { boardId: text('boardId'), title: masked('title'), description: masked('description') },
  body: (_, sent) => ({
    customer: { name: sent[CUSTOMER.name]?.trim(), email: sent[CUSTOMER.email]?.trim() },
  }),
  refusals: {
    boardId: ['boardId', 'form.wrongBoard'],
    title: ['title', 'form.wrongTitle'],
    description: ['description', 'form.wrongDescription'],
    'customer.name': [CUSTOMER.name, 'form.wrongCustomer'],
    'customer.email': [CUSTOMER.email, 'form.wrongCustomer'],
  },
  done: ({ slugs }, { slug }) =>
    `${withQuery(addresses.item(slugs.portalSlug, slug), { [DONE]: 'for-customer' })}#${anchors.item}`,
});

/**
 * The member of the team who posts for a customer, whose request is counted within the limits of the workspace. Throws a 403
 * for people who are not of the team.
 */
export async function countedMember({ call, visitor }: VisitorCall): Promise<TeamMember> {
  const { team } = await loadPageContext(call);
  if (!team) throw new PageError(403, 'error.refused', 'form.customerOfTeam');
  const { userId: credentialId, workspaceId } = team.member;
  call.present({ credentialId, workspaceId, proof: visitor.session.secret.text }, { requests: 1, writes: 1 });
  return team.member;
}
