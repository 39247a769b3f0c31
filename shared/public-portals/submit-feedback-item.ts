import { csrfField } from '../accounts/csrf.ts';
import { signInPath } from '../accounts/next-page.ts';
import type { Form } from '../api/http/form.ts';
import { publicNotFound } from '../api/http/public-read.ts';
import { writeConflict } from '../core/errors.ts';
import { retryOnConflict } from '../db/retry-on-conflict.ts';
import type { WebResponse, WebCall } from '../api/operation/web-route.ts';
import { commit } from '../db/write.ts';
import { authorOf, type Author } from '../feedback/author.ts';
import { submissionSchema, type FeedbackItem } from '../feedback/item.ts';
import { itemSlugs } from '../feedback/item-store.ts';
import { putItemWithVote } from '../feedback/vote-store.ts';
import { newId } from '../core/id.ts';
import { html } from '../pages/html.ts';
import { redirectResponse } from '../pages/page.ts';
import { boardExists } from '../portals/portal-store.ts';
import { findFreeSlug, slugOf } from '../portals/slug.ts';
import { addresses, THANKS } from './addresses.ts';
import { portalPage } from './layout.ts';
import type { ShownPortal } from './find-portal.ts';
import { parseSubmission } from './parse-form.ts';
import { newFormNonce, formNonceField, recordFormNonce } from './form-nonce.ts';
import { portalRoute } from './portal-route.ts';
import { formRoute, visitorLimits } from './form-route.ts';
import { loadPageContext } from './page-context.ts';
import type { SignedIn } from './visitor.ts';

const path = '/portals/{portalSlug}/feedback/new';

export const showFeedbackForm = portalRoute({
  id: 'showFeedbackForm',
  method: 'GET',
  path,
  handle: async (call) => {
    const { portal, visitor } = await loadPageContext(call);
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
  showAgain: async (call, { form, visitor }, text) =>
    formPage(call, (await loadPageContext(call)).portal, visitor, { text, form }),
  handle: async (call, { form, visitor }) => {
    const { portal } = await loadPageContext(call);
    const parsed = parseSubmission(submissionSchema, {
      boardId: form['boardId'],
      title: (form['title'] ?? '').trim(),
      description: (form['description'] ?? '').replaceAll('\r\n', '\n').trim(),
    });
    if (Array.isArray(parsed)) {
      const { field, message } = parsed[0]!;
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
    await commit(services.database, [
      ...recordFormNonce(form, userId, now),
      boardExists(item.portalId, item.boardId, publicNotFound),
      ...putItemWithVote({ ...item, ...author, slug }, userId, writeConflict),
      ...changes,
    ]);
    return slug;
  });

function closedPage(call: WebCall, portal: ShownPortal, visitor: SignedIn | undefined): WebResponse {
  return portalPage({
    ...{ portal, visitor, baseUrl: call.services.baseUrl(), path: addresses.newItem(portal.slug) },
    tab: 'feedback',
    title: 'Suggest an idea',
    body: html`<div class="card empty">
      <h1>This portal is not accepting ideas</h1>
      <p>${portal.name} is not accepting ideas at the moment.</p>
      <p><a href="${addresses.portal(portal.slug)}">See all ideas</a></p>
    </div>`,
  });
}

interface Problem {
  text: string;
  form: Form;
}

function formPage(call: WebCall, portal: ShownPortal, visitor: SignedIn, problem?: Problem): WebResponse {
  const address = addresses.newItem(portal.slug);
  const { title, description, boardId } = problem?.form ?? {};
  return portalPage({
    ...{ portal, visitor, baseUrl: call.services.baseUrl(), path: address },
    tab: 'feedback',
    title: 'Suggest an idea',
    ...(problem ? { status: 400 } : {}),
    body: html`<div class="narrow">
      <div class="intro">
        <h1>Suggest an idea</h1>
        <p>
          Has someone already suggested it?
          <a href="${addresses.portal(portal.slug)}">Check first</a>: a vote for an existing idea counts more
          than a duplicate.
        </p>
      </div>
      <form class="card sheet" method="post" action="${address}">
        ${csrfField(visitor)}${formNonceField(newFormNonce(call))}
        ${problem && html`<div class="notice" role="alert">${problem.text}</div>`}
        <div class="field">
          <label for="title">Your idea in a few words</label>
          <input id="title" name="title" required maxlength="200" value="${title}" autocomplete="off" />
        </div>
        <div class="field">
          <label for="board">Board</label>
          <select id="board" name="boardId">
            ${portal.boards.map(
              ({ id, name }) =>
                html`<option value="${id}" ${id === boardId && html`selected`}>${name}</option>`,
            )}
          </select>
        </div>
        <div class="field">
          <label for="description">What would it help you do?</label>
          <textarea id="description" name="description" maxlength="10000" aria-describedby="description-hint">
${description}</textarea>
          <p class="hint" id="description-hint">
            Supports Markdown. It will be public, with your name. E-mail addresses are removed.
          </p>
        </div>
        <button type="submit" class="button">Submit idea</button>
      </form>
    </div>`,
  });
}
