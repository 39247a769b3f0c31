import type { WebResponse } from '../../kernel/api/operation/web-route.ts';
import type { MailMode } from '../../identity/mail/preference-store.ts';
import type { Brand } from '../../kernel/html/document-view.ts';
import { html } from '../../kernel/html/html.ts';
import { pageResponse } from '../../kernel/html/page.ts';

const modeNames: Record<MailMode, string> = {
  each: 'A mail for each piece of news',
  daily: 'One mail a day',
  off: 'No mail',
};

interface MailPreferencesPage {
  /** The page's own path, to which its form posts. */
  action: string;
  mode: MailMode;
  /** Whether the mode has just been saved. */
  saved: boolean;
  /** The name of whose news it is about. */
  subject: { workspace: string } | { portal: string };
  brand: Brand | undefined;
}

/** The page on which the reader of a mail chooses how many of its kind they get. */
export function mailPreferencesView({
  action,
  mode,
  saved,
  subject,
  brand,
}: MailPreferencesPage): WebResponse {
  const legend =
    'workspace' in subject
      ? html`Mentions, assignments, the stories that you watch and, if you chose them, ideas of visitors in
          <bdi>${subject.workspace}</bdi>`
      : html`News of the ideas that you follow on <bdi>${subject.portal}</bdi>`;
  return pageResponse({
    title: 'Mail preferences',
    brand,
    body: html`<section class="card">
      <h1>Mail preferences</h1>
      ${saved && html`<div class="notice" role="status"><p>Saved: ${modeNames[mode].toLowerCase()}.</p></div>`}
      <form method="post" action="${action}" class="wide">
        <fieldset>
          <legend>${legend}</legend>
          ${Object.entries(modeNames).map(
            ([one, name]) =>
              html`<label class="choice"
                ><input type="radio" name="mode" value="${one}" ${one === mode && html`checked`} />
                ${name}</label
              >`,
          )}
        </fieldset>
        <button type="submit">Save</button>
      </form>
    </section>`,
  });
}
