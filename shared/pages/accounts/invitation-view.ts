import type { WebResponse } from '../../kernel/api/operation/web-route.ts';
import { html } from '../../kernel/html/html.ts';
import { pageResponse } from '../../kernel/html/page.ts';
import type { Visitor } from './csrf.ts';
import { csrfField, nameField, newPasswordFields } from './form-fields-view.ts';

interface InvitationPage {
  visitor: Visitor;
  workspaceName: string;
  email: string;
  /** What the field of the person's own name has. */
  name: string | null;
  /** The error for what was sent. */
  problem: string | undefined;
}

/** The page of an invitation. Its form posts to its own URL, so that the secret appears nowhere else. */
export const invitationView = ({
  visitor,
  workspaceName,
  email,
  name,
  problem,
}: InvitationPage): WebResponse =>
  pageResponse({
    status: problem ? 400 : 200,
    title: 'Set your password',
    body: html`<section class="card">
      <h1>Set your password</h1>
      <p>
        You are invited to <strong><bdi>${workspaceName}</bdi></strong
        >, and sign in as <strong>${email}</strong>.
      </p>
      ${problem && html`<div class="notice bad" role="alert"><p>${problem}</p></div>`}
      <form method="post" class="wide">
        ${csrfField(visitor)}
        <input type="hidden" name="username" value="${email}" autocomplete="username" />
        <div class="field">${nameField(name)}</div>
        ${newPasswordFields()}
        <button type="submit">Set password and sign in</button>
      </form>
    </section>`,
  });
