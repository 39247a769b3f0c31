import type { FeedbackItem } from '../../feedback/items/item.ts';
import type { Portal } from '../../feedback/portals/portal.ts';
import type { FeedbackUpdate } from '../../feedback/updates/update.ts';
import { mailText } from '../../identity/mail/mail-text.ts';
import { footerOf, itemPath, publicText } from './follower-mail.ts';
import { plainExcerpt } from './mail-text.ts';
import type { FollowerNews } from './tell-followers.ts';

type NewsText = Pick<FollowerNews, 'portalId' | 'title' | 'body'>;

/** Whether an idea is on its way no more: what the roadmap says of its next steps is over. */
const isOver = ({ status }: FeedbackItem): boolean => status === 'completed' || status === 'closed';

/**
 * What a mail about a new status says. `before` is the idea before the change, if it is known: with the note on the
 * roadmap of an idea that is over, unless the change is also of the note, the mail would promise what was done already.
 */
export function newsOfStatus(
  portal: Portal,
  item: FeedbackItem,
  formerStatus: FeedbackItem['status'],
  before: FeedbackItem | undefined,
): NewsText {
  const status = mailText(`idea.${item.status}`);
  const { roadmapSummary: note } = item;
  const isNew = before !== undefined && before.roadmapSummary !== note;
  return {
    portalId: portal.id,
    title: mailText('idea.news', { status, idea: publicText(item.title) }),
    body: {
      paragraphs: [
        mailText('idea.moved', {
          portal: publicText(portal.name),
          before: mailText(`idea.${formerStatus}`),
          status,
        }),
        ...(note && (isNew || !isOver(item)) ? [plainExcerpt(note)] : []),
      ],
      action: { label: mailText('idea.see'), path: itemPath(portal, item.slug) },
      footer: footerOf(portal),
    },
  };
}

/** What a mail about a published update says, and its reason, for which each person gets one mail. */
export const newsOfUpdate = (
  portal: Portal,
  update: FeedbackUpdate,
  items: readonly FeedbackItem[],
): NewsText & Pick<FollowerNews, 'reason' | 'ideas'> => ({
  portalId: portal.id,
  reason: ['update', update.id],
  title: publicText(update.title),
  body: {
    paragraphs: [
      ...(update.summary ? [plainExcerpt(update.summary)] : []),
      mailText('update.covers', {
        ideas: { list: items.map(({ title }) => mailText('idea.quoted', { idea: publicText(title) })) },
        portal: publicText(portal.name),
      }),
    ],
    updateId: update.id,
    action: {
      label: mailText('update.read'),
      path: `/portals/${portal.slug}/feedback/updates/${update.slug}`,
    },
    footer: footerOf(portal),
  },
  // With one idea, it is clear which one a reply is for.
  ...(items.length > 1 && {
    ideas: Object.fromEntries(items.map(({ id, title }) => [id, publicText(title)])),
  }),
});
