import type { Form } from '../../kernel/api/http/form.ts';
import { WriteConflict, writeConflict } from '../../kernel/core/errors.ts';
import { redactEmailAddresses } from '../../kernel/core/email-addresses.ts';
import { commit } from '../../kernel/db/write.ts';
import { readDraft, writeDraft } from './draft.ts';
import { putDraft } from './draft-store.ts';
import { newVoter } from '../../feedback/items/author.ts';
import { assertNotBanned, VisitorBanned } from '../../feedback/items/ban-store.ts';
import { getItem, itemSlugs, toItem } from '../../feedback/items/item-store.ts';
import { castVote } from '../../feedback/items/cast-vote.ts';
import type { Brand } from '../../kernel/html/document-view.ts';
import { findPublicPortalId, getPortalItem, toPortal } from '../../feedback/portals/portal-store.ts';
import { titleSlug } from '../../kernel/slugs/slug.ts';
import { findBySlugOrNothing } from '../../kernel/slugs/slug-store.ts';
import type { Language } from '../../kernel/core/languages.ts';
import type { Reader } from '../../kernel/core/database.ts';
import type { WebCall } from '../../kernel/api/operation/web-route.ts';
import { follow, subscribe } from './follow.ts';
import { brandOf } from './portal-brand.ts';
import { followedSlugOf, ideaSlugOf, isForUpdates, keepsDraft, nextPage, portalSlugOf } from './next-path.ts';

/** The action that a person signs in for. */
export interface Intent {
  /** The page to continue to, a path of this service. */
  next: string;
  /** The slug of the portal's item to vote for. */
  vote?: string;
  /** The draft of that page's form, as JSON. */
  draft?: string;
}

/** The intent of a request's fields; whatever is not valid is left out. */
export function parseIntent({ next, vote, draft }: Form, baseUrl: string): Intent {
  const page = nextPage(next, baseUrl);
  const item = portalSlugOf(page) === undefined ? undefined : titleSlug().safeParse(vote).data;
  const text = keepsDraft(page) ? draft && writeDraft(readDraft(draft)) : undefined;
  return { next: page, ...(item === undefined ? {} : { vote: item }), ...(text ? { draft: text } : {}) };
}

/** A public portal that someone signs in from, and the idea that they want to vote for or whose page they were on. */
export interface OriginPortal {
  id: string;
  workspaceId: string;
  brand: Brand;
  /** The language of its pages for readers who ask for none that there is. */
  language: Language;
  /** Origins of the sites that may show it in a frame. */
  embedOrigins: readonly string[];
  idea?: { id: string; title: string };
}

/** The portal that an intent leads back to; undefined if it leads elsewhere, or the portal is not public. */
export async function findOriginPortal(
  read: Reader,
  { next, vote }: Intent,
): Promise<OriginPortal | undefined> {
  const portalSlug = portalSlugOf(next);
  const portalId = portalSlug === undefined ? undefined : await findPublicPortalId(read, portalSlug);
  if (portalId === undefined) return undefined;
  const named = vote ?? ideaSlugOf(next);
  const [portalItem, itemId] = await Promise.all([
    getPortalItem(read, portalId),
    named === undefined ? undefined : findBySlugOrNothing(read, itemSlugs(portalId), named),
  ]);
  const portal = portalItem && toPortal(portalItem);
  if (portal?.visibility !== 'public') return undefined;
  const stored = itemId === undefined ? undefined : await getItem(read, itemId);
  const item = stored && toItem(stored);
  return {
    id: portalId,
    workspaceId: portal.workspaceId,
    embedOrigins: portal.embedOrigins,
    language: portal.language,
    brand: brandOf(portal),
    ...(item && !item.hidden ? { idea: { id: item.id, title: redactEmailAddresses(item.title) } } : {}),
  };
}

/**
 * Performs the action that a person signed in for. An action that is no longer possible, or was done before, is
 * skipped.
 */
export async function fulfil(intent: Intent, userId: string, call: WebCall): Promise<void> {
  const { services, now } = call;
  if (intent.draft !== undefined) {
    await commit(services.database, [putDraft(userId, intent.next, readDraft(intent.draft), now)]);
  }
  try {
    await vote(intent, userId, call);
    await followAfter(intent, userId, call);
    await subscribeAfter(intent, userId, call);
  } catch (error) {
    if (!(error instanceof VisitorBanned || error instanceof WriteConflict)) throw error;
  }
}

async function vote(intent: Intent, userId: string, { read, services, now }: WebCall): Promise<void> {
  const portal = intent.vote === undefined ? undefined : await findOriginPortal(read, intent);
  if (!portal?.idea) return;
  const along = await newVoter(read, { userId, workspaceId: portal.workspaceId, portalId: portal.id }, now);
  const ballot = { now, again: writeConflict, refused: writeConflict, along };
  await castVote(services.database, { itemId: portal.idea.id, userId }, ballot);
}

async function followAfter(
  { next }: Intent,
  userId: string,
  { read, services, now }: WebCall,
): Promise<void> {
  const followed = titleSlug().safeParse(followedSlugOf(next)).data;
  const portal = followed === undefined ? undefined : await findOriginPortal(read, { next, vote: followed });
  if (!portal?.idea) return;
  await assertNotBanned(read, userId, portal.workspaceId);
  await commit(services.database, await follow(read, portal.idea.id, { portalId: portal.id, userId, now }));
}

async function subscribeAfter(
  intent: Intent,
  userId: string,
  { read, services, now }: WebCall,
): Promise<void> {
  const portal = isForUpdates(intent.next) ? await findOriginPortal(read, intent) : undefined;
  if (!portal) return;
  await assertNotBanned(read, userId, portal.workspaceId);
  await commit(services.database, await subscribe(read, { portalId: portal.id, userId, now }));
}
