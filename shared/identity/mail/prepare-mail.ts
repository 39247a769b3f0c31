import { getMemberId } from '../../kernel/auth/member-link-store.ts';
import { readMembership } from '../../kernel/auth/membership-store.ts';
import { addressesFor } from '../../kernel/api/http/addresses-for.ts';
import type { Reader } from '../../kernel/core/database.ts';
import { isLanguage } from '../../kernel/core/languages.ts';
import { createReader } from '../../kernel/db/reader.ts';
import { commit } from '../../kernel/db/write.ts';
import type { OutgoingMail } from '../../kernel/net/outgoing-mail.ts';
import { consumeAttempt } from '../../kernel/rate-limits/rate-limit-store.ts';
import { deleteDigestEntry, listEntries, putDigestEntry } from './digest-store.ts';
import type { MailServices } from './mail-services.ts';
import type { StoredMail } from './mail-store.ts';
import { subjectLine, type MailSubscription } from './mail.ts';
import { queueMailOnce } from './queue-mail-once.ts';
import { translateRedactions } from '../../kernel/core/email-addresses.ts';
import { NEWS_LIMIT } from './news-limits.ts';
import { getNewsChoice, mailModeOf, portalMailModeOf, wantsNoMail } from './preference-store.ts';
import { getWorkspaceItem, toWorkspace } from '../workspaces/workspace-store.ts';
import { preferencesPath, preferencesToken, UNSUBSCRIBED } from './preferences-token.ts';
import { loadMailTexts } from './load-mail-texts.ts';
import { mailText, textIn } from './mail-text.ts';
import { translatedBody } from './translate-mail.ts';
import { renderMail, type MailBody, type Published } from './render-mail.ts';

/** When digests are sent, as the hour of the day in UTC. */
const DIGEST_HOUR = 7;
/** The most that a digest lists. */
const DIGEST_MAX = 50;

/**
 * Why news is not sent now: its reader wants none, has left the workspace or the team, wants one mail a day, or has got
 * too many in this hour; then it is held back for a digest. Undefined if it is to be sent.
 */
export async function heldBack(services: MailServices, mail: StoredMail): Promise<string | undefined> {
  const { subscription, invitation, digest, body, kind, messages } = mail.content;
  const read = createReader(services.database);
  if (invitation) return await invitationHeldBack(read, invitation);
  if (!subscription) return undefined;
  const choice = await getNewsChoice(read, subscription);
  const mode =
    kind === undefined ? portalMailModeOf(choice, body.updateId !== undefined) : mailModeOf(choice, kind);
  if (digest ? wantsNoMail(choice) : mode === 'off') return 'unsubscribed';
  const concernsReader = await readerOf(read, mail);
  if (!concernsReader(mail.content)) return 'no member';
  if (digest)
    return (await listEntries(read, subscription)).some(concernsReader) ? undefined : 'nothing to list';
  const room = () =>
    consumeAttempt(services.database, NEWS_LIMIT, mail.content.to.toLowerCase(), services.now());
  if (mode === 'each' && (mail.attempts > 0 || (await room()))) return undefined;
  const entry = {
    mailId: mail.id,
    text: body.title,
    ...(messages?.[body.title] && { message: messages[body.title] }),
    path: body.action?.path ?? '/',
    ...(mail.content.teamId === undefined ? {} : { teamId: mail.content.teamId }),
  };
  await commit(services.database, [putDigestEntry(subscription, entry, services.now())]);
  await queueDigest(services, mail);
  return 'held back';
}

/** Why an invitation is not sent: it is none any more, or the person wants no mail of the workspace. */
async function invitationHeldBack(
  read: Reader,
  invitation: NonNullable<StoredMail['content']['invitation']>,
): Promise<string | undefined> {
  const reader = invitedReader(invitation);
  const [withdrawn, choice] = await Promise.all([isWithdrawn(read, invitation), getNewsChoice(read, reader)]);
  if (withdrawn) return 'withdrawn';
  return wantsNoMail(choice) ? 'unsubscribed' : undefined;
}

/** The invited person, as the reader of the workspace's mail. */
const invitedReader = ({
  userId,
  workspaceId,
}: NonNullable<StoredMail['content']['invitation']>): MailSubscription => ({
  userId,
  portalId: workspaceId,
});

/** Whether an invitation was accepted or taken back since its mail was queued. */
async function isWithdrawn(
  read: Reader,
  { workspaceId, memberId, since }: NonNullable<StoredMail['content']['invitation']>,
): Promise<boolean> {
  const membership = await readMembership(read, workspaceId, memberId);
  return membership === undefined || membership.accepted || membership.since !== since;
}

/**
 * Returns whether the reader of a mail may get news: not of a workspace or a team that they have left since, as mail can
 * wait for a day.
 */
async function readerOf(
  read: Reader,
  { content, workspaceId }: Pick<StoredMail, 'content' | 'workspaceId'>,
): Promise<(news: { teamId?: string }) => boolean> {
  const { userId, portalId } = content.subscription!;
  if (workspaceId === undefined || portalId !== workspaceId) return () => true;
  const memberId = await getMemberId(read, userId, workspaceId);
  const membership = memberId === undefined ? undefined : await readMembership(read, workspaceId, memberId);
  return ({ teamId }) => membership !== undefined && (teamId === undefined || membership.teamIds.has(teamId));
}

/** Queues the next digest, once. */
async function queueDigest(
  { database, now: clock }: MailServices,
  { content, workspaceId }: StoredMail,
): Promise<void> {
  const now = clock();
  const subscription = content.subscription!;
  const sendAt = new Date(now);
  sendAt.setUTCHours(DIGEST_HOUR, 0, 0, 0);
  if (sendAt <= now) sendAt.setUTCDate(sendAt.getUTCDate() + 1);
  const isOfWorkspace = subscription.portalId === workspaceId;
  const title = mailText(isOfWorkspace ? 'digest.workspace' : 'digest.ideas');
  const { footer } = content.body;
  const message = content.messages?.[footer];
  await queueMailOnce(
    database,
    {
      to: content.to,
      subject: title,
      body: { title, paragraphs: [], footer },
      ...(message && { messages: { [footer]: message } }),
      subscription,
      ...(content.language === undefined ? {} : { language: content.language }),
      // The digest of a workspace has news of all of its portals.
      ...(content.brand === undefined || isOfWorkspace ? {} : { brand: content.brand }),
      digest: true,
      reason: ['digest', subscription.userId, subscription.portalId, sendAt.toISOString()],
      sendAt,
      ...(workspaceId === undefined ? {} : { workspaceId }),
    },
    now,
  );
}

/** One click ends what a mail is about: a kind of news, updates of a portal, or what comes in the mail of the day. */
const unsubscribeUrl = (preferencesUrl: string, what: string | undefined): string =>
  what === undefined ? preferencesUrl : `${preferencesUrl}?${UNSUBSCRIBED}=${what}`;

async function replyAddressOf(
  { replyAddress }: MailServices,
  { replyItemId, subscription }: StoredMail['content'],
): Promise<string | undefined> {
  if (replyItemId === undefined || !subscription) return undefined;
  return await replyAddress?.({ userId: subscription.userId, itemId: replyItemId });
}

/** Members of several workspaces see which one a mail is about; undefined if it has been deleted since. */
async function workspaceName(read: Reader, id: string): Promise<string | undefined> {
  const stored = await getWorkspaceItem(read, id);
  return stored && toWorkspace(stored).name;
}

/** What a mail shows of what was written on a page; undefined if there is nothing, or nothing any more. */
async function publishedIn(
  { readUpdate, renderWritten }: MailServices,
  { updateId, written }: Pick<MailBody, 'updateId' | 'written'>,
): Promise<Published | undefined> {
  if (updateId !== undefined) return await readUpdate?.(updateId);
  return written && (await renderWritten?.(written));
}

interface PreparedMail {
  outgoing: OutgoingMail;
  /** To be done once it has been sent. */
  afterwards: () => Promise<void>;
}

/** Renders a mail, with the links that only the sender knows. */
export async function prepareMail(services: MailServices, mail: StoredMail): Promise<PreparedMail> {
  const { id, content } = mail;
  const { to, subject, subscription, digest, brand } = content;
  const kind = content.kind ?? (content.body.updateId === undefined ? undefined : 'updates');
  const isOfWorkspace = subscription !== undefined && subscription.portalId === mail.workspaceId;
  const read = createReader(services.database);
  const entries = digest && subscription ? await listEntries(read, subscription) : [];
  const readable = entries.length === 0 ? [] : entries.filter(await readerOf(read, mail));
  // A mail leads to one place, in all of its links.
  const place = content.body.action?.path ?? readable[0]?.path ?? '/';
  const reader = subscription ?? (content.invitation && invitedReader(content.invitation));
  const { baseUrl, written } = await addressesFor(place, services, read);
  const preferencesUrl = reader && baseUrl + preferencesPath(await preferencesToken(reader, services));
  const { action: _, ...bare } = content.body;
  const t = await loadMailTexts(isLanguage(content.language) ? content.language : 'en');
  const list = readable
    .slice(0, DIGEST_MAX)
    .map(({ text, message = text, path }) => ({ text: textIn(t, message) ?? text, path }));
  const aboutId = isOfWorkspace ? subscription.portalId : content.invitation?.workspaceId;
  const workspace = aboutId === undefined ? undefined : await workspaceName(read, aboutId);
  // A text by a key of a later release is sent in English.
  const inItsLanguage = (text: string) => textIn(t, content.messages?.[text] ?? text) ?? text;
  const translated = {
    ...translatedBody(digest ? bare : content.body, inItsLanguage),
    ...(digest && { list }),
  };
  const footer =
    workspace === undefined || !isOfWorkspace
      ? translated.footer
      : `${translated.footer} ${t.text('mail.workspace', { workspace })}`;
  const body = { ...translated, footer };
  const replyTo = await replyAddressOf(services, content);
  const published = await publishedIn(services, body);
  const look = { t, baseUrl, preferencesUrl, brand, workspace, published };
  const { text, html } = renderMail(body, {
    ...look,
    takesReplies: replyTo !== undefined,
    replyIdea: content.replyIdea,
  });
  return {
    outgoing: {
      id,
      to,
      subject: subjectLine(translateRedactions(inItsLanguage(subject), t.language)),
      text: translateRedactions(written(text), t.language),
      html: translateRedactions(written(html), t.language),
      ...(brand === undefined ? {} : { fromName: brand.name }),
      ...(replyTo === undefined ? {} : { replyTo }),
      ...(preferencesUrl === undefined
        ? {}
        : { unsubscribeUrl: unsubscribeUrl(preferencesUrl, isOfWorkspace && digest ? 'digest' : kind) }),
    },
    afterwards: async () => {
      for (const entry of entries) await commit(services.database, [deleteDigestEntry(subscription!, entry)]);
    },
  };
}
