import { automation, type Actor } from '../../kernel/core/actor.ts';
import type { Item, Reader } from '../../kernel/core/database.ts';
import { writerOf } from '../../kernel/db/signature.ts';
import { userOfActor } from '../../feedback/items/followers.ts';
import { toItem } from '../../feedback/items/item-store.ts';
import type { FeedbackItem } from '../../feedback/items/item.ts';
import type { Portal } from '../../feedback/portal/portal.ts';
import { storyIdsWithMerged } from '../../feedback/items/story-ids-with-merged.ts';
import { getStoryItem, toStory } from '../../planning/story/story-store.ts';
import { mailText } from '../../identity/mail/mail-text.ts';
import { footerOf, itemPath, publicText } from './follower-mail.ts';
import { plainExcerpt } from './mail-text.ts';
import type { FollowerNews } from './send-news.ts';

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

/** The user who gave an item its status: `writer`, or who changed the last of the stories that completed it. */
export async function causeOfStatus(
  read: Reader,
  stored: Item,
  { workspaceId, writer }: { workspaceId: string; writer: Actor },
): Promise<string | undefined> {
  const isCompleted = writer === automation && toItem(stored).status === 'completed';
  const actor = (isCompleted && (await writerOfLastStory(read, stored))) || writer;
  return await userOfActor(read, workspaceId, actor);
}

async function writerOfLastStory(read: Reader, stored: Item): Promise<Actor | undefined> {
  const ids = await storyIdsWithMerged(read, stored);
  const stories = await Promise.all(ids.map((id) => getStoryItem(read, id)));
  const done = stories
    .flatMap((one) => (one ? [{ writer: writerOf(one), at: toStory(one).completedAt ?? '' }] : []))
    .sort((a, b) => (a.at < b.at ? -1 : 1));
  return done.at(-1)?.writer;
}
