import { fileHash } from './text-file.ts';

/** A file that pages load. What it contains is read only to serve it (asset-contents.ts). */
export interface Asset {
  /** The path at which it is served. It depends on the contents, so that browsers may cache it permanently. */
  path: string;
  contentType: string;
}

const contentTypes = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  webmanifest: 'application/manifest+json',
};

/** The content type of a file's extension; undefined if pages load no such files. */
export const contentTypeOf = (extension: string): string | undefined =>
  (contentTypes as Record<string, string>)[extension];

/** A file that is served by its name and the hash of its contents. */
export const asset = (name: string, extension: keyof typeof contentTypes, hash: string): Asset => ({
  path: `/assets/${name}-${hash}.${extension}`,
  contentType: contentTypes[extension],
});

// Each is marked as free of side effects, so that a bundle has only those that it uses.

/** The stylesheet of all pages except those of portals. */
export const pageSheet = /* @__PURE__ */ asset(
  'style',
  'css',
  fileHash('./styles/page.css', import.meta.url),
);

/** The script of all pages but the documentation: times in the reader's zone, as they are in UTC without it. */
export const pageScript = /* @__PURE__ */ asset(
  'page',
  'js',
  fileHash('./scripts/page.browser.ts', import.meta.url),
);

/** Plotline's mark, the icon of pages without a logo. */
export const icon = /* @__PURE__ */ asset('icon', 'svg', fileHash('./icon.svg', import.meta.url));

/** The same for home screens. */
export const touchIcon = /* @__PURE__ */ asset('icon', 'png', fileHash('./icon-180.png', import.meta.url));

/** The picture of link previews of the home page and the documentation. */
export const socialPicture = /* @__PURE__ */ asset(
  'social',
  'png',
  fileHash('./social.png', import.meta.url),
);

/** What an installed page is called, and its icon. */
export const manifest = /* @__PURE__ */ asset(
  'plotline',
  'webmanifest',
  fileHash('./plotline.webmanifest', import.meta.url),
);
