import type { WebResponse } from '../../kernel/api/operation/web-route.ts';
import type { Reader } from '../../kernel/core/database.ts';
import { listFollowed } from '../../feedback/items/follow-store.ts';
import { listPosts } from '../../feedback/items/author-store.ts';
import { getFeedbackCommentItem, toFeedbackComment } from '../../feedback/items/comment-store.ts';
import { getListedItemsById, toItem, toShownItem } from '../../feedback/items/item-store.ts';
import type { PublicItem } from '../../feedback/items/item.ts';
import { findVotes } from '../../feedback/items/vote-store.ts';
import { deleteOwnItem as deleteItem } from '../../feedback/visitors/delete-own-item.ts';
import { form } from '../kit/form.ts';
import { addresses, DONE, withQuery } from '../portal/addresses.ts';
import { loadPageContext } from '../portal/page-context.ts';
import { ownItemsView } from './own-items-view.ts';
import { portalResponse } from '../portal/portal-response.ts';
import type { VisitorCall, VisitorForm, VisitorPage } from './visitors.ts';

/** Ideas shown of each kind, the newest. */
const SHOWN_MAX = 100;
/** The most posts of a visitor that are looked through for them. */
const READ_MAX = 1_000;

/** The ideas of a portal that a visitor posted, and others that they commented on, voted for or follow. */
async function showOwnItems({ call, visitor }: VisitorCall): Promise<WebResponse> {
  const { read, request } = call;
  const context = await loadPageContext(call);
  const userId = visitor.session.user.id;
  const [posts, followedIds] = await Promise.all([listPosts(read, userId), listFollowed(read, userId)]);
  const newest = (kind: 'item' | 'comment') => posts.filter((post) => post.kind === kind).map(({ id }) => id);
  const { id: portalId } = context.portal;
  const written = newest('item');
  const [posted, discussed, chosen] = await Promise.all([
    collect(written, (ids) => shownOf(read, ids, portalId)),
    collect(newest('comment'), async (ids) => {
      const commented = await commentedOf(read, ids);
      return await shownOf(
        read,
        commented.filter((id) => !written.includes(id)),
        portalId,
      );
    }),
    collect(followedIds, (ids) => shownOf(read, ids, portalId)),
  ]);
  const others = new Set([...posted, ...discussed].map(({ id }) => id));
  const followed = chosen.filter(({ id }) => !others.has(id));
  const ids = [...posted, ...discussed, ...followed].map(({ id }) => id);
  const view = ownItemsView({
    t: context.t,
    portal: context.portal,
    visitor,
    voted: await findVotes(read, userId, ids),
    posted,
    discussed,
    followed,
    isDeleted: request.query.get(DONE) === 'deleted',
  });
  return portalResponse({ ...context, visitor }, view);
}

/** Finds items by the ids of posts, of which those on other portals are none, until there are enough. */
async function collect(
  ids: readonly string[],
  find: (some: readonly string[]) => Promise<PublicItem[]>,
): Promise<PublicItem[]> {
  const found = new Map<string, PublicItem>();
  const read = ids.slice(0, READ_MAX);
  for (let start = 0; start < read.length && found.size < SHOWN_MAX; start += SHOWN_MAX) {
    for (const item of await find(read.slice(start, start + SHOWN_MAX))) found.set(item.id, item);
  }
  return [...found.values()].slice(0, SHOWN_MAX);
}

/** The ids of the items that comments are on, once each. */
async function commentedOf(read: Reader, ids: readonly string[]): Promise<string[]> {
  const comments = await Promise.all(ids.map((id) => getFeedbackCommentItem(read, id)));
  return [...new Set(comments.flatMap((one) => (one ? [toFeedbackComment(one).itemId] : [])))];
}

/** Those of the items that the public sees on a portal. */
async function shownOf(read: Reader, ids: readonly string[], portalId: string) {
  const items = await getListedItemsById(read, ids);
  return items.filter((one) => toItem(one).portalId === portalId && !toItem(one).hidden).map(toShownItem);
}

/** Deletes an idea as its author, as long as it is no one else's concern. */
const deleteOwnItem: VisitorForm = form({
  operation: deleteItem,
  refusals: { conflict: ['title', 'own.kept'] },
  done: ({ slugs }) => withQuery(addresses.mine(slugs.portalSlug), { [DONE]: 'deleted' }),
});

export const page: VisitorPage = { formsAnswer: true, show: showOwnItems };

export const forms = { deleteOwnItem };
