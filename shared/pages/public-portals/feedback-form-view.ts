import { csrfField } from '../accounts/form-fields-view.ts';
import { html } from '../../kernel/html/html.ts';
import { addresses } from './addresses.ts';
import { formNonceField } from './form-nonce-view.ts';
import { postedAs } from './name-field-view.ts';
import type { PortalView, PortalVisitor } from './layout-view.ts';
import type { ShownPortal } from './public-portal.ts';

/** The page of a portal without boards, which takes no ideas. */
export const closedView = (portal: ShownPortal): PortalView => ({
  path: addresses.newItem(portal.slug),
  tab: 'feedback',
  title: 'Suggest an idea',
  body: html`<div class="card empty">
    <h1>This portal is not accepting ideas</h1>
    <p>${portal.name} is not accepting ideas at the moment.</p>
    <p><a href="${addresses.portal(portal.slug)}">See all ideas</a></p>
  </div>`,
});

interface FeedbackForm {
  portal: ShownPortal;
  visitor: PortalVisitor;
  /** The submitted values, by field name. */
  form: Readonly<Record<string, string | undefined>>;
  /** The problem of the submitted form. */
  problem: string | undefined;
  formNonce: string;
}

/** The form for an idea, as it was sent. */
export function feedbackFormView({ portal, visitor, form, problem, formNonce }: FeedbackForm): PortalView {
  const address = addresses.newItem(portal.slug);
  const { title, description, boardId } = form;
  return {
    path: address,
    tab: 'feedback',
    title: 'Suggest an idea',
    body: html`<div class="narrow">
      <div class="intro">
        <h1>Suggest an idea</h1>
        <p>
          Has someone already suggested it?
          <a href="${addresses.portal(portal.slug)}">Check first</a>: voting for an existing idea helps more
          than posting it twice.
        </p>
      </div>
      <form class="card sheet" method="post" action="${address}">
        ${csrfField(visitor)}${formNonceField(formNonce)}
        ${problem !== undefined && html`<div class="notice" role="alert">${problem}</div>`}
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
          <p class="hint" id="description-hint">Supports Markdown.</p>
        </div>
        ${postedAs(visitor, form['name'])}
        <button type="submit" class="button">Submit idea</button>
      </form>
    </div>`,
  };
}
