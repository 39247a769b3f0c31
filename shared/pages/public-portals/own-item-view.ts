import { csrfField } from '../accounts/form-fields-view.ts';
import { html } from '../../kernel/html/html.ts';
import type { PageTexts } from '../messages/page-messages.ts';
import { problemText } from './problem-text.ts';
import { addresses } from './addresses.ts';
import { deletionForm } from './deletion-form-view.ts';
import type { PortalView, PortalVisitor } from './layout-view.ts';
import type { ShownPortal } from './public-portal.ts';

interface OwnItem {
  t: PageTexts;
  portal: ShownPortal;
  visitor: PortalVisitor;
  itemSlug: string;
  form: Readonly<Record<string, string | undefined>>;
  problem: string | undefined;
  canDelete: boolean;
}

/** The form in which a visitor changes or deletes an idea of theirs. */
export function ownItemView({ t, portal, visitor, itemSlug, form, problem, canDelete }: OwnItem): PortalView {
  const path = addresses.editItem(portal.slug, itemSlug);
  const { title, description, version } = form;
  return {
    path,
    tab: 'feedback',
    title: 'Edit your idea',
    body: html`<div class="narrow">
      <div class="intro">
        <h1>Edit your idea</h1>
        <p>You can change it until the team responds.</p>
      </div>
      <form class="card sheet" method="post" action="${path}">
        ${csrfField(visitor)}<input type="hidden" name="version" value="${version}" />
        ${problem !== undefined && html`<div class="notice" role="alert">${problemText(t, problem)}</div>`}
        <div class="field">
          <label for="title">Your idea in a few words</label>
          <input id="title" name="title" required maxlength="200" value="${title}" autocomplete="off" />
        </div>
        <div class="field">
          <label for="description">What would it help you do?</label>
          <textarea id="description" name="description" maxlength="10000" aria-describedby="description-hint">
${description}</textarea>
          <p class="hint" id="description-hint">Supports Markdown.</p>
        </div>
        <div class="send">
          <button type="submit" class="button">Save</button>
          <a href="${addresses.item(portal.slug, itemSlug)}">Cancel</a>
        </div>
      </form>
      ${
        canDelete
          ? deletionForm(visitor, {
              action: addresses.deleteItem(portal.slug, itemSlug),
              what: 'idea',
              note: 'No one else has voted or commented so far.',
            })
          : html`<p class="hint">Others have voted or commented, so it can no longer be deleted.</p>`
      }
    </div>`,
  };
}
