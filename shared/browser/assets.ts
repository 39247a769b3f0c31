import { asset } from '../kernel/html/assets.ts';
import { fileHash } from '../kernel/html/text-file.ts';

// The styles and scripts of pages. Each is marked as free of side effects, so that a bundle has only those that it uses.

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

/** Of forms with large pictures or files, which uploads them past the service. */
export const uploadScript = /* @__PURE__ */ asset(
  'upload',
  'js',
  fileHash('./scripts/upload.browser.ts', import.meta.url),
);

/** Of forms for texts, which adds pictures to what is written in them. */
export const picturesScript = /* @__PURE__ */ asset(
  'pictures',
  'js',
  fileHash('./scripts/pictures.browser.ts', import.meta.url),
);

/** Of the form for an idea, which shows what is like it while it is written. */
export const similarScript = /* @__PURE__ */ asset(
  'similar',
  'js',
  fileHash('./scripts/similar.browser.ts', import.meta.url),
);

/** Of pages that other sites may show in a frame. */
export const frameScript = /* @__PURE__ */ asset(
  'frame',
  'js',
  fileHash('./scripts/frame.browser.ts', import.meta.url),
);

/** Of a team's board: cards that can be dragged, and menus that close. */
export const boardScript = /* @__PURE__ */ asset(
  'board',
  'js',
  fileHash('./scripts/board.browser.ts', import.meta.url),
);

/** Of pages of planning, whose forms change the page where it stands. */
export const swapScript = /* @__PURE__ */ asset(
  'swap',
  'js',
  fileHash('./scripts/swap.browser.ts', import.meta.url),
);

/** Of pages of planning that show what others change. */
export const liveScript = /* @__PURE__ */ asset(
  'live',
  'js',
  fileHash('./scripts/live.browser.ts', import.meta.url),
);

/** Of the page of a story, and of its comments: texts that are opened, and names in them. */
export const storyScript = /* @__PURE__ */ asset(
  'story',
  'js',
  fileHash('./scripts/story.browser.ts', import.meta.url),
);

/** Of the documentation. */
export const docsScript = /* @__PURE__ */ asset(
  'docs',
  'js',
  fileHash('./scripts/docs.browser.ts', import.meta.url),
);

/** Of the form that sends a request from the documentation. */
export const tryItScript = /* @__PURE__ */ asset(
  'try-it',
  'js',
  fileHash('./scripts/try-it.browser.ts', import.meta.url),
);

/** Of the form for a token, and of the page that shows one. */
export const tokensScript = /* @__PURE__ */ asset(
  'tokens',
  'js',
  fileHash('./scripts/tokens.browser.ts', import.meta.url),
);
