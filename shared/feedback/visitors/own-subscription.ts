import * as z from 'zod';
import { visitorOperation } from '../../kernel/api/operation/visitor-operation.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { getPortalItem } from '../portal/portal-store.ts';
import { subscribe, unsubscribe } from './follow.ts';
import { shownPortalOrThrow } from './shown-to-visitor.ts';
import { visitorLimits } from './visitor-limits.ts';

const subscriptionSchema = () => z.object({ portalId: uuid(), subscribed: z.boolean() });

export const subscribeToPortal = visitorOperation({
  id: 'subscribeToPortal',
  summary: 'Get each new update of a portal by mail',
  limit: visitorLimits.votes,
  params: { portalId: uuid() },
  output: subscriptionSchema,
  load: ({ path, read }) => ({ portal: getPortalItem(read, path.portalId) }),
  handle: async ({ caller, read, loaded, now, commit }) => {
    const { id } = await shownPortalOrThrow({ caller, read }, loaded.portal);
    await commit(await subscribe(read, { portalId: id, userId: caller.principalId, now }), id);
    return { portalId: id, subscribed: true };
  },
});

export const unsubscribeFromPortal = visitorOperation({
  id: 'unsubscribeFromPortal',
  summary: 'Get no more updates of a portal by mail',
  limit: visitorLimits.votes,
  withdraws: true,
  params: { portalId: uuid() },
  output: subscriptionSchema,
  load: ({ path, read }) => ({ portal: getPortalItem(read, path.portalId) }),
  handle: async ({ caller, read, loaded, now, commit }) => {
    const { id } = await shownPortalOrThrow({ caller, read }, loaded.portal);
    await commit(await unsubscribe(read, { portalId: id, userId: caller.principalId, now }), id);
    return { portalId: id, subscribed: false };
  },
});
