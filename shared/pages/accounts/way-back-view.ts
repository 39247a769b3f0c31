import { html, type Html } from '../../kernel/html/html.ts';
import type { PageTexts } from '../messages/page-messages.ts';
import type { OperationPage } from './token-wish.ts';

/** The page of a portal that a person came from. */
export interface WayBack {
  path: string;
  /** The portal's name, if it is public. */
  name: string | undefined;
}

/** The link back to the account, on top of the pages about a part of it. */
export const backToAccount = (t: PageTexts): Html =>
  html`<p><a href="/account">${t.text('account.title')}</a></p>`;

/** The link back to the page of the operation that a token is for. */
export const backToOperation = ({ path, title }: OperationPage, t: PageTexts): Html =>
  html`<p>
    <a href="${path}"
      >${title === '' ? t.text('signIn.back') : t.markup('tokens.backTo', { title: html`<bdi lang="en">${title}</bdi>` })}</a
    >
  </p>`;

/** The link back to where a person came from. */
export const backLink = (back: WayBack | undefined, t: PageTexts): Html | undefined =>
  back &&
  html`<p>
    <a href="${back.path}"
      >${back.name === undefined ? t.text('signIn.back') : t.text('account.backTo', { name: back.name })}</a
    >
  </p>`;
