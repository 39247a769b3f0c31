import { icon, touchIcon } from './assets.ts';
import { html, type Html } from './html.ts';

/** The links to a page's icon: a logo, or Plotline's own mark. */
export const iconLinks = (logo?: string | null): Html =>
  logo
    ? html`<link rel="icon" href="${logo}" /><link rel="apple-touch-icon" href="${logo}" />`
    : html`<link rel="icon" type="image/svg+xml" href="${icon.path}" /><link
          rel="apple-touch-icon"
          href="${touchIcon.path}"
        />`;
