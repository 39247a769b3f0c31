import { textFile } from '../../kernel/html/text-file.ts';

/** The script of portal pages that other sites may frame. Pages work without it. */
export const frameScript = textFile('./frame.browser.js', import.meta.url);
