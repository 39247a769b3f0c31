import { findUserId } from '../../identity/members/user-store.ts';
import { findMemberId } from '../../kernel/auth/member-link-store.ts';
import { readMembership } from '../../kernel/auth/membership-store.ts';
import { automation, type Actor } from '../../kernel/core/actor.ts';
import type { Reader } from '../../kernel/core/database.ts';
import type { Story } from '../story/story.ts';
import { confirmedSender } from '../../identity/inbound-mail/confirmed-sender.ts';
import type { MailNotice } from '../../identity/inbound-mail/mail-notice.ts';
import type { ParsedMail } from '../../identity/inbound-mail/parsed-mail.ts';
import type { StoredAddress } from './triage-address.ts';

/** Who a story that was mailed is from. */
interface MailSender {
  reporterId: string;
  actor: Actor;
  /** What a story says of a sender who is not a member of the team. */
  outside: Pick<Story, 'sender' | 'origin'>;
}

/**
 * The member of the team whose address a mail is from, if the domain of the address has sent it; otherwise someone
 * outside, whose story is reported by the one who created the team's address.
 */
export async function mailSenderOf(
  read: Reader,
  mail: Pick<ParsedMail, 'from' | 'hasPlainSender'>,
  { address, sentBy }: { address: StoredAddress } & Pick<MailNotice, 'sentBy'>,
): Promise<MailSender> {
  const email = confirmedSender(mail, { sentBy });
  const memberId = email === undefined ? undefined : await findTeamMember(read, email, address);
  if (memberId !== undefined)
    return { reporterId: memberId, actor: { kind: 'user', id: memberId, via: 'automation' }, outside: {} };
  const sender = mail.from ? { sender: mail.from } : {};
  return { reporterId: address.createdBy, actor: automation, outside: { ...sender, origin: 'visitor' } };
}

/** The member of a team, other than a guest, who has an address; undefined if there is none. */
async function findTeamMember(
  read: Reader,
  email: string,
  { workspaceId, teamId }: StoredAddress,
): Promise<string | undefined> {
  const userId = await findUserId(read, email);
  const memberId = userId === undefined ? undefined : await findMemberId(read, userId, workspaceId);
  if (memberId === undefined) return undefined;
  const member = await readMembership(read, workspaceId, memberId);
  if (member?.userId !== userId || member?.role === 'guest') return undefined;
  return member?.teamIds.has(teamId) ? memberId : undefined;
}
