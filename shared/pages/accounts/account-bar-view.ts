import { html, type Html } from '../../kernel/html/html.ts';
import type { PageTexts } from '../messages/page-messages.ts';
import { DEFAULT_NEXT_PAGE } from './account-paths.ts';
import type { Visitor } from './csrf.ts';
import { csrfField } from './form-fields-view.ts';

/** The page header for a signed-in user, with a sign-out button. */
export const accountBar = (
  visitor: Visitor,
  { next = DEFAULT_NEXT_PAGE, t }: { next?: string; t: PageTexts },
): Html | undefined =>
  visitor.session &&
  html`<div class="account">
    <a href="/account">${visitor.session.user.email}</a>
    <form method="post" action="/sign-out">
      ${csrfField(visitor)}<input type="hidden" name="next" value="${next}" />
      <button type="submit" class="link">${t.text('layout.signOut')}</button>
    </form>
  </div>`;
