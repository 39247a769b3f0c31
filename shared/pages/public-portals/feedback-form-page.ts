import { csrfField } from '../accounts/csrf.ts';
import type { Form } from '../../kernel/api/http/form.ts';
import type { WebResponse, WebCall } from '../../kernel/api/operation/web-route.ts';
import { html } from '../../kernel/html/html.ts';
import { addresses } from './addresses.ts';
import type { ShownPortal } from './find-portal.ts';
import { newFormNonce, formNonceField } from './form-nonce.ts';
import { portalPage } from './layout.ts';
import type { SignedIn } from './visitor.ts';

/** The page of a portal without boards, which takes no ideas. */
export function closedPage(call: WebCall, portal: ShownPortal, visitor: SignedIn | undefined): WebResponse {
  return portalPage({
    portal,
    visitor,
    baseUrl: call.services.baseUrl(),
    path: addresses.newItem(portal.slug),
    tab: 'feedback',
    title: 'Suggest an idea',
    body: html`<div class="card empty">
      <h1>This portal is not accepting ideas</h1>
      <p>${portal.name} is not accepting ideas at the moment.</p>
      <p><a href="${addresses.portal(portal.slug)}">See all ideas</a></p>
    </div>`,
  });
}

interface Sent {
  form: Form;
  /** What is wrong with it. */
  problem?: string;
}

/** The form for an idea, as it was sent. */
export function formPage(call: WebCall, portal: ShownPortal, visitor: SignedIn, sent?: Sent): WebResponse {
  const address = addresses.newItem(portal.slug);
  const { title, description, boardId } = sent?.form ?? {};
  return portalPage({
    portal,
    visitor,
    baseUrl: call.services.baseUrl(),
    path: address,
    tab: 'feedback',
    title: 'Suggest an idea',
    ...(sent?.problem === undefined ? {} : { status: 400 }),
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
        ${sent?.problem !== undefined && html`<div class="notice" role="alert">${sent.problem}</div>`}
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
