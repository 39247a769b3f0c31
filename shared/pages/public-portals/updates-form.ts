import { subscribeToPortal, unsubscribeFromPortal } from '../../feedback/visitors/own-subscription.ts';
import { redirectResponse } from '../../kernel/html/redirect-response.ts';
import { form } from '../kit/form.ts';
import { addresses, DONE, SUBSCRIBED, withQuery } from '../portal/addresses.ts';
import type { VisitorForm, VisitorPage } from './visitors.ts';

/** Has each new update of a portal sent to the visitor by mail, or ends that. */
const subscribeToUpdates: VisitorForm = form({
  operation: (sent) => (sent['subscribe'] === 'yes' ? subscribeToPortal : unsubscribeFromPortal),
  keepsDraft: true,
  done: ({ slugs }, { subscribed }) =>
    withQuery(addresses.updates(slugs.portalSlug), { [DONE]: subscribed ? SUBSCRIBED : 'unsubscribed' }),
});

export const page: VisitorPage = {
  formsAnswer: true,
  show: async ({ slugs }) => redirectResponse(addresses.updates(slugs.portalSlug)),
};

export const forms = { subscribeToUpdates };
