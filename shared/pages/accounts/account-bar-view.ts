import { html, type Html } from '../../kernel/html/html.ts';
import { displayName } from '../../identity/members/display-name.ts';
import { avatar, namelessAvatar } from '../views/avatar-view.ts';
import type { PageTexts } from '../messages/page-messages.ts';
import { MY_WORK } from '../../planning/paths/page-paths.ts';
import type { Visitor } from '../session/csrf.ts';
import { csrfField } from '../session/form-fields-view.ts';
import type { Session } from '../session/session.ts';

interface AccountBar {
  /** Where signing out leads to. */
  next?: string;
  t: PageTexts;
}

/** The page header for a signed-in user: their picture and name, or address without one, and a sign-out button. */
export const accountBar = (visitor: Visitor, { next = MY_WORK, t }: AccountBar): Html | undefined =>
  visitor.session &&
  html`<div class="account">
    <a class="me" href="/account">${personOf(visitor.session.user, visitor.memberName)}</a>
    <form method="post" action="/sign-out">
      ${csrfField(visitor)}<input type="hidden" name="next" value="${next}" />
      <button type="submit" class="link">${t.text('layout.signOut')}</button>
    </form>
  </div>`;

function personOf({ name, email }: Session['user'], memberName: string | undefined): Html {
  const shown = name === null ? memberName : displayName(name);
  return shown === undefined
    ? html`${namelessAvatar}<bdi dir="ltr">${email}</bdi>`
    : html`${avatar(shown)}<bdi>${shown}</bdi>`;
}
