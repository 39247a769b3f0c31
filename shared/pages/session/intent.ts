import type { Form } from '../../kernel/api/http/form.ts';
import { redactEmailAddresses } from '../../kernel/core/email-addresses.ts';
import { readDraft, writeDraft } from './draft.ts';
import { getItem, itemSlugs, toItem } from '../../feedback/items/item-store.ts';
import type { Brand } from '../../kernel/html/document-view.ts';
import { findPublicPortalId, getPortalItem, toPortal } from '../../feedback/portal/portal-store.ts';
import { titleSlug } from '../../kernel/slugs/slug.ts';
import { findBySlugOrNothing } from '../../kernel/slugs/slug-store.ts';
import type { Language } from '../../kernel/core/languages.ts';
import type { Reader } from '../../kernel/core/database.ts';
import { brandOf } from './portal-brand.ts';
import { ideaSlugOf, keepsDraft, nextPage, portalSlugOf, type Host } from './next-path.ts';

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
export function parseIntent({ next, vote, draft }: Form, host: Host): Intent {
  const page = nextPage(next, host);
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
