import type { Brand } from '../../kernel/html/document-view.ts';
import { html, type Fragment, type Html } from '../../kernel/html/html.ts';
import type { PageTexts } from '../messages/page-messages.ts';

/** The part of a page that wears the brand of a portal: its name on top, and the company's own pages at the foot. */
export const branded = (brand: Brand | undefined, t: PageTexts): { brand: Brand | undefined; foot?: Html } =>
  brand?.company
    ? { brand, foot: html`<footer class="foot">${companyLinks(brand.name, brand.company, t)}</footer>` }
    : { brand };

/** Whose portal it is, with the company's own pages, which open in the place of a frame's page. */
export const companyLinks = (
  name: string,
  { websiteUrl, privacyUrl, imprintUrl }: Required<Brand>['company'],
  t: PageTexts,
): Fragment => [
  websiteUrl === null ? html`<span>${name}</span>` : html`<a href="${websiteUrl}" target="_top">${name}</a>`,
  privacyUrl !== null && html`<a href="${privacyUrl}" target="_top">${t.text('layout.privacy')}</a>`,
  imprintUrl !== null && html`<a href="${imprintUrl}" target="_top">${t.text('layout.imprint')}</a>`,
];
