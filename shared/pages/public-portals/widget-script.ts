import { textFile } from '../../kernel/html/text-file.ts';

const styles = textFile('./widget.css', import.meta.url);

/**
 * The script of the button that opens a portal in a frame, on any site that the portal lists. It works under a strict
 * Content-Security-Policy of that site, which has to allow this service in `script-src` and `frame-src` only: it adds no
 * style attribute, no markup as text and no request of its own.
 */
export const widgetScript = textFile('./widget.browser.js', import.meta.url).replace("'{{styles}}'", () =>
  JSON.stringify(styles),
);
