import { confirmedSender } from '../../identity/inbound-mail/confirmed-sender.ts';
import type {
  Delivery,
  Mailbox,
  MailboxServices,
  MailAnswer,
  Refusal,
} from '../../identity/inbound-mail/mailbox.ts';
import { isSameAddress } from '../../identity/mail/mail.ts';
import { getUser, type User } from '../../identity/members/user-store.ts';
import { createReader } from '../../kernel/db/reader.ts';
import type { RateLimit } from '../../kernel/rate-limits/rate-limit-store.ts';
import { findReplied, type Replied } from './find-replied.ts';
import { parseReplyAddress, type Reply } from './reply-address.ts';
import { postReply } from './post-reply.ts';
import { refusalTexts, type RefusalReason } from './refusal-texts.ts';

/** Files are not taken, but pictures of signatures come with many mails. */
const MAIL_MAX_BYTES = 10 * 1_024 * 1_024;

/** Replies of one person that are read: more than they may write comments, since some are refused. */
export const REPLY_LIMIT: RateLimit = { name: 'mail replies', most: 100, span: 60 * 60 * 1_000 };

type FoundReply = Reply & { hasExpired: boolean };

/** Makes a comment on an idea of each reply to a mail about it. */
export const replyMailbox: Mailbox = {
  async find(address, services) {
    const reply = await parseReplyAddress(address, services);
    const user = reply && (await getUser(createReader(services.database), reply.userId));
    if (!user) return undefined;
    const { itemId } = reply;
    const replied = await findReplied(createReader(services.database), itemId);
    return {
      id: `reply ${user.id} ${itemId}`,
      limits: [[REPLY_LIMIT, user.id]],
      tenant: replied?.portal.workspaceId ?? user.id,
      logged: { itemId },
      mailMaxBytes: MAIL_MAX_BYTES,
      deliver: (delivery) => deliver(services, { ...reply, user }, delivery),
      refuseUnread: async (delivery, problem) => refusal(problem, { user, replied }, delivery),
    };
  },
};

async function deliver(
  { database, now: clock }: MailboxServices,
  { user, ...reply }: FoundReply & { user: User },
  delivery: Delivery,
): Promise<Refusal | undefined> {
  const read = createReader(database);
  const replied = await findReplied(read, reply.itemId);
  const reason =
    senderProblem(user, delivery) ??
    (reply.hasExpired ? 'expired' : undefined) ??
    (replied ? await postReply({ database, read, now: clock() }, { user, replied, delivery }) : 'gone');
  return reason === undefined ? undefined : refusal(reason, { user, replied }, delivery);
}

/** Why a mail cannot be taken for the person's own, no matter who has its address by now. */
function senderProblem(user: User, { mail, notice }: Delivery): RefusalReason | undefined {
  const email = confirmedSender(mail, notice);
  if (email === undefined) return 'not confirmed';
  return isSameAddress(email, user.email) ? undefined : 'another address';
}

interface RefusedReply {
  user: User;
  replied: Replied | undefined;
}

function refusal(reason: RefusalReason, { user, replied }: RefusedReply, delivery: Delivery): Refusal {
  const to = answeredAddress(user, delivery);
  if (to === undefined) return { reason };
  const path = reason === 'unnamed' ? '/account' : replied?.path;
  const answer: MailAnswer = {
    to,
    title: 'Your reply was not posted',
    paragraphs: [refusalTexts[reason]],
    ...(path === undefined || reason === 'another address'
      ? {}
      : { action: { label: reason === 'unnamed' ? 'Choose a name' : 'See the idea', path } }),
  };
  return { reason, answer };
}

/** Who gets the answer: the person, also of what only claims to be from them, or another sender whose domain confirms the mail. */
function answeredAddress({ email }: User, { mail, notice }: Delivery): string | undefined {
  const confirmed = confirmedSender(mail, notice);
  if (confirmed !== undefined) return confirmed;
  return mail.from && isSameAddress(mail.from.address, email) ? email : undefined;
}
