import { expect, test } from 'vitest';
import { tools } from '../../shared/surface/mcp/tools.ts';
import { eventKinds, TEST_EVENT } from '../../shared/events/webhooks/webhook.ts';
import { allScopes } from '../../shared/kernel/core/scopes.ts';
import { sharedService } from '../support/service.ts';

interface Found {
  path: string;
  values: unknown[];
}

/** Every enum and constant of a JSON document, with where it stands. */
function enumsIn(node: unknown, path = ''): Found[] {
  if (typeof node !== 'object' || node === null) return [];
  const { enum: values, const: constant } = node as { enum?: unknown; const?: unknown };
  const own = Array.isArray(values) ? values : typeof constant === 'string' ? [constant] : [];
  return [
    ...(own.length > 0 ? [{ path, values: own }] : []),
    ...Object.entries(node).flatMap(([name, part]) => enumsIn(part, `${path}/${name}`)),
  ];
}

const snakeCase = /^[a-z0-9]+(_[a-z0-9]+)*$/;
/** Values that are names of something else, which has a style of its own. */
const names = new Set<string>([...allScopes, ...eventKinds, TEST_EVENT]);
/** Kinds of events, and patterns of them, such as `story.*`. */
const eventPattern = /^(\*|[a-z_]+\.(\*|[a-z_]+))$/;
const mediaType = /^[a-z]+\/[a-z0-9.+-]+$/;
/** Where values name fields of resources, or members of what is included. */
const ofFields =
  /\/StorySort$|\/StoryClearableField$|\/clearFields\/items(\/anyOf\/0)?$|\/properties\/sort\b|\/parameters\/(\d+|Sort)\/schema$|\/parameters\/(\d+|\w*Include)\/schema\/items$/;
const fieldName = /^-?[a-z][A-Za-z0-9]*$/;

const isAllowed = (path: string, value: unknown): boolean =>
  typeof value === 'string' &&
  (snakeCase.test(value) ||
    names.has(value) ||
    eventPattern.test(value) ||
    mediaType.test(value) ||
    path.endsWith('/jsonrpc') ||
    (ofFields.test(path) && fieldName.test(value)));

const offenders = (document: unknown): string[] =>
  enumsIn(document).flatMap(({ path, values }) =>
    values.filter((value) => !isAllowed(path, value)).map((value) => `${path}: ${String(value)}`),
  );

test('every enum of the API is in lower snake_case', async () => {
  const document: unknown = await (await fetch(`${sharedService().baseUrl}/openapi.json`)).json();
  expect(enumsIn(document).length).toBeGreaterThan(30);
  expect(offenders(document)).toEqual([]);
});

test('every enum of the MCP tools is in lower snake_case', () => {
  const schemas = tools.map(({ schemas: schemasOf }) => schemasOf());
  expect(enumsIn(schemas).length).toBeGreaterThan(5);
  expect(offenders(schemas)).toEqual([]);
});
