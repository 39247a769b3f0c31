import { createHash } from 'node:crypto';
import { textFile } from './text-file.ts';

/** A file that pages load. */
export interface Asset {
  /** The path at which it is served. It depends on the text, so that browsers may cache it permanently. */
  path: string;
  contentType: string;
  text: string;
}

const contentTypes = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
};

function asset(name: string, extension: keyof typeof contentTypes, text: string): Asset {
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 16);
  return { path: `/assets/${name}-${hash}.${extension}`, contentType: contentTypes[extension], text };
}

// Each is marked as free of side effects, so that a bundle has only those that it uses.

/** The stylesheet of all pages except those of portals. */
export const pageSheet = /* @__PURE__ */ asset('style', 'css', textFile('./page.css', import.meta.url));

/** The additional stylesheet of documentation pages. */
export const docsSheet = /* @__PURE__ */ asset('docs', 'css', textFile('./docs.css', import.meta.url));

/** The stylesheet of feedback portals. */
export const portalSheet = /* @__PURE__ */ asset('portal', 'css', textFile('./portal.css', import.meta.url));

/** The script of the documentation. */
export const docsScript = /* @__PURE__ */ asset('docs', 'js', textFile('./docs.browser.js', import.meta.url));
