import type { Delivery } from '../../identity/inbound-mail/mailbox.ts';
import type { User } from '../../identity/members/user-store.ts';
import { displayName, NOBODYS_NAME } from '../../identity/members/display-name.ts';
import type { Database, Reader } from '../../kernel/core/database.ts';
import { redactEmailAddresses } from '../../kernel/core/email-addresses.ts';
import { newId } from '../../kernel/core/id.ts';
import { commit } from '../../kernel/db/write.ts';
import { countAttempt, LimitReached } from '../../kernel/rate-limits/rate-limit-store.ts';
import { VisitorBanned } from '../items/ban-store.ts';
import { visitorLimits } from '../visitors/visitor-limits.ts';
import { commentOfPerson } from '../items/comment-of-person.ts';
import {
  COMMENT_MAX_CHARACTERS,
  COMMENTS_MAX,
  feedbackCommentCreateSchema,
} from '../items/feedback-comment.ts';
import type { Replied } from './find-replied.ts';
import type { RefusalReason } from './refusal-texts.ts';
import { replyTextOf } from './reply-text.ts';

interface PostReplyContext {
  database: Database;
  read: Reader;
  now: Date;
}

interface Posted {
  user: User;
  replied: Replied;
  delivery: Delivery;
}

/** Adds a reply as a comment on the idea, as the form on its page would. Returns why it is refused. */
export async function postReply(
  context: PostReplyContext,
  posted: Posted,
): Promise<RefusalReason | undefined> {
  const { user, delivery } = posted;
  const written = replyTextOf(delivery.mail.text, delivery.mail.subject);
  if (isTooLong(written)) return 'too long';
  // As in the forms of pages; masks can be longer than addresses.
  const content = redactEmailAddresses(written);
  if (isTooLong(content)) return 'too long';
  if (!feedbackCommentCreateSchema().safeParse({ content }).success) return 'empty';
  if (displayName(user.name) === NOBODYS_NAME) return 'unnamed';
  try {
    await addComment(context, posted, content);
    return undefined;
  } catch (error) {
    if (error instanceof VisitorBanned) return 'banned';
    if (error instanceof LimitReached) return 'limited';
    if (error instanceof ReplyRefused) return error.reason;
    throw error;
  }
}

const isTooLong = (text: string): boolean => [...text].length > COMMENT_MAX_CHARACTERS;

async function addComment(
  { database, read, now }: PostReplyContext,
  { user, replied: { portal, item }, delivery }: Posted,
  content: string,
): Promise<void> {
  const refused = () => new ReplyRefused(item.commentCount >= COMMENTS_MAX ? 'full' : 'gone');
  const comment = { id: newId(now), itemId: item.id, content, parentId: null };
  const { changes, actor } = await commentOfPerson(read, { userId: user.id, portal, comment, refused }, now);
  await commit(
    database,
    [delivery.received, countAttempt(visitorLimits.comments, user.id, now), ...changes],
    actor,
  );
}

class ReplyRefused extends Error {
  override name = 'ReplyRefused';
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason) {
    super(reason);
    this.reason = reason;
  }
}
