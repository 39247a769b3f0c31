import { languages } from '../../kernel/core/languages.ts';
import { textFile } from '../../kernel/html/text-file.ts';
import type { PageTexts } from '../messages/page-messages.ts';
import { textsIn } from '../session/texts-for.ts';

const styles = textFile('./widget.css', import.meta.url);
const script = textFile('./widget.browser.js', import.meta.url);

/**
 * The script of the button that opens a portal in a frame, on any site that the portal lists. It works under a strict
 * Content-Security-Policy of that site, which has to allow this service in `script-src` and `frame-src` only: it adds no
 * style attribute, no markup as text and no request of its own. It is one file for all portals and readers, so it has the
 * texts of all languages.
 */
export const widgetScript = (): Promise<string> => (made ??= makeScript());

let made: Promise<string> | undefined;

async function makeScript(): Promise<string> {
  const texts = await Promise.all(
    languages.map(async (language) => [language, widgetTexts(await textsIn(language))]),
  );
  return withoutComments(script)
    .replace("'{{styles}}'", () => JSON.stringify(styles))
    .replace("'{{texts}}'", () => JSON.stringify(Object.fromEntries(texts)));
}

/** Without comments and indentation, which are a third of it. */
const withoutComments = (text: string): string => text.replaceAll(/^ *(?:\/\/.*\n)?/gm, '');

const widgetTexts = (t: PageTexts) => ({
  direction: t.direction,
  label: t.text('layout.feedback'),
  close: t.text('widget.close'),
  newTab: t.text('widget.newTab'),
  refused: t.text('widget.refused'),
});
