import type { FeedbackItem } from '../../feedback/items/item.ts';
import type { Portal } from '../../feedback/portals/portal.ts';
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
