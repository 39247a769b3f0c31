import { DEFAULT_NEXT_PAGE, INVITED_PAGE } from './account-paths.ts';
import type { WebResponse } from '../../kernel/api/operation/web-route.ts';
import type { MailMode } from '../../identity/mail/preference-store.ts';
import type { Brand } from '../../kernel/html/document-view.ts';
import { html } from '../../kernel/html/html.ts';
import type { PageTexts } from '../messages/page-messages.ts';
import { pageResponse } from '../../kernel/html/page.ts';
import { branded } from './branded-view.ts';

/** The field that asks for each new update of a portal. */
export const UPDATES = 'updates';

/** What is said of what has just been saved: the choice of the form, or what one click has ended. */
export type SavedText = 'mailNews.saved' | 'mailNews.endedUpdates' | 'mailNews.endedKind';

interface MailPreferencesPage {
  t: PageTexts;
  /** The page's own path, to which its form posts. */
  action: string;
  modes: readonly MailMode[];
  mode: MailMode;
  /** Whether each new update of the portal comes too; undefined for a workspace. */
  updates: boolean | undefined;
  saved: SavedText | undefined;
  /** The name of whose news it is about. */
  subject: { workspace: string } | { portal: string | undefined };
  brand: Brand | undefined;
  /** The address that the mail is sent to; undefined once the account is deleted. */
  email: string | undefined;
  /** Whether the person has yet to answer the invitation of the workspace. */
  isInvited: boolean;
}

/** The page on which the reader of a mail chooses how many of its kind they get. */
export function mailPreferencesView({
  t,
  action,
  modes,
  mode,
  updates,
  saved,
  subject,
  brand,
  email,
  isInvited,
}: MailPreferencesPage): WebResponse {
  const legend =
    'workspace' in subject
      ? t.markup('mailNews.workspace', { workspace: html`<bdi>${subject.workspace}</bdi>` })
      : t.markup('mailNews.portal', {
          portal: html`<bdi>${subject.portal ?? t.text('mailNews.thisPortal')}</bdi>`,
        });
  return pageResponse({
    title: t.text('mailNews.title'),
    language: t.language,
    ...branded(brand, t),
    body: html`<section class="card">
      <h1>${t.text('mailNews.title')}</h1>
      ${saved && html`<p class="thanks" role="status">${savedText(t, saved, { mode, updates })}</p>`}
      ${
        isInvited &&
        'workspace' in subject &&
        html`<p>
          ${t.markup('mailNews.invited', {
            workspace: html`<bdi>${subject.workspace}</bdi>`,
            link: html`<a href="${INVITED_PAGE}">${t.text('mailNews.answer')}</a>`,
          })}
        </p>`
      }
      ${email !== undefined && html`<p class="quiet">${t.markup('mailNews.to', { email: html`<bdi dir="ltr">${email}</bdi>` })}</p>`}
      <form method="post" action="${action}" class="wide">
        <fieldset>
          <legend>${legend}</legend>
          ${modes.map(
            (one) =>
              html`<label class="choice"
                ><input type="radio" name="mode" value="${one}" ${one === mode && html`checked`} />
                ${t.text(`mailNews.${one}`)}</label
              >`,
          )}
        </fieldset>
        ${
          updates !== undefined &&
          html`<fieldset>
            <legend>${t.text('layout.changelog')}</legend>
            <label class="choice"
              ><input type="checkbox" name="${UPDATES}" value="yes" ${updates && html`checked`} />
              ${t.text('mailNews.updates')}</label
            >
          </fieldset>`
        }
        <button type="submit">${t.text('mailNews.save')}</button>
      </form>
      <p><a href="${DEFAULT_NEXT_PAGE}">${t.text('account.title')}</a></p>
    </section>`,
  });
}

function savedText(
  t: PageTexts,
  saved: SavedText,
  { mode, updates }: Pick<MailPreferencesPage, 'mode' | 'updates'>,
): string {
  if (saved !== 'mailNews.saved') return t.text(saved);
  if (updates && mode === 'off') return t.text('mailNews.savedUpdates');
  return t.text('mailNews.saved', { mode: t.text(`mailNews.${mode}`) });
}
