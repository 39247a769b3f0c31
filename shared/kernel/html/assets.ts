import { createHash } from 'node:crypto';
import { binaryFile, styleSheet, textFile } from './text-file.ts';

/** A file that pages load. */
export interface Asset<T = string | Buffer> {
  /** The path at which it is served. It depends on the text, so that browsers may cache it permanently. */
  path: string;
  contentType: string;
  text: T;
}

const contentTypes = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
};

function asset<T extends string | Buffer>(
  name: string,
  extension: keyof typeof contentTypes,
  text: T,
): Asset<T> {
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 16);
  return { path: `/assets/${name}-${hash}.${extension}`, contentType: contentTypes[extension], text };
}

// Each is marked as free of side effects, so that a bundle has only those that it uses.

/** The stylesheet of all pages except those of portals. */
export const pageSheet = /* @__PURE__ */ asset(
  'style',
  'css',
  styleSheet('./styles/page.css', import.meta.url),
);

/** The additional stylesheet of documentation pages. */
export const docsSheet = /* @__PURE__ */ asset(
  'docs',
  'css',
  styleSheet('./styles/docs.css', import.meta.url),
);

/** The stylesheet of feedback portals. */
export const portalSheet = /* @__PURE__ */ asset(
  'portal',
  'css',
  styleSheet('./styles/portal.css', import.meta.url),
);

/** The script of all pages but the documentation: times in the reader's zone, as they are in UTC without it. */
export const pageScript = /* @__PURE__ */ asset('page', 'js', textFile('./page.browser.js', import.meta.url));

/** The script of forms with large pictures, which uploads them past the service. */
export const uploadScript = /* @__PURE__ */ asset(
  'upload',
  'js',
  textFile('./upload.browser.js', import.meta.url),
);

/** The script of the documentation. */
export const docsScript = /* @__PURE__ */ asset('docs', 'js', textFile('./docs.browser.js', import.meta.url));

/** Plotline's mark, the icon of pages without a logo. */
export const icon = /* @__PURE__ */ asset('icon', 'svg', textFile('./icon.svg', import.meta.url));

/** The same for home screens. */
export const touchIcon = /* @__PURE__ */ asset('icon', 'png', binaryFile('./icon-180.png', import.meta.url));
