import { csrfField } from '../session/form-fields-view.ts';
import { html, type Fragment } from '../../kernel/html/html.ts';
import type { PageTexts } from '../messages/page-messages.ts';
import { addresses } from '../portal/addresses.ts';
import { deletionForm } from './deletion-form-view.ts';
import type { PortalView, PortalVisitor } from '../portal/layout-view.ts';
import type { ShownPortal } from '../portal/public-portal.ts';

interface OwnItem {
  t: PageTexts;
  portal: ShownPortal;
  visitor: PortalVisitor;
  itemSlug: string;
  form: Readonly<Record<string, string | undefined>>;
  problem: Fragment | undefined;
  canDelete: boolean;
}

/** The form in which a visitor changes or deletes an idea of theirs. */
export function ownItemView({ t, portal, visitor, itemSlug, form, problem, canDelete }: OwnItem): PortalView {
  const path = addresses.editItem(portal.slug, itemSlug);
  const { title, description, version } = form;
  return {
    path,
    tab: 'feedback',
    title: t.text('own.change'),
    body: html`<div class="narrow">
      <div class="intro kept">
        <h1>${t.text('own.change')}</h1>
        <p>${t.text('own.changeText')}</p>
      </div>
      <form class="card sheet" method="post" action="${path}">
        ${csrfField(visitor)}<input type="hidden" name="version" value="${version}" />
        ${problem !== undefined && html`<div class="notice bad" role="alert">${problem}</div>`}
        <div class="field">
          <label for="title">${t.text('form.title')}</label>
          <input id="title" name="title" required maxlength="200" value="${title}" autocomplete="off" />
        </div>
        <div class="field">
          <label for="description">${t.text('form.description')}</label>
          <textarea id="description" name="description" maxlength="16384" aria-describedby="description-hint">
${description}</textarea>
          <p class="hint" id="description-hint">${t.text('form.hint')}</p>
        </div>
        <div class="send">
          <button type="submit" class="button">${t.text('button.save')}</button>
          <a href="${addresses.item(portal.slug, itemSlug)}">${t.text('button.cancel')}</a>
          <a href="${addresses.itemPictureForm(portal.slug, itemSlug)}">${t.text('picture.add')}</a>
        </div>
      </form>
      ${
        canDelete
          ? deletionForm(t, { action: addresses.deleteItem(portal.slug, itemSlug), what: 'own', visitor })
          : html`<p class="hint">${t.text('own.kept')}</p>`
      }
    </div>`,
  };
}
