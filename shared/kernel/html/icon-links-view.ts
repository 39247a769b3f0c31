import { icon, touchIcon } from './assets.ts';
import { html, type Html } from './html.ts';

/** The links to a page's icon: a logo, with the one for home screens if it is another, or Plotline's own mark. */
export const iconLinks = (logo?: string | null, home: string | null | undefined = logo): Html =>
  logo
    ? html`<link rel="icon" href="${logo}" /><link rel="apple-touch-icon" href="${home}" />`
    : html`<link rel="icon" type="image/svg+xml" href="${icon.path}" /><link
          rel="apple-touch-icon"
          href="${touchIcon.path}"
        />`;
