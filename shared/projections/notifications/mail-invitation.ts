import { mailText } from '../../identity/mail/mail-text.ts';
import { queueMailOnce } from '../../identity/mail/queue-mail-once.ts';
import { getMemberItem, toMembership } from '../../kernel/auth/membership-store.ts';
import type { Reader } from '../../kernel/core/database.ts';
import { createReader } from '../../kernel/db/reader.ts';
import { writerOf } from '../../kernel/db/signature.ts';
import type { ItemChange } from '../../kernel/db/stream-record.ts';
import { isMailedInvitation, isMemberItem, toMember } from '../../identity/members/member-store.ts';
import { getUser, type User } from '../../identity/members/user-store.ts';
import { getWorkspaceItem, toWorkspace } from '../../identity/workspaces/workspace-store.ts';
import type { ProjectionContext } from '../../kernel/log/projection.ts';
import { isNews } from '../../planning/news/news.ts';
import { nameForStrangers } from './name-for-strangers.ts';

/** How long an invitation that waits because of a limit is worth sending, in milliseconds. */
const USEFUL_MS = 7 * 24 * 60 * 60 * 1000;

/** The invitations on the page of the account. The query shows those who sign in why (accounts/account-paths.ts). */
const INVITATIONS_PATH = '/account?invited#invitations';

/**
 * Mails a person whom an admin has added that they are invited, once for each membership. Those whom the operator added
 * have nothing to accept.
 */
export async function mailInvitation(context: ProjectionContext, { key, before }: ItemChange): Promise<void> {
  if (context.sendsMail === false || (before && toMember(before).email !== null)) return;
  const { database, now } = context;
  const read = createReader(database);
  const item = await read.get(key);
  if (!isMemberItem(item) || !isMailedInvitation(item)) return;
  const { id, workspaceId, email, updatedAt } = toMember(item);
  const { userId, since } = toMembership(item);
  const actor = writerOf(item);
  if (email === null || userId === undefined || since === undefined || actor.id === null) return;
  if (!isNews(updatedAt, context)) return;
  const [workspaceItem, person, inviter] = await Promise.all([
    getWorkspaceItem(read, workspaceId),
    getUser(read, userId),
    findInviter(read, workspaceId, actor.id),
  ]);
  if (!workspaceItem || !person || !inviter) return;
  const language = person.language ?? inviter.user?.language;
  const workspace = toWorkspace(workspaceItem).name;
  // The name of a workspace or a member is what strangers are sent.
  const names = { name: nameForStrangers(inviter.name), workspace: nameForStrangers(workspace) };
  const title = mailText('invitation.title', names);
  const mail = {
    to: person.email,
    subject: title,
    body: {
      title,
      paragraphs: [mailText('invitation.text', { workspace: names.workspace, email: person.email })],
      action: { label: mailText('invitation.action'), path: INVITATIONS_PATH },
      footer: mailText('invitation.footer', names),
    },
    ...(language === undefined ? {} : { language }),
    invitation: { workspaceId, memberId: id, since, userId },
    reason: ['invitation', workspaceId, id, since],
    workspaceId,
    expiresAt: new Date(now.getTime() + USEFUL_MS),
  };
  await queueMailOnce(database, mail, now);
}

/** The admin who invited someone, by the name that the workspace knows; undefined if they have left since. */
async function findInviter(
  read: Reader,
  workspaceId: string,
  memberId: string,
): Promise<{ name: string; user: User | undefined } | undefined> {
  const item = await getMemberItem(read, workspaceId, memberId);
  if (!isMemberItem(item)) return undefined;
  const { userId } = toMembership(item);
  return { name: toMember(item).name, user: userId === undefined ? undefined : await getUser(read, userId) };
}
