import * as z from 'zod';
import { parseAnyForm } from '../../kernel/api/http/any-form.ts';
import type { Form } from '../../kernel/api/http/form.ts';
import type { WebCall, WebResponse } from '../../kernel/api/operation/web-route.ts';
import { getMemberId } from '../../kernel/auth/member-link-store.ts';
import { readMembership } from '../../kernel/auth/membership-store.ts';
import type { Reader } from '../../kernel/core/database.ts';
import { redactEmailAddresses } from '../../kernel/core/email-addresses.ts';
import { writeConflict } from '../../kernel/core/errors.ts';
import { memoize } from '../../kernel/core/schema.ts';
import { createReader } from '../../kernel/db/reader.ts';
import { retryOnConflict } from '../../kernel/db/retry-on-conflict.ts';
import { commit } from '../../kernel/db/write.ts';
import type { MailSubscription } from '../../identity/mail/mail.ts';
import {
  endUpdates,
  mailModes,
  getMailMode,
  getNewsChoice,
  mailModeSchema,
  putMailMode,
  putNewsChoice,
  withoutMailOf,
  type MailMode,
} from '../../identity/mail/preference-store.ts';
import { newsKinds, type MailKind } from '../../identity/mail/news-kind.ts';
import { parsePreferencesToken, UNSUBSCRIBED } from '../../identity/mail/preferences-token.ts';
import { deleteSubscriber, putSubscriber } from '../../feedback/portal/subscriber-store.ts';
import { getPortalItem, toPortal } from '../../feedback/portal/portal-store.ts';
import { getWorkspaceItem, toWorkspace } from '../../identity/workspaces/workspace-store.ts';
import { redirectResponse } from '../../kernel/html/redirect-response.ts';
import type { FormCode, PageCode } from '../kit/page.ts';
import { brandOf } from '../session/portal-brand.ts';
import { getsUpdates } from '../../feedback/visitors/follow.ts';
import { visitorOf, type Visitor } from '../session/csrf.ts';
import { mailPreferencesView, stopMailView, UPDATES, type SavedText } from './mail-preferences-view.ts';
import { signInPath } from '../session/next-path.ts';
import { PageError } from '../session/page-error.ts';
import { linkHolders, type LinkHolder } from './open-audiences.ts';
import { findSession, type Session } from '../session/session.ts';

/** Anyone who has the link of a mail; its person, if they are signed in in this browser. */
export const mailReaders = linkHolders(subscriptionOrThrow, ownVisitor, parseAnyForm);

type MailReader = LinkHolder<MailSubscription> & {
  visitor: (Visitor & { session: Session }) | undefined;
};

/**
 * Reading the page changes nothing: mail scanners open links. Only the person themselves sees their choice, since a link
 * can end up with others.
 */
export const page: PageCode<MailReader> = {
  formsAnswer: true,
  show: (reader) => preferencesPage(reader),
};

/** What the form of the page shows: how much mail, and whether updates of the portal are among it. */
interface ChosenMail {
  mode: MailMode;
  updates: boolean;
}

async function choiceOf(read: Reader, subscription: MailSubscription): Promise<ChosenMail> {
  const [mode, updates] = await Promise.all([
    getMailMode(read, subscription),
    getsUpdates(read, subscription),
  ]);
  return { mode, updates };
}

/**
 * The page's form, which only the signed-in person sends, and the one click of mail programs (RFC 8058), in either encoding,
 * which stops mail of the kind that was sent: that needs no more than the link.
 */
const setMailPreferences: FormCode<MailReader> = {
  needsNoToken: ({ visitor }, form) => isOneClick(form) || !visitor,
  async handle(reader, form) {
    const { call, visitor, link, page: address } = reader;
    if (isOneClick(form)) return await preferencesPage(reader, await endByOneClick(call, link));
    if (!visitor) return redirectResponse(signInPath(address));
    const isOfPortal = (await getPortalItem(call.read, link.portalId)) !== undefined;
    await choose(call, link, {
      mode: chosenMode(form),
      updates: isOfPortal && form[UPDATES] !== undefined,
      isOfPortal,
    });
    return await preferencesPage(reader, 'mailNews.saved');
  },
};

export const forms = { setMailPreferences };

/** The person of a link, if they are signed in in this browser. */
async function ownVisitor(
  call: WebCall,
  { userId }: MailSubscription,
): Promise<(Visitor & { session: Session }) | undefined> {
  const session = await findSession(call);
  return session?.user.id === userId ? await visitorOf(session, call) : undefined;
}

/** Ends the mail that a link is in; returns what is said of it. */
async function endByOneClick(call: WebCall, subscription: MailSubscription): Promise<SavedText> {
  const kind = unsubscribedSchema().safeParse(call.request.query.get(UNSUBSCRIBED)).data;
  if (kind === 'updates') {
    await endPortalUpdates(call, subscription);
    return 'mailNews.endedUpdates';
  }
  if (kind !== undefined) {
    await endKind(call, subscription, kind);
    return 'mailNews.endedKind';
  }
  const isOfPortal = (await getPortalItem(call.read, subscription.portalId)) !== undefined;
  await choose(call, subscription, { mode: 'off', updates: false, isOfPortal });
  return 'mailNews.ended';
}

/** Stores what a person chose. */
async function choose(
  { read, now, services: { database } }: WebCall,
  subscription: MailSubscription,
  { mode, updates, isOfPortal }: ChosenMail & { isOfPortal: boolean },
): Promise<void> {
  const { feedback, updates: before } = await getNewsChoice(read, subscription);
  const { portalId, userId } = subscription;
  await commit(database, [
    // Who ended the updates with one click gets none until they ask for them, also not of what they follow.
    putMailMode(subscription, mode, now, {
      feedback,
      updates: updates || (before === false ? false : undefined),
    }),
    ...(updates ? putSubscriber(portalId, userId) : isOfPortal ? deleteSubscriber(portalId, userId) : []),
  ]);
}

const isOneClick = (form: Form): boolean => form['List-Unsubscribe'] === 'One-Click';

const unsubscribedSchema = memoize(() => z.enum([...newsKinds, 'feedback', 'digest', 'updates']));

/** Ends mail about the updates of a portal; that about what someone follows there goes on. */
const endPortalUpdates = async (
  { now, services: { database } }: WebCall,
  subscription: MailSubscription,
): Promise<void> =>
  await commit(database, [
    endUpdates(subscription, now),
    ...deleteSubscriber(subscription.portalId, subscription.userId),
  ]);

/** Ends mail of one kind of news, or of those that come once a day; the others go on. */
const endKind = async (
  { read, now, services: { database } }: WebCall,
  subscription: MailSubscription,
  kind: MailKind | 'digest',
): Promise<void> =>
  await retryOnConflict(async () => {
    const choice = await getNewsChoice(read, subscription);
    const next = { ...withoutMailOf(choice, kind), chosenAt: now.toISOString() };
    await commit(database, [putNewsChoice(subscription, next, choice, writeConflict)]);
  });

function chosenMode(form: Form): MailMode {
  const chosen = mailModeSchema().safeParse(form['mode']);
  if (!chosen.success) throw new PageError(400, 'error.nothingChosen', 'error.nothingChosenText');
  return chosen.data;
}

async function subscriptionOrThrow({ request, services, note }: WebCall): Promise<MailSubscription> {
  const found = await parsePreferencesToken(request.parameters['token'] ?? '', services);
  if (!found) throw new PageError(404, 'error.missing', 'error.mailLinkText');
  note({ userId: found.userId });
  return found;
}

async function preferencesPage(
  { call, link: subscription, visitor, t }: MailReader,
  saved?: SavedText,
): Promise<WebResponse> {
  // What was just stored is read with it.
  const read = createReader(call.services.database);
  const { userId, portalId } = subscription;
  const { request } = call;
  const item = await getPortalItem(call.read, portalId);
  const portal = item && toPortal(item);
  const shown = portal?.visibility === 'public' ? portal : undefined;
  const page = { t, saved, action: request.path, brand: shown && brandOf(shown) };
  if (!visitor) {
    const kind = request.query.get(UNSUBSCRIBED);
    const stop =
      kind === null
        ? request.path
        : `${request.path}?${new URLSearchParams({ [UNSUBSCRIBED]: kind }).toString()}`;
    return stopMailView({ ...page, stop, signIn: signInPath(request.path) });
  }
  const [workspace, isInvited, { mode, updates }] = await Promise.all([
    getWorkspaceItem(call.read, portalId),
    isInvitedTo(call.read, { workspaceId: portalId, userId }),
    choiceOf(read, subscription),
  ]);
  return mailPreferencesView({
    ...page,
    visitor,
    modes: mailModes,
    mode,
    updates: portal && updates,
    subject: workspace
      ? { workspace: toWorkspace(workspace).name }
      : { portal: shown && redactEmailAddresses(shown.name) },
    isInvited,
  });
}

/** Whether a person has yet to answer the invitation of a workspace. */
async function isInvitedTo(
  read: Reader,
  { workspaceId, userId }: { workspaceId: string; userId: string },
): Promise<boolean> {
  const memberId = await getMemberId(read, userId, workspaceId);
  const membership = memberId === undefined ? undefined : await readMembership(read, workspaceId, memberId);
  return membership?.role !== undefined && membership.role !== null && !membership.accepted;
}
