import { commonFiles, type AssetFile } from '../kernel/html/asset-contents.ts';
import { browserScript } from '../kernel/html/text-file.ts';
import {
  boardScript,
  docsScript,
  frameScript,
  liveScript,
  picturesScript,
  similarScript,
  storyScript,
  swapScript,
  tokensScript,
  tryItScript,
  uploadScript,
} from './assets.ts';

const files: AssetFile[] = [
  ...commonFiles,
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
