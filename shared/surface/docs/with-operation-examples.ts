import { componentName, jsonSchema, parseApiDocument, placedOperations } from './api-document.ts';
import { BASE_URL } from './base-url.ts';
import { NEW_KEY } from './code-literal.ts';
import { EXAMPLE_MOMENT, exampleId, exampleValues } from './example-values.ts';
import { exampleCall } from './example-call.ts';
import { operationExamples } from './operation-examples.ts';
import { exampleOf } from './example.ts';
import { operationAddress, tagSlug } from '../../kernel/api/operation/docs-address.ts';

interface MediaType {
  schema: unknown;
  example?: unknown;
}

interface Content {
  content?: Record<string, MediaType>;
}

interface ServedOperation {
  description: string;
  requestBody?: Content;
  responses: Record<string, Content>;
}

interface Served {
  info: { description: string };
  paths: Record<string, Record<string, ServedOperation>>;
  components: { responses: Record<string, Content> };
}

/**
 * The API document with the examples of its reference at the bodies of requests and successful responses, and links to
 * the documentation and the page of each operation. Values of the reader's own, which the reference has variables for, are made up.
 */
export function withOperationExamples<T>(given: T): T {
  const document = parseApiDocument(given);
  const served = structuredClone(given) as Served;
  served.info.description = withWholeLinks(served.info.description);
  Object.assign(served, { externalDocs: { url: `${BASE_URL}/docs`, description: 'The documentation' } });
  for (const operation of placedOperations(document)) {
    const { path, method, operationId, tags } = operation;
    const item = served.paths[path]![method.toLowerCase()]!;
    item.description = withWholeLinks(item.description);
    const slug = tagSlug(tags[0]!);
    Object.assign(item, { externalDocs: { url: `${BASE_URL}${operationAddress(slug, operationId)}` } });
    const { body } = exampleCall(operation, document);
    if (body !== undefined) setExample(item.requestBody, withValues(body));
    for (const [status, response] of Object.entries(operation.responses)) {
      const name = componentName(item.responses[status] as { $ref?: string });
      const schema = jsonSchema(response);
      if (!schema || !(Number(status) < 300)) continue;
      const place = name === undefined ? item.responses[status] : served.components.responses[name];
      const shown = operationExamples[operationId]?.answer;
      setExample(place, shown ?? exampleOf(schema, document.components.schemas, 'answer'));
    }
  }
  return served as T;
}

/** A description whose links lead to the documentation from wherever it is read. */
const withWholeLinks = (text: string): string => text.replaceAll('](/docs', `](${BASE_URL}/docs`);

function setExample(place: Content | undefined, example: unknown): void {
  const media = place?.content?.['application/json'];
  if (media) media.example = example;
}

/** An example with values in the place of a shell's variables. */
function withValues(value: unknown): unknown {
  if (typeof value === 'string') return valueOf(value);
  if (Array.isArray(value)) return value.map(withValues);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withValues(part)]));
}

function valueOf(text: string): string {
  if (text === '$RECEIVER') return 'https://example.com/hooks/plotline';
  if (text === '$CALENDAR') return 'https://calendar.example.com/ada/private-1f0c/basic.ics';
  if (text === NEW_KEY) return String(exampleValues['idempotencyKey']);
  if (text === '$VERSION' || text.startsWith('$(date ')) return EXAMPLE_MOMENT;
  return text.replaceAll(/\$([A-Z_]+)/g, (_, name: string) => exampleId(fieldOf(name)));
}

/** `TEAM_STORY` as `teamStoryId`. */
const fieldOf = (variable: string): string =>
  `${variable
    .replace(/_ID$/, '')
    .toLowerCase()
    .replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())}Id`;
