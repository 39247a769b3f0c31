import type { Placeholders, Translated } from '../../kernel/messages/message.ts';
import type { Translator } from '../../kernel/messages/translator.ts';
import type * as english from './en/index.ts';

/** The texts of a language, by the file that they are in. */
export type TextsByFile = { [File in keyof typeof english]: Translated<(typeof english)[File]> };

/** The English texts of all files. */
export type EnglishTexts = Joined<(typeof english)[keyof typeof english]>;

type Joined<File> = (File extends unknown ? (file: File) => void : never) extends (all: infer All) => void
  ? All
  : never;

/**
 * The texts of public pages: one folder per language (`en/`, `de/`, …) with the same files. A view gets the texts as `t`
 * and has none of its own: `t.text('list.more')`, `t.text('votes', { count })`, or `t.markup('by', { name: html`…` })`
 * where markup is within the sentence.
 *
 * To add a text, write it into a file of `en/` under `<page>.<what it is>`, then into the same file of each other
 * language; the compiler names keys that are missing, and `test/messages/messages.unit.test.ts` placeholders and plural forms
 * that differ. A text with a number is an object of plural forms, chosen by `count`.
 */
export type PageMessages = Translated<EnglishTexts>;

/** What views get their texts from. */
export type PageTexts = Translator<EnglishTexts>;

/** The keys of texts that need no values. */
export type PlainText = {
  [K in keyof EnglishTexts]: [Placeholders<EnglishTexts[K]>] extends [never] ? K : never;
}[keyof EnglishTexts];
