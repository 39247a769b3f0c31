import { signInPath } from '../accounts/next-page.ts';
import type { Form } from '../api/http/form.ts';
import { publicNotFound } from '../api/http/public-read.ts';
import { writeConflict } from '../core/errors.ts';
import { retryOnConflict } from '../db/retry-on-conflict.ts';
import type { WebCall } from '../api/operation/web-route.ts';
import { commit } from '../db/write.ts';
import { actorOf, authorOf, type Author } from '../feedback/author.ts';
import { submissionSchema, type FeedbackItem } from '../feedback/item.ts';
import { itemSlugs } from '../feedback/item-store.ts';
import { putItemWithVote } from '../feedback/vote-store.ts';
import { newId } from '../core/id.ts';
import { redirectResponse } from '../pages/page.ts';
import { boardExists } from '../portals/portal-store.ts';
import { findFreeSlug, slugOf } from '../portals/slug.ts';
import { addresses, THANKS } from './addresses.ts';
import type { ShownPortal } from './find-portal.ts';
import { parseSubmission } from './parse-form.ts';
import { recordFormNonce } from './form-nonce.ts';
import { portalRoute } from './portal-route.ts';
import { formRoute, visitorLimits } from './form-route.ts';
import { loadPageContext } from './page-context.ts';

const path = '/portals/{portalSlug}/feedback/new';

/** Pages with the form, which are loaded when one is shown. */
const loadPages = () => import('./feedback-form-page.ts');

export const showFeedbackForm = portalRoute({
  id: 'showFeedbackForm',
  method: 'GET',
  path,
  handle: async (call) => {
    const { portal, visitor } = await loadPageContext(call);
    const { closedPage, formPage } = await loadPages();
    if (portal.boards.length === 0) return closedPage(call, portal, visitor);
    if (!visitor) return redirectResponse(signInPath(addresses.newItem(portal.slug)));
    return formPage(call, portal, visitor);
  },
});

/** Adds an item to a board, under the visitor's name. */
export const submitFeedbackItem = formRoute({
  id: 'submitFeedbackItem',
  path,
  limit: visitorLimits.submissions,
  formPage: ({ portalSlug }) => addresses.portal(portalSlug!),
  showAgain: async (call, { form, visitor }, text) => {
    const [{ portal }, { formPage }] = await Promise.all([loadPageContext(call), loadPages()]);
    return formPage(call, portal, visitor, { text, form });
  },
  handle: async (call, { form, visitor }) => {
    const { portal } = await loadPageContext(call);
    const parsed = parseSubmission(submissionSchema, {
      boardId: form['boardId'],
      title: (form['title'] ?? '').trim(),
      description: (form['description'] ?? '').replaceAll('\r\n', '\n').trim(),
    });
    if (Array.isArray(parsed)) {
      const { field, message } = parsed[0]!;
      const { formPage } = await loadPages();
      return formPage(call, portal, visitor, { text: `${names[field]!} ${message}.`, form });
    }
    const { title, boardId, description } = parsed;
    const createdAt = call.now.toISOString();
    const item: Submission = {
      id: newId(call.now),
      portalId: portal.id,
      ...{ boardId, title, description: description || null, status: 'pending', roadmapSummary: null },
      storyIds: [],
      hidden: false,
      ...{ createdAt, updatedAt: createdAt, voteCount: 1, commentCount: 0 },
    };
    return redirectResponse(
      `${addresses.item(portal.slug, await submit(call, { portal, item, form, userId: visitor.session.user.id }))}?${THANKS}`,
    );
  },
});

const names: Record<string, string> = {
  boardId: 'The board',
  title: 'The title',
  description: 'The description',
};

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
    const { services, read, now } = call;
    const place = { userId, workspaceId: portal.workspaceId, post: { kind: 'item' as const, id: item.id } };
    const [slug, { author, changes }] = await Promise.all([
      findFreeSlug(read, itemSlugs(item.portalId), slugOf(item.title, 'item'), services.randomBytes),
      authorOf(read, place, now),
    ]);
    const written = [
      ...recordFormNonce(form, userId, now),
      boardExists(item.portalId, item.boardId, publicNotFound),
      ...putItemWithVote({ ...item, ...author, slug }, userId, writeConflict),
      ...changes,
    ];
    await commit(services.database, written, actorOf(author));
    return slug;
  });
