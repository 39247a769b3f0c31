import { OWN_ACCOUNT, INVITED_PAGE } from '../session/account-paths.ts';
import type { WebResponse } from '../../kernel/api/operation/web-route.ts';
import type { MailMode } from '../../identity/mail/preference-store.ts';
import type { Brand } from '../../kernel/html/document-view.ts';
import { html } from '../../kernel/html/html.ts';
import type { PageTexts } from '../messages/page-messages.ts';
import { pageResponse } from '../../kernel/html/page.ts';
import type { Visitor } from '../session/csrf.ts';
import { csrfField } from '../session/form-fields-view.ts';
import { branded } from './branded-view.ts';

/** The field that asks for each new update of a portal. */
export const UPDATES = 'updates';

/** What is said of what has just been saved: the choice of the form, or what one click has ended. */
export type SavedText = 'mailNews.saved' | 'mailNews.ended' | 'mailNews.endedUpdates' | 'mailNews.endedKind';

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
  /** The person, for whose browser the form is. */
  visitor: Pick<Visitor, 'csrfToken'>;
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
  visitor,
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
      <form method="post" action="${action}" class="wide">
        ${csrfField(visitor)}
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
      <p><a href="${OWN_ACCOUNT}">${t.text('account.title')}</a></p>
    </section>`,
  });
}

type StopMailPage = Pick<MailPreferencesPage, 't' | 'saved' | 'brand'> & {
  /** Where the one click is sent to. */
  stop: string;
  /** The page to sign in on. */
  signIn: string;
};

/** The same page for anyone who has the link: they can stop the mail, and no more. */
export function stopMailView({ t, saved, brand, stop, signIn }: StopMailPage): WebResponse {
  const done = saved && savedText(t, saved, { mode: 'off', updates: undefined });
  return pageResponse({
    title: t.text('mailNews.title'),
    language: t.language,
    ...branded(brand, t),
    body: html`<section class="card">
      <h1>${t.text('mailNews.title')}</h1>
      ${done && html`<p class="thanks" role="status">${done}</p>`}
      ${
        !done &&
        html`<form method="post" action="${stop}">
          <input type="hidden" name="List-Unsubscribe" value="One-Click" />
          <button type="submit">${t.text('mailNews.stop')}</button>
        </form>`
      }
      <p><a href="${signIn}">${t.text('mailNews.signIn')}</a></p>
    </section>`,
  });
}

function savedText(
  t: PageTexts,
  saved: SavedText,
  { mode, updates }: Pick<MailPreferencesPage, 'mode' | 'updates'>,
): string {
  if (saved === 'mailNews.ended') return t.text('mailNews.saved', { mode: t.text('mailNews.off') });
  if (saved !== 'mailNews.saved') return t.text(saved);
  if (updates && mode === 'off') return t.text('mailNews.savedUpdates');
  return t.text('mailNews.saved', { mode: t.text(`mailNews.${mode}`) });
}
