import { VisitorBanned } from '../../feedback/items/ban-store.ts';
import { followItem } from '../../feedback/visitors/own-follow.ts';
import { subscribeToPortal } from '../../feedback/visitors/own-subscription.ts';
import { castOwnVote } from '../../feedback/visitors/own-vote.ts';
import type { VisitorOperation } from '../../kernel/api/operation/operation-kinds.ts';
import type { WebCall } from '../../kernel/api/operation/web-route.ts';
import { ApiError } from '../../kernel/core/errors.ts';
import { titleSlug } from '../../kernel/slugs/slug.ts';
import { run } from '../kit/run-operation.ts';
import { findOriginPortal, type Intent, type OriginPortal } from '../session/intent.ts';
import { followedSlugOf, isForUpdates } from '../session/next-path.ts';
import { PageError } from '../session/page-error.ts';

/**
 * Votes, follows or subscribes on the portal that a person has signed in to for that. What is no longer possible, or was done
 * before, is skipped.
 */
export async function fulfilOnPortal(intent: Intent, userId: string, call: WebCall): Promise<void> {
  const { vote, next } = intent;
  const followed = titleSlug().safeParse(followedSlugOf(next)).data;
  const portalOf = async (slug: string | undefined) =>
    slug === undefined ? undefined : await findOriginPortal(call.read, { next, vote: slug });
  await perform(castOwnVote, await portalOf(vote), userId, call);
  await perform(followItem, await portalOf(followed), userId, call);
  if (isForUpdates(next))
    await perform(subscribeToPortal, await findOriginPortal(call.read, intent), userId, call);
}

/** Runs an operation of visitors on a portal and, if its path has one, an idea. */
async function perform(
  operation: VisitorOperation,
  portal: OriginPortal | undefined,
  userId: string,
  call: WebCall,
): Promise<void> {
  if (!portal || (operation.path.includes('{itemId}') && !portal.idea)) return;
  const person = { userId, workspaceId: portal.workspaceId };
  const place = { portalId: portal.id, ...(portal.idea && { itemId: portal.idea.id }) };
  try {
    await run({ call, person, place }, operation);
  } catch (error) {
    const isRefused = error instanceof ApiError || error instanceof PageError;
    if (!(error instanceof VisitorBanned || (isRefused && error.status < 500))) throw error;
  }
}
