import { icon, manifest, pageScript, pageSheet, socialPicture, touchIcon, type Asset } from './assets.ts';
import { binaryFile, browserScript, styleSheet, textFile } from './text-file.ts';

export interface AssetFile extends Asset {
  contents: string | Buffer;
}

export const pageStyles = styleSheet('./styles/page.css', import.meta.url);

/** The assets of this folder with their contents. */
export const commonFiles: readonly AssetFile[] = [
  { ...pageSheet, contents: pageStyles },
  { ...pageScript, contents: browserScript('./scripts/page.browser.ts', import.meta.url) },
  { ...icon, contents: textFile('./icon.svg', import.meta.url) },
  { ...touchIcon, contents: binaryFile('./icon-180.png', import.meta.url) },
  { ...socialPicture, contents: binaryFile('./social.png', import.meta.url) },
  { ...manifest, contents: textFile('./plotline.webmanifest', import.meta.url) },
];
