import { partsOf as wordPartsOf, wordsOf } from '../../kernel/words/words.ts';
import { alsoCalled } from './also-called.ts';
import { CHANGELOG } from './changelog-address.ts';
import { addressOf } from './layout.ts';
import type { DocsPage } from './docs-page.ts';
import { isHome } from './home-name.ts';

/** A part of a page that the search finds: a section, or what is above the first one. */
export interface DocsPart {
  address: string;
  title: string;
  /** The title of its page; empty for the part above the first section, which has that title itself. */
  page: string;
  text: string;
}

/** A part with what is looked for in it, which is more than is shown of it. */
interface ReadPart extends DocsPart {
  words: string;
}

/** The parts of all pages, and for each term the parts that have it, each followed by its weight there. */
export interface DocsIndex {
  parts: DocsPart[];
  terms: [term: string, partsAndWeights: number[]][];
  /** The words as they are written, by which typing errors are corrected. */
  words: string[];
}

/** Pages without anything of the API, and the list of what has pages of its own. */
const UNSEARCHED = ['missing', 'find', 'operations'];

/** Parts of the first page that list pages with what those say themselves. */
const LISTS = ['guides', 'reference'];

/** What a word of a title of one word adds to a weight, which is at most 2.2 without it. */
const TITLE_WEIGHT = 5;
/** What it adds for another word that readers use. */
const ALSO_CALLED_WEIGHT = 4;
/** Readers ask for what to do more often than for the fields of an object. */
const OBJECT_FACTOR = 0.5;
/** Readers ask for what is the case more often than for when it changed. */
const CHANGELOG_FACTOR = 0.2;
/** BM25's usual parameters: how soon repetition stops to count, and how much length does. */
const K1 = 1.2;
const B = 0.75;

/** Makes the index of pages. */
export function docsIndex(pages: readonly DocsPage[]): DocsIndex {
  const parts = pages.filter(({ name }) => !UNSEARCHED.includes(name) && !isHome(name)).flatMap(partsOf);
  const bodies = parts.map(({ title, page, words }) => termsOf(`${title} ${page} ${words}`));
  const average = bodies.reduce((sum, { length }) => sum + length, 0) / Math.max(parts.length, 1);
  const terms = new Map<string, number[]>();
  for (const [position, part] of parts.entries()) {
    for (const [term, weight] of weightsOf(part, bodies[position]!, average))
      terms.set(term, [...(terms.get(term) ?? []), position, Math.round(weight * 100) / 100]);
  }
  return {
    parts: parts.map(({ address, title, page, text }) => ({ address, title, page, text })),
    terms: [...terms],
    words: writtenWords(parts),
  };
}

/** What may have been meant by a word with typing errors: names as they are, others in small letters, the most frequent first. */
function writtenWords(parts: readonly ReadPart[]): string[] {
  const counts = new Map<string, number>();
  for (const { title, address, words } of parts)
    for (const [word] of `${title} ${address} ${words}`.matchAll(/[A-Za-z]{4,}/g)) {
      const written = /^[a-z]+[A-Z]/.test(word) ? word : word.toLowerCase();
      counts.set(written, (counts.get(written) ?? 0) + 1);
    }
  return [...counts].sort(([, one], [, other]) => other - one).map(([word]) => word);
}

const termsOf = (text: string): string[] => [...wordsOf(text), ...wordPartsOf(text)].map(({ term }) => term);

function weightsOf({ title, address }: DocsPart, body: readonly string[], average: number) {
  const counts = new Map<string, number>();
  for (const term of body) counts.set(term, (counts.get(term) ?? 0) + 1);
  const damping = K1 * (1 - B + (B * body.length) / average);
  const weights = new Map([...counts].map(([term, count]) => [term, (count * (K1 + 1)) / (count + damping)]));
  const add = (term: string, weight: number) => weights.set(term, (weights.get(term) ?? 0) + weight);
  const titleTerms = new Set(termsOf(title));
  for (const term of titleTerms) add(term, TITLE_WEIGHT / Math.sqrt(titleTerms.size));
  // The name of an operation or object.
  for (const { term } of wordsOf(address.split(/[#/]/).at(-1)!))
    if (!titleTerms.has(term)) add(term, TITLE_WEIGHT);
  for (const term of new Set(termsOf(alsoCalled[address] ?? '')))
    if (!titleTerms.has(term)) add(term, ALSO_CALLED_WEIGHT);
  const factor = factorOf(address);
  return new Map([...weights].map(([term, weight]) => [term, weight * factor]));
}

function factorOf(address: string): number {
  if (address.startsWith(`${addressOf(CHANGELOG)}#`)) return CHANGELOG_FACTOR;
  return /#[A-Z]/.test(address) ? OBJECT_FACTOR : 1;
}

/** The page of an operation is one part; others, whose sections are not nested, are split at these. */
function partsOf({ name, title, above, text }: DocsPage): ReadPart[] {
  const [, main = ''] = /<main[^>]*>(.*)<\/main>/s.exec(text) ?? [];
  const address = addressOf(name === 'index' ? '' : name);
  if (above !== undefined) return [{ address, title, page: above, ...textsOf(main.replaceAll(TYPES, '')) }];
  const [before = ''] = main.split('<section', 1);
  const sections = [...main.matchAll(/<section[^>]* id="([^"]*)"[^>]*>(.*?)<\/section>/gs)];
  return [
    { address, title, page: '', ...textsOf(before) },
    ...sections
      .filter(([, id]) => !(name === 'index' && LISTS.includes(id!)))
      .map(([, id, content = '']) => ({
        address: `${address}#${id}`,
        title: textOf(/<h2>(.*?)(?:<a class="anchor"|<\/h2>)/s.exec(content)?.[1] ?? ''),
        page: title,
        ...textsOf(isObject(id!) ? unfolded(content).replaceAll(TYPES, '') : content),
      })),
  ];
}

/** What is looked for in markup, and what of it is shown: paragraphs and fields, but no paths, lists and code. */
function textsOf(markup: string): { words: string; text: string } {
  const body = withoutDetails(markup).replaceAll(REPEATED, '');
  const captions = [...body.matchAll(/<figcaption>.*?<\/figcaption>/gs)].join(' ');
  return { words: textOf(body), text: sentencesOf(body.replaceAll(UNREAD, '')) || sentencesOf(captions) };
}

/** A text in sentences: rows and captions end in full stops, and a dash is between a term and its meaning. */
const sentencesOf = (markup: string): string =>
  textOf(markup.replaceAll(BETWEEN, ' – ').replaceAll(END, `${MARK}$&`)).replaceAll(
    new RegExp(`([.?!:]?)\\s*${MARK}`, 'g'),
    (_, end: string) => end || '.',
  );

/** Markup without what can be opened in it, the innermost first. */
function withoutDetails(markup: string): string {
  const next = markup.replaceAll(/<details\b[^>]*>(?:(?!<details\b).)*?<\/details>/gs, '');
  return next === markup ? markup : withoutDetails(next);
}

/** Examples of operations repeat the words of the fields; a link on every page says nothing of one. */
const REPEATED =
  /<a class="as-markdown".*?<\/a>|<h1>.*?<\/h1>|<h2>.*?<\/h2>|<h3>.*?<\/h3>|<aside.*?<\/aside>/gs;
/** What is found, but is no sentence. */
const UNREAD =
  /<p class="route">.*?<\/p>|<dl class="facts">.*?<\/dl>|<ul class="index">.*?<\/ul>|<figure\b.*?<\/figure>|<a\b[^>]*\bclass="anchor".*?<\/a>/gs;
/** What is between a term or field and its meaning. */
const BETWEEN = /\s*<\/dt>\s*<dd\b[^>]*>\s*(?=[^\s<]|<(?:a|code)\b)/g;
const END = /<\/(?:dd|li|figcaption)>/g;
/** Stands for the end of a row until tags are removed. */
const MARK = '\u{1e}';
/** The types of fields, which no one searches for; in guides, a value is in their place. */
const TYPES = /<span class="(?:type|must)">.*?<\/span>/gs;
/** The content of an object, which is folded but for the main one of its group. */
const unfolded = (content: string): string =>
  content.replace(/<details class="folded">(.*)<\/details>/s, '$1');
/** Whether a section is about an object, whose name begins with a capital, unlike the fragment of a heading. */
const isObject = (id: string): boolean => /^[A-Z]/.test(id);

const textOf = (markup: string): string =>
  markup
    .replaceAll(/<\/?(?:code|a|span|strong|em)\b[^>]*>/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll(/&(lt|gt|amp|quot|nbsp);/g, (_, name: keyof typeof entities) => entities[name])
    .replaceAll(/\s+/g, ' ')
    .trim();

const entities = { lt: '<', gt: '>', amp: '&', quot: '"', nbsp: ' ' };
