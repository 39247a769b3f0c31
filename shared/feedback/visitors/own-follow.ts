import * as z from 'zod';
import { visitorOperation } from '../../kernel/api/operation/visitor-operation.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { putFollow } from '../items/follow-store.ts';
import { follow } from './follow.ts';
import { loadShownItem, shownItemOrThrow } from './shown-to-visitor.ts';
import { visitorLimits } from './visitor-limits.ts';

const followingSchema = () => z.object({ itemId: uuid(), following: z.boolean() });

export const followItem = visitorOperation({
  id: 'followItem',
  summary: 'Follow an idea without a vote',
  limit: visitorLimits.votes,
  params: { portalId: uuid(), itemId: uuid() },
  output: followingSchema,
  load: ({ path, read }) => loadShownItem(read, path),
  handle: async ({ caller, read, loaded, now, commit }) => {
    const { portal, item } = await shownItemOrThrow({ caller, read }, loaded);
    await commit(
      await follow(read, item.id, { portalId: portal.id, userId: caller.principalId, now }),
      item.id,
    );
    return { itemId: item.id, following: true };
  },
});

export const unfollowItem = visitorOperation({
  id: 'unfollowItem',
  summary: 'Get no news of an idea, also as its author or for a vote or comment',
  limit: visitorLimits.votes,
  withdraws: true,
  params: { portalId: uuid(), itemId: uuid() },
  output: followingSchema,
  load: ({ path, read }) => loadShownItem(read, path),
  handle: async ({ caller, read, loaded, commit }) => {
    const { item } = await shownItemOrThrow({ caller, read }, loaded);
    await commit(putFollow(item.id, caller.principalId, false), item.id);
    return { itemId: item.id, following: false };
  },
});
