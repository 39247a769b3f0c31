import { readFileSync } from 'node:fs';
import { notFound } from '../../kernel/core/errors.ts';
import { BASE_URL } from '../docs/base-url.ts';
import { memoizeByText } from '../../kernel/core/memoize-by-text.ts';

type OpenApi = { openapi: string; servers: { url: string }[] };

/** The folder next to the function's bundle with the document of each tag. */
export const TAG_DOCUMENTS = 'openapi';

/**
 * An OpenAPI document that the build writes next to this function's bundle, with the address of this service. The
 * documents are generated once from the registry, so that functions need not bundle every operation just to describe it.
 */
function readDocument(file: string, baseUrl: string): OpenApi {
  const text = readFileSync(new URL(file, import.meta.url), 'utf8').replaceAll(BASE_URL, baseUrl);
  const document = JSON.parse(text) as OpenApi;
  return { ...document, servers: [{ url: baseUrl }] };
}

const documentsAt = memoizeByText(2, (baseUrl) => {
  const names = JSON.parse(
    readFileSync(new URL(`./${TAG_DOCUMENTS}/index.json`, import.meta.url), 'utf8'),
  ) as string[];
  return {
    whole: readDocument('./openapi.json', baseUrl),
    ofTag: memoizeByText(names.length, (name) => {
      if (!names.includes(name)) throw notFound('document');
      return readDocument(`./${TAG_DOCUMENTS}/${name}`, baseUrl);
    }),
  };
});

/** The document of the whole API. */
export const wholeDocument = (baseUrl: string): OpenApi => documentsAt(baseUrl).whole;

/** The document of a tag, by the name of its file, such as `stories.json`. Throws a 404 for a name that there is not. */
export const documentOfTag = (baseUrl: string, name: string): OpenApi => documentsAt(baseUrl).ofTag(name);
