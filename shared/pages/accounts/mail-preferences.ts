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
import { getUser } from '../../identity/members/user-store.ts';
import { newsKinds, type MailKind } from '../../identity/mail/news-kind.ts';
import { parsePreferencesToken, UNSUBSCRIBED } from '../../identity/mail/preferences-token.ts';
import { deleteSubscriber, putSubscriber } from '../../feedback/portals/subscriber-store.ts';
import { getPortalItem, toPortal } from '../../feedback/portals/portal-store.ts';
import { getWorkspaceItem, toWorkspace } from '../../identity/workspaces/workspace-store.ts';
import { textsFor } from '../messages/texts-for.ts';
import { brandOf } from './portal-brand.ts';
import { getsUpdates } from './follow.ts';
import { mailPreferencesView, UPDATES, type SavedText } from './mail-preferences-view.ts';
import { PageError } from './page-error.ts';
import type { PageHandler } from './page-route.ts';

/** Reading the page changes nothing: mail scanners open links. */
export const showMailPreferences: PageHandler = async (call) => {
  const subscription = await subscriptionOrThrow(call);
  return await preferencesPage(call, subscription, await choiceOf(call, subscription));
};

/** What the form of the page shows: how much mail, and whether updates of the portal are among it. */
interface Chosen {
  mode: MailMode;
  updates: boolean;
}

async function choiceOf({ read }: WebCall, subscription: MailSubscription): Promise<Chosen> {
  const [mode, updates] = await Promise.all([
    getMailMode(read, subscription),
    getsUpdates(read, subscription),
  ]);
  return { mode, updates };
}

/**
 * The page's form, and the one click of mail programs (RFC 8058), in either encoding, which stops mail of the kind that
 * was sent. Neither has a cookie; the address itself is what authorizes it.
 */
export const setMailPreferences: PageHandler = async (call) => {
  const subscription = await subscriptionOrThrow(call);
  const form = await parseAnyForm(call.request);
  const kind = unsubscribedSchema().safeParse(call.request.query.get(UNSUBSCRIBED)).data;
  if (isOneClick(form) && kind !== undefined) {
    if (kind === 'updates') await endPortalUpdates(call, subscription);
    else await endKind(call, subscription, kind);
    const ended = kind === 'updates' ? 'mailNews.endedUpdates' : 'mailNews.endedKind';
    return await preferencesPage(call, subscription, await choiceOf(call, subscription), ended);
  }
  const mode = chosenMode(form);
  const { feedback, updates: before } = await getNewsChoice(call.read, subscription);
  const isOfPortal = (await getPortalItem(call.read, subscription.portalId)) !== undefined;
  const updates = isOfPortal && form[UPDATES] !== undefined;
  const { portalId, userId } = subscription;
  await commit(call.services.database, [
    // Who ended the updates with one click gets none until they ask for them, also not of what they follow.
    putMailMode(subscription, mode, call.now, {
      feedback,
      updates: updates || (before === false ? false : undefined),
    }),
    ...(updates ? putSubscriber(portalId, userId) : isOfPortal ? deleteSubscriber(portalId, userId) : []),
  ]);
  return await preferencesPage(call, subscription, { mode, updates }, 'mailNews.saved');
};

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
  if (isOneClick(form)) return 'off';
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
  { read, request }: WebCall,
  { userId, portalId }: MailSubscription,
  { mode, updates }: Chosen,
  saved?: SavedText,
): Promise<WebResponse> {
  const [item, workspace, user, isInvited, t] = await Promise.all([
    getPortalItem(read, portalId),
    getWorkspaceItem(read, portalId),
    getUser(read, userId),
    isInvitedTo(read, { workspaceId: portalId, userId }),
    textsFor(request),
  ]);
  const portal = item && toPortal(item);
  const shown = portal?.visibility === 'public' ? portal : undefined;
  return mailPreferencesView({
    modes: mailModes,
    t,
    action: request.path,
    mode,
    updates: portal && updates,
    saved,
    subject: workspace
      ? { workspace: toWorkspace(workspace).name }
      : { portal: shown && redactEmailAddresses(shown.name) },
    brand: shown && brandOf(shown),
    email: user?.email,
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
