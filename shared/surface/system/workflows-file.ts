import { readFileSync } from 'node:fs';
import { memoizeByText } from '../../kernel/core/memoize-by-text.ts';

/** The file next to the bundle of the public function with the Arazzo document of the docs. */
export const WORKFLOWS_FILE = 'arazzo.json';

/** The Arazzo document of a service, which refers to its OpenAPI document. */
export const workflowsText = memoizeByText(2, (baseUrl) => {
  const text = readFileSync(new URL(`./${WORKFLOWS_FILE}`, import.meta.url), 'utf8');
  const { sourceDescriptions, ...document } = JSON.parse(text) as { sourceDescriptions: object[] };
  const sources = sourceDescriptions.map((source) => ({ ...source, url: `${baseUrl}/openapi.json` }));
  return JSON.stringify({ ...document, sourceDescriptions: sources });
});
