import { browserScript, textFile } from '../kernel/html/text-file.ts';

/** The script of the feedback button on other sites, which its texts and its style sheet go before. */
export const widgetSource = browserScript('./scripts/widget.browser.ts', import.meta.url);

export const widgetStyles = textFile('./widget.css', import.meta.url);
