import { csrfField } from '../session/form-fields-view.ts';
import type { PublicItem } from '../../feedback/items/item.ts';
import { similarScript } from '../../browser/assets.ts';
import { html, type Fragment } from '../../kernel/html/html.ts';
import type { PageTexts } from '../messages/page-messages.ts';
import { addresses } from '../portal/addresses.ts';
import { customerFields } from './customer-fields-view.ts';
import { doneNote } from '../views/done-note-view.ts';
import { formNonceField } from '../kit/form-nonce-view.ts';
import { postedAs, signInNext } from './name-field-view.ts';
import type { PortalView, PortalVisitor } from '../portal/layout-view.ts';
import type { ShownPortal } from '../portal/public-portal.ts';
import { similarIdeas } from './similar-ideas-view.ts';
import { picturesLater, writtenPictures } from '../portal/written-pictures-view.ts';

/** The page of a portal without boards, which takes no ideas. */
export const closedView = (portal: ShownPortal, t: PageTexts): PortalView => ({
  path: addresses.newItem(portal.slug),
  isIndexed: false,
  tab: 'feedback',
  title: t.text('list.suggest'),
  body: html`<div class="card empty">
    <h1>${t.text('form.closed')}</h1>
    <p>${t.text('form.closedText', { portal: portal.name })}</p>
    <p><a href="${addresses.portal(portal.slug)}">${t.text('error.allIdeas')}</a></p>
  </div>`,
});

interface FeedbackForm {
  t: PageTexts;
  portal: ShownPortal;
  visitor: PortalVisitor | undefined;
  /** The name of a member of the team. */
  memberName: string | undefined;
  /** The submitted values, by field name. */
  form: Readonly<Record<string, string | undefined>>;
  /** The problem of the submitted form. */
  problem: Fragment | undefined;
  /** Whether it was written before signing in. */
  isDraft?: boolean;
  /** What is like its title. */
  similar?: readonly PublicItem[];
  formNonce: string;
}

/** The form for an idea, as it was sent. */
export function feedbackFormView(page: FeedbackForm): PortalView {
  const { t, portal, visitor, memberName, form, problem, isDraft = false, similar = [], formNonce } = page;
  const address = addresses.newItem(portal.slug);
  const { title, description, boardId } = form;
  const link = html`<a href="${addresses.portal(portal.slug)}">${t.text('form.checkLink')}</a>`;
  return {
    path: address,
    isIndexed: false,
    tab: 'feedback',
    title: t.text('list.suggest'),
    script: similarScript.path,
    takesPictures: visitor !== undefined,
    body: html`<div class="narrow">
      <p class="back"><a href="${addresses.portal(portal.slug)}">${t.text('list.showAll')}</a></p>
      <div class="intro kept">
        <h1>${t.text('list.suggest')}</h1>
        <p>${t.markup('form.checkFirst', { link })}</p>
      </div>
      <form class="card sheet" method="post" action="${address}" data-writes="yes">
        ${visitor && [csrfField(visitor), formNonceField(formNonce)]}
        ${isDraft && doneNote(t.text('done.signedIn'))}
        ${problem !== undefined && html`<div class="notice bad" role="alert">${problem}</div>`}
        <div class="field">
          <label for="title">${t.text('form.title')}</label>
          <input id="title" name="title" required maxlength="200" value="${title}" autocomplete="off" />
          ${similarIdeas(similar, portal, t)}
        </div>
        <div class="field">
          <label for="board">${t.text('form.board')}</label>
          <select id="board" name="boardId">
            ${portal.boards.map(
              ({ id, name }) =>
                html`<option value="${id}" ${id === boardId && html`selected`}>${name}</option>`,
            )}
          </select>
        </div>
        <div class="field">
          <label for="description">${t.text('form.description')}</label>
          <textarea id="description" name="description" maxlength="10000" aria-describedby="description-hint">
${description}</textarea>
          <p class="hint" id="description-hint">${t.text('form.hint')} ${picturesLater(t)}</p>
          ${visitor && writtenPictures(t)}
        </div>
        ${memberName !== undefined && customerFields(form, t)}
        ${visitor ? postedAs({ visitor, memberName, typed: form['name'] }, t) : signInNext(t)}
        <button type="submit" class="button">${t.text('form.submit')}</button>
      </form>
    </div>`,
  };
}
