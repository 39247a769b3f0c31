import { widgetSource, widgetStyles } from '../../browser/widget-source.ts';
import { languages } from '../../kernel/core/languages.ts';
import type { PageTexts } from '../messages/page-messages.ts';
import { textsIn } from '../session/texts-for.ts';

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
  const declared = `WIDGET_STYLES=${JSON.stringify(widgetStyles)},WIDGET_TEXTS=${JSON.stringify(Object.fromEntries(texts))}`;
  return `(()=>{const ${declared};${widgetSource}})();`;
}

const widgetTexts = (t: PageTexts) => ({
  direction: t.direction,
  label: t.text('layout.feedback'),
  close: t.text('widget.close'),
  newTab: t.text('widget.newTab'),
  refused: t.text('widget.refused'),
});
