import { deleteDraft, getDraft } from '../accounts/draft-store.ts';
import type { Form } from '../../kernel/api/http/form.ts';
import { publicNotFound } from '../../kernel/api/http/public-read.ts';
import { ApiError, writeConflict } from '../../kernel/core/errors.ts';
import { createReader } from '../../kernel/db/reader.ts';
import { retryOnConflict } from '../../kernel/db/retry-on-conflict.ts';
import type { WebCall, WebResponse } from '../../kernel/api/operation/web-route.ts';
import { commit } from '../../kernel/db/write.ts';
import { assertNotBanned } from '../../feedback/items/ban-store.ts';
import { actorOf, authorOf, type Author } from '../../feedback/items/author.ts';
import type { FeedbackItem, PublicItem } from '../../feedback/items/item.ts';
import { itemSlugs } from '../../feedback/items/item-store.ts';
import { findVotes, putItemWithVote } from '../../feedback/items/vote-store.ts';
import { newId } from '../../kernel/core/id.ts';
import { redirectResponse } from '../../kernel/html/redirect-response.ts';
import { boardExists } from '../../feedback/portals/portal-store.ts';
import { titleSlugOf } from '../../kernel/slugs/slug.ts';
import { findFreeSlug } from '../../kernel/slugs/slug-store.ts';
import { addresses, AFTER_SIMILAR, THANKS } from './addresses.ts';
import { CUSTOMER } from './customer-fields-view.ts';
import { parseIdea } from './idea-form.ts';
import { assertNotSubmitted, recordFormNonce } from '../kit/form-nonce.ts';
import { portalRoute } from './portal-route.ts';
import { formRoute, visitorLimits } from './form-route.ts';
import { loadPageContext, type PageContext } from './page-context.ts';
import type { ShownPortal } from './public-portal.ts';
import { visitorNameProblem, storeName } from './visitor-name.ts';
import type { SignedIn } from './visitor.ts';

const path = '/portals/{portalSlug}/feedback/new';

const TITLE_MAX_CHARACTERS = 200;

/** Pages with the form, which are loaded when one is shown. */
const loadPages = () => import('./feedback-form-page.ts');

/** What members of the team alone can do. */
const loadCustomerPost = () => import('./post-for-customer.ts');

const isForCustomer = (form: Form): boolean =>
  Object.values(CUSTOMER).some((name) => Boolean(form[name]?.trim()));

export const showFeedbackForm = portalRoute({
  id: 'showFeedbackForm',
  method: 'GET',
  path,
  handle: async (call) => {
    const context = await loadPageContext(call);
    const { portal, visitor } = context;
    const { closedPage, formPage } = await loadPages();
    if (portal.boards.length === 0) return closedPage(context);
    // The words of a search that found nothing, or those that are being written.
    const title = call.request.query.get('title')?.slice(0, TITLE_MAX_CHARACTERS);
    const [similar, draft] = await Promise.all([
      title === undefined ? [] : similarTo(title, portal.id, call),
      visitor && getDraft(call.read, visitor.session.user.id, call.request.path, call.now),
    ]);
    return formPage(call, context, { form: draft ?? { title }, isDraft: draft !== undefined, similar });
  },
});

/** Items that are like a title. Anyone can ask for them, so that each request counts for its network. */
async function similarTo(title: string, portalId: string, call: WebCall): Promise<PublicItem[]> {
  await call.countForNetwork();
  return await findSimilar(title, portalId, call);
}

/** Adds an item to a board, under the visitor's name. */
export const submitFeedbackItem = formRoute({
  id: 'submitFeedbackItem',
  path,
  limit: visitorLimits.submissions,
  countForTeam: async (call, { form, visitor }) =>
    isForCustomer(form) && (await (await loadCustomerPost()).countForTeam(call, visitor)),
  formPage: ({ portalSlug }) => addresses.portal(portalSlug!),
  draftPage: ({ portalSlug }) => addresses.newItem(portalSlug!),
  showAgain: async (call, { form, visitor }, text) => {
    const [context, { formPage }] = await Promise.all([loadPageContext(call), loadPages()]);
    return formPage(call, { ...context, visitor }, { problem: text, form });
  },
  handle: async (call, { form, visitor }) => {
    const context = { ...(await loadPageContext(call)), visitor };
    const { portal } = context;
    const parsed = parseIdea(form, form['boardId']);
    if (typeof parsed === 'string') {
      const { formPage } = await loadPages();
      return formPage(call, context, { problem: parsed, form });
    }
    const { user } = visitor.session;
    const forCustomer = isForCustomer(form) ? await loadCustomerPost() : undefined;
    const customer = forCustomer?.parseCustomer(form, context);
    if (typeof customer === 'string') {
      const { formPage } = await loadPages();
      return formPage(call, context, { problem: customer, form });
    }
    await assertNotBanned(call.read, user.id, portal.workspaceId);
    const unnamed =
      customer === undefined
        ? await visitorNameProblem(visitor, { form, workspaceId: portal.workspaceId }, call.read)
        : undefined;
    if (unnamed !== undefined) {
      const { formPage } = await loadPages();
      return formPage(call, context, { problem: unnamed, form });
    }
    if (form[AFTER_SIMILAR] === undefined) {
      const shown = await showSimilar(call, form, context);
      if (shown) return shown;
    } else if (form[AFTER_SIMILAR] === 'edit') {
      return (await loadPages()).formPage(call, context, { form });
    }
    if (customer) return await forCustomer!.postForCustomer(call, context, { form, idea: parsed, customer });
    const { title, boardId, description } = parsed;
    const createdAt = call.now.toISOString();
    const item: Submission = {
      id: newId(call.now),
      portalId: portal.id,
      boardId,
      title,
      description,
      status: 'pending',
      roadmapSummary: null,
      storyIds: [],
      officialCommentId: null,
      mergedIntoId: null,
      tags: [],
      internalTags: [],
      hidden: false,
      addedBy: null,
      createdAt,
      updatedAt: createdAt,
      voteCount: 1,
      commentCount: 0,
    };
    await assertNotSubmitted(call.read, form, user.id);
    await storeName(user, form, call);
    const slug = await submit(call, { portal, item, form, userId: user.id });
    return redirectResponse(`${addresses.item(portal.slug, slug)}?${THANKS}`);
  },
});

/** Items that are like a title; none if they cannot be searched, since an idea is not lost because of that. */
async function findSimilar(title: string, portalId: string, call: WebCall): Promise<PublicItem[]> {
  const { read, now, services } = call;
  const { similarItems } = await import('./search-items.ts');
  const searching = { read, now, setting: services.setting };
  return await similarItems(searching, portalId, title).catch(unlessUnavailable);
}

/** The page with similar items, if there are any. */
async function showSimilar(
  call: WebCall,
  form: Form,
  context: PageContext & { visitor: SignedIn },
): Promise<WebResponse | undefined> {
  const { read } = call;
  const userId = context.visitor.session.user.id;
  const [items] = await Promise.all([
    findSimilar(form['title']!, context.portal.id, call),
    assertNotSubmitted(read, form, userId),
  ]);
  if (items.length === 0) return undefined;
  const voted = await findVotes(
    read,
    userId,
    items.map(({ id }) => id),
  );
  const { similarPage } = await import('./similar-page.ts');
  return similarPage(context, { form, items, voted });
}

function unlessUnavailable(error: unknown): [] {
  if (error instanceof ApiError && error.code === 'service_unavailable') return [];
  throw error;
}

type Submission = Omit<FeedbackItem, 'slug' | keyof Author>;

interface Submitted {
  portal: Pick<ShownPortal, 'workspaceId'>;
  item: Submission;
  form: Form;
  userId: string;
}

/** Creates the item under a free slug and returns the slug; it may be taken before the write. */
const submit = (call: WebCall, { portal, item, form, userId }: Submitted): Promise<string> =>
  retryOnConflict(async () => {
    const { services, now } = call;
    const read = createReader(services.database);
    const visiting = { userId, workspaceId: portal.workspaceId, portalId: item.portalId };
    const post = { kind: 'item' as const, id: item.id };
    const [slug, { author, changes }] = await Promise.all([
      findFreeSlug(read, itemSlugs(item.portalId), titleSlugOf(item.title, 'item'), services.randomBytes),
      authorOf(read, { ...visiting, post }, now),
    ]);
    const written = [
      ...recordFormNonce(form, userId, now),
      deleteDraft(userId, call.request.path),
      boardExists(item.portalId, item.boardId, publicNotFound),
      ...putItemWithVote({ ...item, ...author, slug }, { userId }, writeConflict),
      ...changes,
    ];
    await commit(services.database, written, actorOf(author));
    return slug;
  });
