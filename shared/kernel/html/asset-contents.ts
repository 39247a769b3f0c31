import {
  boardScript,
  docsScript,
  docsSheet,
  frameScript,
  icon,
  liveScript,
  manifest,
  pageScript,
  pageSheet,
  picturesScript,
  planningSheet,
  portalSheet,
  similarScript,
  socialPicture,
  storyScript,
  swapScript,
  touchIcon,
  tokensScript,
  tryAnswerScript,
  tryItScript,
  tryValuesScript,
  uploadScript,
  type Asset,
} from './assets.ts';
import { binaryFile, styleSheet, textFile } from './text-file.ts';

interface AssetFile extends Asset {
  contents: string | Buffer;
}

export const pageStyles = styleSheet('./styles/page.css', import.meta.url);
export const planningStyles = styleSheet('./styles/planning.css', import.meta.url);
export const portalStyles = styleSheet('./styles/portal.css', import.meta.url);

const files: AssetFile[] = [
  { ...pageSheet, contents: pageStyles },
  { ...docsSheet, contents: styleSheet('./styles/docs.css', import.meta.url) },
  { ...portalSheet, contents: portalStyles },
  { ...planningSheet, contents: planningStyles },
  { ...pageScript, contents: textFile('./page.browser.js', import.meta.url) },
  { ...boardScript, contents: textFile('./board.browser.js', import.meta.url) },
  { ...liveScript, contents: textFile('./live.browser.js', import.meta.url) },
  { ...swapScript, contents: textFile('./swap.browser.js', import.meta.url) },
  { ...storyScript, contents: textFile('./story.browser.js', import.meta.url) },
  { ...uploadScript, contents: textFile('./upload.browser.js', import.meta.url) },
  { ...picturesScript, contents: textFile('./pictures.browser.js', import.meta.url) },
  { ...similarScript, contents: textFile('./similar.browser.js', import.meta.url) },
  { ...frameScript, contents: textFile('./frame.browser.js', import.meta.url) },
  { ...docsScript, contents: textFile('./docs.browser.js', import.meta.url) },
  { ...tryItScript, contents: textFile('./try-it.browser.js', import.meta.url) },
  { ...tryAnswerScript, contents: textFile('./try-answer.browser.js', import.meta.url) },
  { ...tryValuesScript, contents: textFile('./try-values.browser.js', import.meta.url) },
  { ...tokensScript, contents: textFile('./tokens.browser.js', import.meta.url) },
  { ...icon, contents: textFile('./icon.svg', import.meta.url) },
  { ...touchIcon, contents: binaryFile('./icon-180.png', import.meta.url) },
  { ...socialPicture, contents: binaryFile('./social.png', import.meta.url) },
  { ...manifest, contents: textFile('./plotline.webmanifest', import.meta.url) },
];

/** All assets with their contents, by their paths. */
export const assetFiles: ReadonlyMap<string, AssetFile> = new Map(files.map((file) => [file.path, file]));
