import { readFileSync } from 'node:fs';
import type { WebRoute } from '../../kernel/api/operation/web-route.ts';
import { wordsOf } from '../../kernel/words/words.ts';
import { BASE_URL } from './base-url.ts';
import { docsFinder, readable } from './find-in-docs.ts';
import { docsResponse } from './docs-response.ts';
import { pageFile, toPageFile } from './page-file.ts';
import type { DocsIndex, DocsPart } from './search-index.ts';
import { QUERY_MAX_CHARACTERS } from './search-form.ts';
import { filledIn } from './search-view.ts';

/** Searches the documentation: a page of results for `q`, further ones with `page`. `/docs/search` is the page of the search operation. */
export const searchDocs: WebRoute = {
  id: 'searchDocs',
  method: 'GET',
  path: '/docs/find',
  handle: async ({ request, services }) => {
    const base = services.baseUrl();
    const asked = (request.query.get('q') ?? '').trim();
    // Its first characters stay in the field, to be shortened there.
    const text = asked.slice(0, QUERY_MAX_CHARACTERS);
    const [page = '1'] = /^[1-9]\d{0,3}$/.exec(request.query.get('page') ?? '') ?? [];
    const found = finderFor(base)(text, Number(page));
    const query = { ...readable(found.searched), text };
    return docsResponse(
      request,
      toPageFile(filledIn(pageFile('find', base)!.text, query, asked === text ? found : 'long')),
    );
  },
};

const SUGGESTIONS_MAX = 5;

/**
 * The parts of the documentation that words of an address which it lacks mean, the best first: those with one of them in
 * their own address or title.
 */
export function suggestionsFor(words: string, baseUrl: string): DocsPart[] {
  const { parts, searched } = finderFor(baseUrl)(words);
  const terms = new Set(wordsOf(searched).map(({ term }) => term));
  const isNamed = ({ address, title }: DocsPart) =>
    wordsOf(`${address.slice('/docs'.length)} ${title}`).some(({ term }) => terms.has(term));
  return parts.filter(isNamed).slice(0, SUGGESTIONS_MAX);
}

const finders = new Map<string, ReturnType<typeof docsFinder>>();

/** The search over the index that the build wrote next to this function's bundle; it is read once. */
function finderFor(baseUrl: string): ReturnType<typeof docsFinder> {
  const known = finders.get(baseUrl);
  if (known) return known;
  const text = readFileSync(new URL('./docs/index.json', import.meta.url), 'utf8');
  const finder = docsFinder(JSON.parse(text.replaceAll(BASE_URL, baseUrl)) as DocsIndex);
  finders.set(baseUrl, finder);
  return finder;
}
