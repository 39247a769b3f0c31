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

const asset = (name: string, extension: keyof typeof contentTypes, hash: string): Asset => ({
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

/** The additional stylesheet of documentation pages. */
export const docsSheet = /* @__PURE__ */ asset('docs', 'css', fileHash('./styles/docs.css', import.meta.url));

/** The stylesheet of feedback portals. */
export const portalSheet = /* @__PURE__ */ asset(
  'portal',
  'css',
  fileHash('./styles/portal.css', import.meta.url),
);

/** The additional stylesheet of the pages on which members look at their planning. */
export const planningSheet = /* @__PURE__ */ asset(
  'planning',
  'css',
  fileHash('./styles/planning.css', import.meta.url),
);

/** The script of all pages but the documentation: times in the reader's zone, as they are in UTC without it. */
export const pageScript = /* @__PURE__ */ asset('page', 'js', fileHash('./page.browser.js', import.meta.url));

/** The script of forms with large pictures, which uploads them past the service. */
export const uploadScript = /* @__PURE__ */ asset(
  'upload',
  'js',
  fileHash('./upload.browser.js', import.meta.url),
);

/** The script of forms for texts, which adds pictures to what is written in them. */
export const picturesScript = /* @__PURE__ */ asset(
  'pictures',
  'js',
  fileHash('./pictures.browser.js', import.meta.url),
);

/** The script of the form for an idea, which shows what is like it while it is written. */
export const similarScript = /* @__PURE__ */ asset(
  'similar',
  'js',
  fileHash('./similar.browser.js', import.meta.url),
);

/** The script of pages that other sites may show in a frame. */
export const frameScript = /* @__PURE__ */ asset(
  'frame',
  'js',
  fileHash('./frame.browser.js', import.meta.url),
);

/** The script of a team's board: cards that can be dragged, and menus that close. */
export const boardScript = /* @__PURE__ */ asset(
  'board',
  'js',
  fileHash('./board.browser.js', import.meta.url),
);

/** The script of pages of planning, whose forms change the page where it stands. */
export const swapScript = /* @__PURE__ */ asset('swap', 'js', fileHash('./swap.browser.js', import.meta.url));

/** The script of pages of planning that shows what others change. */
export const liveScript = /* @__PURE__ */ asset('live', 'js', fileHash('./live.browser.js', import.meta.url));

/** The script of the page of a story, and of its comments: texts that are sent from the keyboard, and names in them. */
export const storyScript = /* @__PURE__ */ asset(
  'story',
  'js',
  fileHash('./story.browser.js', import.meta.url),
);

/** The script of the documentation. */
export const docsScript = /* @__PURE__ */ asset('docs', 'js', fileHash('./docs.browser.js', import.meta.url));

/** The script of the form that sends a request from the documentation. */
export const tryItScript = /* @__PURE__ */ asset(
  'try-it',
  'js',
  fileHash('./try-it.browser.js', import.meta.url),
);

/** The script that fills such a request with values and names what is chosen; it goes before that of the form. */
export const tryValuesScript = /* @__PURE__ */ asset(
  'try-values',
  'js',
  fileHash('./try-values.browser.js', import.meta.url),
);

/** The script that shows what such a request is answered; it goes before that of the form. */
export const tryAnswerScript = /* @__PURE__ */ asset(
  'try-answer',
  'js',
  fileHash('./try-answer.browser.js', import.meta.url),
);

/** The script of the form for a token, and of the page that shows one. */
export const tokensScript = /* @__PURE__ */ asset(
  'tokens',
  'js',
  fileHash('./tokens.browser.js', import.meta.url),
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
