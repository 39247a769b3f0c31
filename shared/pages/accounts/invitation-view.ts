import type { WebResponse } from '../../kernel/api/operation/web-route.ts';
import { html } from '../../kernel/html/html.ts';
import { pageResponse } from '../../kernel/html/page.ts';
import type { PageTexts, PlainText } from '../messages/page-messages.ts';
import type { Visitor } from '../session/csrf.ts';
import { csrfField, nameField, newPasswordFields } from '../session/form-fields-view.ts';

interface InvitationPage {
  t: PageTexts;
  visitor: Visitor;
  workspaceName: string;
  email: string;
  /** What the field of the person's own name has. */
  name: string | null;
  /** The error for what was sent. */
  problem: PlainText | undefined;
}

/** The page of an invitation. Its form posts to its own URL, so that the secret appears nowhere else. */
export const invitationView = ({
  t,
  visitor,
  workspaceName,
  email,
  name,
  problem,
}: InvitationPage): WebResponse =>
  pageResponse({
    status: problem ? 400 : 200,
    title: t.text('invitation.title'),
    language: t.language,
    body: html`<section class="card">
      <h1>${t.text('invitation.title')}</h1>
      <p>
        ${t.markup('invitation.text', {
          workspace: html`<strong><bdi>${workspaceName}</bdi></strong>`,
          email: html`<strong><bdi>${email}</bdi></strong>`,
        })}
      </p>
      ${problem && html`<div class="notice bad" role="alert"><p>${t.text(problem)}</p></div>`}
      <form method="post" class="wide">
        ${csrfField(visitor)}
        <input type="hidden" name="username" value="${email}" autocomplete="username" />
        <div class="field">
          ${nameField(name, { label: t.text('name.label'), hint: t.text('name.hint') })}
        </div>
        ${newPasswordFields(t)}
        <button type="submit">${t.text('invitation.set')}</button>
      </form>
    </section>`,
  });
