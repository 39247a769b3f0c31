import type { Reader } from '../../kernel/core/database.ts';
import { createReader } from '../../kernel/db/reader.ts';
import { writerOf } from '../../kernel/db/signature.ts';
import type { ItemChange } from '../../kernel/db/stream-record.ts';
import type { ProjectionContext } from '../../kernel/log/projection.ts';
import { followedOf, userOfActor } from '../../feedback/items/followers.ts';
import type { FeedbackItem } from '../../feedback/items/item.ts';
import { getItem, toItem } from '../../feedback/items/item-store.ts';
import type { Portal } from '../../feedback/portal/portal.ts';
import type { FeedbackUpdate } from '../../feedback/updates/update.ts';
import { feedbackUpdateKind, getUpdate, toUpdate } from '../../feedback/updates/update-store.ts';
import { mailText } from '../../identity/mail/mail-text.ts';
import { isNews } from '../../planning/news/news.ts';
import { footerOf, publicPortal, publicText } from './follower-mail.ts';
import { plainExcerpt } from './mail-text.ts';
import { sendNews, type FollowerNews } from './send-news.ts';

/**
 * Mails the followers of each item that a published update links, and then the subscribers of its portal: each person once
 * per update.
 */
export async function mailUpdate(context: ProjectionContext, { key, after }: ItemChange): Promise<void> {
  const read = createReader(context.database);
  const stored = await getUpdate(read, feedbackUpdateKind.idOf(key));
  const update = stored && toUpdate(stored);
  if (!stored || !update?.publishedAt || !isNews(update.publishedAt, context)) return;
  const portal = await publicPortal(read, update.portalId);
  if (!portal) return;
  const items = await shownItems(read, update.linkedItemIds);
  const exceptUserId = await userOfActor(read, portal.workspaceId, writerOf(after ?? stored));
  await sendNews(context, portal, {
    ...newsOfUpdate(portal, update, items),
    followed: await Promise.all(items.map((item) => followedOf(read, item))),
    exceptUserId,
  });
  await sendNews(context, portal, {
    ...newsOfUpdate(portal, update, []),
    followed: 'subscribers',
    exceptUserId,
  });
}

async function shownItems(read: Reader, ids: readonly string[]): Promise<FeedbackItem[]> {
  const linked = await Promise.all(ids.map((id) => getItem(read, id)));
  return linked.flatMap((one) => (one ? [toItem(one)] : [])).filter(({ hidden }) => !hidden);
}

/**
 * What a mail about a published update says, and its reason, for which each person gets one mail. `items` are those that
 * its readers follow; none for the subscribers of the portal.
 */
const newsOfUpdate = (
  portal: Portal,
  update: FeedbackUpdate,
  items: readonly FeedbackItem[],
): Omit<FollowerNews, 'followed'> => ({
  portalId: portal.id,
  reason: ['update', update.id],
  title: publicText(update.title),
  body: {
    paragraphs: [
      ...(update.summary ? [plainExcerpt(update.summary)] : []),
      ...(items.length > 0 ? [coverage(portal, items)] : []),
    ],
    updateId: update.id,
    action: {
      label: mailText('update.read'),
      path: `/portals/${portal.slug}/feedback/updates/${update.slug}`,
    },
    footer:
      items.length > 0 ? footerOf(portal) : mailText('update.footer', { portal: publicText(portal.name) }),
  },
  // With one idea, it is clear which one a reply is for.
  ...(items.length > 1 && {
    ideas: Object.fromEntries(items.map(({ id, title }) => [id, publicText(title)])),
  }),
});

const coverage = (portal: Portal, items: readonly FeedbackItem[]) =>
  mailText('update.covers', {
    ideas: { list: items.map(({ title }) => mailText('idea.quoted', { idea: publicText(title) })) },
    portal: publicText(portal.name),
  });
