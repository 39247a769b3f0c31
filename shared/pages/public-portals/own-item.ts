import { publicNotFound } from '../../kernel/api/http/public-read.ts';
import { findAuthorIds, isEditable } from '../../feedback/items/own-posts.ts';
import { findPublicItem } from './find-item.ts';
import type { WebCall } from '../../kernel/api/operation/web-route.ts';

/** The idea of a path; throws the same 404 for one that someone else wrote and one that the team has responded to. */
export async function ownItemOrThrow(call: WebCall, userId: string) {
  const found = await findPublicItem(call.read, call.request.parameters, async () => undefined);
  const authorIds = await findAuthorIds(call.read, { userId, workspaceId: found.portal.workspaceId });
  if (!authorIds.has(found.stored.authorId) || !isEditable(found.stored)) throw publicNotFound();
  return { ...found, authorIds };
}
