import { nameField } from '../session/form-fields-view.ts';
import { html, type Html } from '../../kernel/html/html.ts';
import { displayName, NOBODYS_NAME } from '../../identity/members/display-name.ts';
import type { PageTexts } from '../messages/page-messages.ts';
import type { PortalVisitor } from '../portal/layout-view.ts';

interface Posting {
  visitor: PortalVisitor;
  /** The name of a member of the team, who has one in its workspace. */
  memberName: string | undefined;
  /** What was entered before. */
  typed: string | undefined;
}

/** Asks for the name that is shown with a post, or says which one is. */
export function postedAs({ visitor: { session }, memberName, typed }: Posting, t: PageTexts): Html {
  const name = memberName ?? displayName(session.user.name);
  if (name === NOBODYS_NAME) {
    const texts = { label: t.text('name.label'), hint: t.text('name.hint') };
    return html`<div class="field">${nameField(typed ?? null, texts)}</div>`;
  }
  return html`<p class="hint">
    ${t.markup('name.postedAs', { name: html`<strong><bdi>${name}</bdi></strong>` })}
    ${!session.isCustomer && html`<a href="/account" target="_top">${t.text('name.change')}</a>`}
  </p>`;
}

/** What a form for a text says to strangers, who sign in with what they wrote. */
export const signInNext = (t: PageTexts): Html => html`<p class="hint">${t.text('form.signInNext')}</p>`;
