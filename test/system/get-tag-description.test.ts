import { expect, test } from 'vitest';
import { fetchApiDocument } from '../support/api-document.ts';
import { expectRefusal } from '../support/answers.ts';
import { createClient } from '../support/client.ts';
import { sharedService } from '../support/service.ts';

const client = createClient(sharedService().baseUrl);
const whole = await fetchApiDocument();
const tags = (whole as unknown as { tags: { name: string }[] }).tags.map(({ name }) => name);
const fileOf = (tag: string): string => `/openapi/${tag.toLowerCase().replaceAll(' ', '-')}.json`;

const operationsOf = (items: Record<string, Record<string, { operationId: string }>>) =>
  Object.values(items).flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId));

/** Every reference in a part of a document. */
function referencesIn(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([key, value]) =>
    key === '$ref' ? [value as string] : referencesIn(value),
  );
}

test('the documents of all tags have each operation and event once, and all that these refer to', async () => {
  const described: string[] = [];
  for (const tag of tags) {
    const { status, json } = await client.get(fileOf(tag));
    expect(status, tag).toBe(200);
    expect(json.servers).toEqual([{ url: sharedService().baseUrl }]);
    described.push(...operationsOf(json.paths), ...operationsOf(json.webhooks));
    for (const reference of referencesIn(json)) {
      const [, , kind, name] = reference.split('/');
      expect(json.components[kind!], reference).toHaveProperty([name!]);
    }
  }
  expect(described.sort()).toEqual([...operationsOf(whole.paths), ...operationsOf(whole.webhooks)].sort());
});

test('the document of a tag is a part of the whole', async () => {
  const { text } = await client.get('/openapi/labels.json');
  expect(text.length).toBeLessThan(JSON.stringify(whole).length / 10);
});

test('an unknown tag is a 404, and a name of another form a 400', async () => {
  expectRefusal(await client.get('/openapi/nothing.json'), 404, 'not_found');
  expectRefusal(await client.get('/openapi/constructor.json'), 404, 'not_found');
  expectRefusal(await client.get('/openapi/Labels.json'), 400, 'invalid_request');
});
