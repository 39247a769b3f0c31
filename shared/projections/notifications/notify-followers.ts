import { writeConflict } from '../../kernel/core/errors.ts';
import { createReader } from '../../kernel/db/reader.ts';
import { writerOf } from '../../kernel/db/signature.ts';
import type { ItemChange } from '../../kernel/db/stream-record.ts';
import { commit, tryCommit } from '../../kernel/db/write.ts';
import {
  feedbackCommentKind,
  getFeedbackCommentItem,
  toFeedbackComment,
} from '../../feedback/items/comment-store.ts';
import { feedbackItemKind, getItem, toItem } from '../../feedback/items/item-store.ts';
import { feedbackUpdateKind } from '../../feedback/updates/update-store.ts';
import type { Projection, ProjectionContext } from '../../kernel/log/projection.ts';
import { isNews } from '../../planning/news/news.ts';
import { deleteNotifiedStatus, getNotifiedStatus, putNotifiedStatus } from './notified-status-store.ts';

/** Imported on demand: most changes are no news. */
const followers = () => import('../../feedback/items/followers.ts');
const mail = () => import('./follower-mail.ts');
const newsSender = () => import('./send-news.ts');
const news = () => import('./item-news.ts');
const comments = () => import('./comment-news.ts');

/**
 * Mails those who follow an idea when its status changes, an update links it or it gets an official answer, those who wrote
 * on it when someone answers, and those who asked for each update of a portal; mails visitors' ideas and comments to members
 * who chose so, and internal notes to those whom they mention. Each piece of news is a reason of its own, so that records
 * which come twice make one mail.
 */
export const notifyFollowers: Projection = {
  name: 'notify-followers',
  follows: [feedbackItemKind, feedbackCommentKind, feedbackUpdateKind],
  deletionsOnly: false,
  async handle(context, changes) {
    if (context.sendsMail === false) return;
    for (const change of changes) {
      if (feedbackItemKind.includes(change.key)) await notifyOfStatus(context, change);
      else if (feedbackUpdateKind.includes(change.key)) {
        await (await import('./update-news.ts')).mailUpdate(context, change);
      } else await notifyOfComment(context, change);
    }
  },
  rebuild: {
    leads: (item) =>
      [feedbackItemKind, feedbackCommentKind, feedbackUpdateKind].some((kind) => kind.includes(item))
        ? [{ key: item }]
        : [],
  },
};

/**
 * Notifies followers of a status that differs from the one stored as notified, so lost and repeated records do no harm.
 * If none is stored, the record's old image counts as notified.
 */
async function notifyOfStatus(context: ProjectionContext, { key, before, after }: ItemChange): Promise<void> {
  const { database } = context;
  const read = createReader(database);
  const id = feedbackItemKind.idOf(key);
  const [stored, notified] = await Promise.all([getItem(read, id), getNotifiedStatus(read, id)]);
  if (!stored) return notified && (await commit(database, [deleteNotifiedStatus(id)]));
  const item = toItem(stored);
  const { officialCommentId } = item;
  if (officialCommentId !== null && before && toItem(before).officialCommentId !== officialCommentId) {
    await (await comments()).mailOfficialAnswer(context, item, officialCommentId);
  }
  // A vote is no news, and who subscribes is read for each idea once.
  if (!before || toItem(before).hidden) {
    await (await import('./mail-team.ts')).mailIdeaToTeam(context, read, item);
  }
  const earliest = before ?? after;
  const known = notified ?? { status: earliest ? toItem(earliest).status : item.status, times: 0 };
  if (known.status !== item.status && !item.hidden) {
    const portal = await (await mail()).publicPortal(read, item.portalId);
    if (portal) {
      const { sendNews } = await newsSender();
      await sendNews(context, portal, {
        ...(await news()).newsOfStatus(portal, item, known.status, before && toItem(before)),
        reason: ['status', id, String(known.times + 1)],
        followed: [await (await followers()).followedOf(read, item)],
        exceptUserId: await (
          await news()
        ).causeOfStatus(read, stored, {
          workspaceId: portal.workspaceId,
          writer: writerOf(after ?? stored),
        }),
      });
    }
  } else if (notified && known.status === item.status) return;
  const times = known.status === item.status ? known.times : known.times + 1;
  // Another worker was faster and has sent the same.
  await tryCommit(database, [putNotifiedStatus(id, { status: item.status, times }, notified, writeConflict)]);
}

/** Mails those who wrote on an idea when someone else does. */
async function notifyOfComment(context: ProjectionContext, { key }: ItemChange): Promise<void> {
  const read = createReader(context.database);
  const stored = await getFeedbackCommentItem(read, feedbackCommentKind.idOf(key));
  const comment = stored && toFeedbackComment(stored);
  if (comment?.internal) return await (await import('./mail-note.ts')).mailNote(context, read, comment);
  if (!comment || comment.hidden || !isNews(comment.createdAt, context)) return;
  await (await import('./mail-team.ts')).mailCommentToTeam(context, read, comment);
  const { publicPortal, queueFollowerMail, readersOf } = await mail();
  const [found, portal] = await Promise.all([
    getItem(read, comment.itemId),
    publicPortal(read, comment.portalId),
  ]);
  if (!found || !portal) return;
  const item = toItem(found);
  if (item.hidden) return;
  const answered = await (await followers()).findAnswered(read, portal.workspaceId, item, comment);
  await queueFollowerMail(context, {
    ...(await comments()).newsOfComment(portal, item, comment),
    portal,
    causedBy: comment.authorId,
    readers: readersOf(answered, item.id),
  });
}
