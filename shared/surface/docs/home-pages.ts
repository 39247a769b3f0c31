import { languages, type Language } from '../../kernel/core/languages.ts';
import { createTranslator } from '../../kernel/messages/translator.ts';
import * as ar from '../../pages/messages/ar/index.ts';
import * as de from '../../pages/messages/de/index.ts';
import * as en from '../../pages/messages/en/index.ts';
import * as es from '../../pages/messages/es/index.ts';
import * as fr from '../../pages/messages/fr/index.ts';
import * as ja from '../../pages/messages/ja/index.ts';
import type { EnglishTexts, PageMessages, PageTexts } from '../../pages/messages/page-messages.ts';
import type { DocsPage } from './docs-page.ts';
import { homeName } from './home-name.ts';
import { homeView } from './home-view.ts';
import { homeDocument } from './layout.ts';

const texts = { ar, de, en, es, fr, ja };

function textsIn(language: Language): PageTexts {
  const files = Object.values<object>(texts[language]);
  const messages = Object.fromEntries(files.flatMap((file) => Object.entries(file))) as PageMessages;
  return createTranslator<EnglishTexts>(language, messages);
}

/** The home page in each language, as the build writes it. */
export const homePages = (): DocsPage[] =>
  languages.map((language) => {
    const t = textsIn(language);
    return { name: homeName(language), title: t.text('home.title'), text: homeDocument(t, homeView(t)) };
  });
