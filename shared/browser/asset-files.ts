import { commonFiles, type AssetFile } from '../kernel/html/asset-contents.ts';
import { browserScript, styleSheet } from '../kernel/html/text-file.ts';
import {
  boardScript,
  docsScript,
  docsSheet,
  frameScript,
  liveScript,
  picturesScript,
  planningSheet,
  portalSheet,
  similarScript,
  storyScript,
  swapScript,
  tokensScript,
  tryItScript,
  uploadScript,
} from './assets.ts';

export const portalStyles = styleSheet('./styles/portal.css', import.meta.url);
export const planningStyles = styleSheet('./styles/planning.css', import.meta.url);

const files: AssetFile[] = [
  ...commonFiles,
  { ...docsSheet, contents: styleSheet('./styles/docs.css', import.meta.url) },
  { ...portalSheet, contents: portalStyles },
  { ...planningSheet, contents: planningStyles },
  { ...boardScript, contents: browserScript('./scripts/board.browser.ts', import.meta.url) },
  { ...liveScript, contents: browserScript('./scripts/live.browser.ts', import.meta.url) },
  { ...swapScript, contents: browserScript('./scripts/swap.browser.ts', import.meta.url) },
  { ...storyScript, contents: browserScript('./scripts/story.browser.ts', import.meta.url) },
  { ...uploadScript, contents: browserScript('./scripts/upload.browser.ts', import.meta.url) },
  { ...picturesScript, contents: browserScript('./scripts/pictures.browser.ts', import.meta.url) },
  { ...similarScript, contents: browserScript('./scripts/similar.browser.ts', import.meta.url) },
  { ...frameScript, contents: browserScript('./scripts/frame.browser.ts', import.meta.url) },
  { ...docsScript, contents: browserScript('./scripts/docs.browser.ts', import.meta.url) },
  { ...tryItScript, contents: browserScript('./scripts/try-it.browser.ts', import.meta.url) },
  { ...tokensScript, contents: browserScript('./scripts/tokens.browser.ts', import.meta.url) },
];

/** All assets with their contents, by their paths. */
export const assetFiles: ReadonlyMap<string, AssetFile> = new Map(files.map((file) => [file.path, file]));
