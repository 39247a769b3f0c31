import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { beforeAll, expect, test } from 'vitest';
import { allOperations, webRegistry } from '../../shared/surface/registry.ts';
import { sharedService } from '../support/service.ts';
import { newWorkspace } from '../support/workspace.ts';

const describedRoutes = Object.values(webRegistry)
  .flat()
  .filter(({ described }) => described);

/** The served document, validated by tools that are not ours. */
const root = resolve(import.meta.dirname, '../..');
const folder = resolve(root, 'dist/generated-client');
const file = resolve(folder, 'openapi.json');
const run = promisify(execFile);
const tool = (name: string, ...parameters: string[]) =>
  run(resolve(root, 'node_modules/.bin', name), parameters, { cwd: folder });

interface Parameter {
  name: string;
  in: string;
  required: boolean;
}

interface Body {
  content?: Record<string, { example?: unknown; schema?: unknown }>;
}

interface DescribedOperation {
  operationId: string;
  externalDocs: { url: string };
  requestBody?: Required<Body>;
  responses: Record<string, Body>;
}

interface EventMessage {
  headers: object;
  payload: { $ref: string };
  examples: { headers: Record<string, unknown>; payload: unknown }[];
}

let document: {
  paths: Record<string, Record<string, DescribedOperation>>;
  components: { parameters: Record<string, Parameter>; schemas: object; responses: Record<string, Body> };
  info: { version: string; description: string; license: { identifier: string } };
  externalDocs: { url: string };
  webhooks: object;
};

beforeAll(async () => {
  const answer = await fetch(`${sharedService().baseUrl}/openapi.json`);
  document = (await answer.json()) as typeof document;
  await mkdir(folder, { recursive: true });
  await writeFile(file, JSON.stringify(document));
  await writeFile(resolve(folder, 'spectral.json'), '{ "extends": ["spectral:oas"] }');
});

test('the document describes version 1.0.0, and every operation and described route once', () => {
  const described = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  expect(document.info.version).toBe('1.0.0');
  expect(described.map(({ operationId }) => operationId).sort()).toEqual(
    [...allOperations, ...describedRoutes].map(({ id }) => id).sort(),
  );
});

test('bodies have the examples of the reference, and operations lead to their pages there', async () => {
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  const bare = operations.filter(({ requestBody }) => {
    const media = requestBody?.content['application/json'];
    return media && media.example === undefined;
  });
  expect(bare.map(({ operationId }) => operationId)).toEqual([]);
  const createStory = operations.find(({ operationId }) => operationId === 'createStory')!;
  const sent = createStory.requestBody!.content['application/json']!.example;
  expect(sent).toMatchObject({ teamId: expect.stringMatching(/^019aa/), title: expect.any(String) });
  const withoutAnswer = Object.entries(document.components.responses).filter(
    ([name, { content }]) =>
      name.endsWith('Response') &&
      content?.['application/json'] &&
      content['application/json'].example === undefined,
  );
  expect(withoutAnswer.map(([name]) => name)).toEqual([]);
  const { url } = createStory.externalDocs;
  expect(url).toBe(`${sharedService().baseUrl}/docs/stories/createStory`);
  expect((await fetch(url)).status).toBe(200);
  const { license } = JSON.parse(await readFile(resolve(root, 'package.json'), 'utf8')) as {
    license: string;
  };
  expect(document.info.license.identifier).toBe(license);
});

test('links lead to the documentation from wherever the document is read', () => {
  const docs = `${sharedService().baseUrl}/docs`;
  expect(document.externalDocs.url).toBe(docs);
  expect(document.info.description).toContain(`](${docs}/compatibility)`);
  expect(JSON.stringify(document)).not.toContain('](/');
});

test('a message to MCP has an example of its response, and words for each field', () => {
  const { requestBody, responses } = document.paths['/mcp']!['post']!;
  const sent = requestBody!.content['application/json']!;
  const { schema, example } = responses['200']!.content!['application/json']!;
  expect(example).toMatchObject({ jsonrpc: '2.0', result: { structuredContent: expect.anything() } });
  for (const { properties } of [sent.schema, schema] as {
    properties: Record<string, { description?: string }>;
  }[]) {
    expect(Object.keys(properties).length).toBeGreaterThan(2);
    for (const { description } of Object.values(properties)) expect(description).toMatch(/\.$/);
  }
});

test('an object requires only properties that it describes', () => {
  const undescribed: unknown[] = [];
  const walk = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    const { required, properties } = part as { required?: unknown; properties?: object };
    if (Array.isArray(required) && properties) {
      undescribed.push(...required.filter((name) => !Object.hasOwn(properties, String(name))));
    }
    Object.values(part).forEach(walk);
  };
  walk(document);
  expect(undescribed).toEqual([]);
});

test('the document names shared parameters after themselves and the place that they are in', () => {
  const { parameters } = document.components;
  const named = Object.entries(parameters).map(([key, { name, in: place, required }]) => [
    key,
    name,
    place,
    required,
  ]);
  expect(named).toEqual(
    expect.arrayContaining([
      ['StoryId', 'storyId', 'path', true],
      ['StatusIdFilter', 'statusId', 'query', false],
      ['OptionalIdempotencyKey', 'Idempotency-Key', 'header', false],
    ]),
  );
});

test('the document marks what is a preview for personal access tokens', () => {
  const previews = Object.values(document.paths)
    .flatMap((methods) => Object.values(methods))
    .filter((operation) => 'x-preview' in operation);
  const ids = previews.map(({ operationId }) => operationId);
  expect(ids.sort()).toEqual(['getComment', 'getStory', 'listStories', 'listTeams']);
});

test('the document names no schema like a global of JavaScript, which a generated client would shadow', () => {
  const names = Object.keys(document.components.schemas);
  expect(names).toContain('Story');
  expect(['Error', 'Event'].every((name) => name in globalThis)).toBe(true);
  expect(names.filter((name) => name in globalThis)).toEqual([]);
});

test('the document has no fault that Redocly finds with its strictest rules', async () => {
  const { stdout } = await tool('redocly', 'lint', file, '--extends=recommended-strict', '--format=json');
  expect(JSON.parse(stdout).totals).toMatchObject({ errors: 0, warnings: 0 });
});

test('AsyncAPI has a message for each event, without a fault that Redocly finds', async () => {
  const events = resolve(folder, 'asyncapi.json');
  const text = await (await fetch(`${sharedService().baseUrl}/asyncapi.json`)).text();
  await writeFile(events, text);
  // Receivers know the sender by the signature, which AsyncAPI has no scheme for.
  const rules = ['--extends=recommended-strict', '--skip-rule=security-defined'];
  const { stdout } = await tool('redocly', 'lint', events, '--format=json', ...rules);
  expect(JSON.parse(stdout).totals).toMatchObject({ errors: 0, warnings: 0 });
  const { components } = JSON.parse(text) as { components: { messages: Record<string, unknown> } };
  expect(Object.keys(components.messages)).toEqual(Object.keys(document.webhooks));
});

test('AsyncAPI has an example of each message, which its schemas accept', async () => {
  const answer = await fetch(`${sharedService().baseUrl}/asyncapi.json`);
  const { components } = (await answer.json()) as { components: { messages: Record<string, EventMessage> } };
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  ajv.addSchema({ components }, 'events');
  for (const [type, { headers, payload, examples }] of Object.entries(components.messages)) {
    const [example] = examples;
    expect(example!.payload, type).toMatchObject({ type, id: example!.headers['webhook-id'] });
    for (const [schema, value] of [
      [{ $ref: `events${payload.$ref}` }, example!.payload],
      [headers, example!.headers],
    ] as const)
      expect([ajv.validate(schema, value), ajv.errors], type).toEqual([true, null]);
  }
});

test('the document has no error that Spectral finds', async () => {
  const parameters = [
    'lint',
    file,
    '-r',
    resolve(folder, 'spectral.json'),
    '-f',
    'json',
    '--fail-severity',
    'error',
  ];
  const { stdout } = await tool('spectral', ...parameters).catch((error: { stdout: string }) => error);
  const findings = JSON.parse(stdout.slice(stdout.indexOf('['))) as {
    severity: number;
    code: string;
    path: (string | number)[];
  }[];
  // Spectral takes a field `default` within an example for that of a schema; Redocly has validated the example.
  const isField = ({ code, path }: (typeof findings)[number]) =>
    code === 'oas3-valid-schema-example' && path.includes('example') && path.at(-1) === 'default';
  expect(findings.filter((one) => one.severity === 0 && !isField(one))).toEqual([]);
});

test('the document makes a generated client that compiles and runs the story path', async () => {
  // As docs/guides/compatibility.md says: a field with a default may be left out of a request.
  const output = ['-o', resolve(folder, 'api.d.ts')];
  await tool('openapi-typescript', file, '--default-non-nullable', 'false', ...output);
  await tool('tsc', '-p', resolve(root, 'test/api/generated-client/tsconfig.json'));
  const workspace = await newWorkspace();
  const team = await workspace.team();
  const { token } = await workspace.person('member', [team]);
  const { stdout } = await run(process.execPath, [resolve(root, 'test/api/generated-client/story-path.ts')], {
    env: { ...process.env, BASE_URL: sharedService().baseUrl, TOKEN: token, TEAM_ID: team.id },
  });
  expect(stdout).toBe('Changed by a generated client\n');
});
