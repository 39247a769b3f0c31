import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { languages, preferredLanguage, type Language } from '../../shared/kernel/core/languages.ts';
import { html } from '../../shared/kernel/html/html.ts';
import { placeholdersOf, type Message } from '../../shared/kernel/messages/message.ts';
import { loadMessages } from '../../shared/pages/messages/load-messages.ts';
import { textsIn } from '../../shared/pages/session/texts-for.ts';

const root = new URL('../../', import.meta.url).pathname;

const messagesOf = (language: Language): Promise<Record<string, Message>> => loadMessages(language);

const english = await messagesOf('en');
const otherForm = (message: Message) => (typeof message === 'string' ? message : message.other);

describe.each(languages)('the texts in %s', (language) => {
  test('have the keys and placeholders of English, and the plural forms of the language', async () => {
    const texts = await messagesOf(language);
    expect(Object.keys(texts).sort()).toEqual(Object.keys(english).sort());
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
    for (const [key, message] of Object.entries(texts)) {
      const forms = typeof message === 'string' ? [message] : Object.values(message);
      for (const form of forms) {
        expect(form.trim(), key).toBe(form);
        const placeholders = placeholdersOf(otherForm(english[key]!));
        // The singular of Arabic may say "one" in words.
        const isInWords =
          typeof message !== 'string' &&
          language === 'ar' &&
          form === message.one &&
          !form.includes('{count}');
        expect(placeholdersOf(form), key).toEqual(
          isInWords ? placeholders.filter((name) => name !== 'count') : placeholders,
        );
      }
      if (typeof message !== 'string')
        expect(Object.keys(message).sort(), key).toEqual([...pluralCategories].sort());
    }
  });
});

test('a translator fills in numbers as the language writes them', async () => {
  const [en, de, ar] = await Promise.all([textsIn('en'), textsIn('de'), textsIn('ar')]);
  expect([1, 1234].map((count) => en.text('votes', { count }))).toEqual(['1 vote', '1,234 votes']);
  expect([1, 1234].map((count) => de.text('votes', { count }))).toEqual(['1 Stimme', '1.234 Stimmen']);
  expect([3, 11].map((count) => ar.text('votes', { count }))).toEqual(['3 أصوات', '11 صوتًا']);
  expect([en, de].map((t) => t.date('2026-08-20T23:00:00.000Z'))).toEqual([
    '20 August 2026',
    '20. August 2026',
  ]);
});

test.each([
  ['de-AT,de;q=0.9,en;q=0.8', 'de'],
  ['it, fr;q=0.5, ja;q=0.7', 'ja'],
  ['*', undefined],
  ['de;q=0, es', 'es'],
  ['constructor', undefined],
  ['', undefined],
])('the reader of %j gets %s', (accepted, language) => {
  expect(preferredLanguage(accepted)).toBe(language);
});

/** The texts of a view: between the tags of its templates, in attributes that are read out, and in plain strings. */
function textsOf(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(root + file, 'utf8'), ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const strings: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'html')
      found.push(markupOf(node.template));
    if (ts.isStringLiteral(node) && /^\p{Lu}\p{Ll}/u.test(node.text)) strings.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  const inTemplates = found.flatMap((markup) => [
    ...[...markup.matchAll(/(?:aria-label|placeholder|alt|title)="([^"]*)"/g)].map(([, text]) => text!),
    // What is left of a fragment without tags are attributes.
    markup.replaceAll(
      /<[^>]*>|[\w-]+="[^"]*"|\b(?:selected|checked|disabled|required|autofocus|open)\b/g,
      ' ',
    ),
  ]);
  return [...inTemplates, ...strings];
}

const markupOf = (template: ts.TemplateLiteral): string =>
  ts.isNoSubstitutionTemplateLiteral(template)
    ? template.text
    : [template.head.text, ...template.templateSpans.map(({ literal }) => literal.text)].join('');

/** What is called the same in every language. */
const NAMES = /\b(?:Plotline|UTC)\b/g;

test('no page has a text outside the message files, except those of the documentation', () => {
  const files = [
    ...globSync('shared/pages/*/*-view.ts', { cwd: root }),
    'shared/surface/system/unknown-view.ts',
    'shared/kernel/html/document-view.ts',
  ];
  expect(files.length).toBeGreaterThan(50);
  for (const file of files.filter((one) => !one.endsWith('/atom-view.ts'))) {
    const words = textsOf(file).filter((text) => /\p{L}{2,}/u.test(text.replaceAll(NAMES, '')));
    expect(words, file).toEqual([]);
  }
});

test.each(languages)('in %s, punctuation stays with the button before it', async (language) => {
  const t = await textsIn(language);
  const { text } = t.markup('code.again', { button: html`<button class="link">again</button>` });
  const [, after] = text.split('</button>');
  expect(after).toMatch(/^[.。]<\/span>$/);
  expect(text).toContain('<span class="together"><button');
  const link = t.markup('signIn.forgot', { link: html`<a href="/">again</a>` });
  expect(link.text).not.toContain('together');
});
