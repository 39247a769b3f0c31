import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { shownOptional } from '../../shared/surface/docs/shown-fields.ts';
import { allOperations, webRegistry } from '../../shared/surface/registry.ts';
import { fetchApiDocument } from '../support/api-document.ts';
import { createCompiler } from '../support/openapi-validator.ts';
import { sharedService } from '../support/service.ts';
import { readExamples } from './shown-examples.ts';
import { blocksOf, crawl, type ReadPage } from './docs-pages.ts';

/** The examples as a reader finds them on the pages, checked by a shell and by the served document. */
interface Example {
  id: string;
  command: string;
  answer: string | undefined;
}

const described = [
  ...allOperations,
  ...Object.values(webRegistry)
    .flat()
    .filter((route) => route.described),
];
let pages: ReadPage[];
let document: { paths: Record<string, Record<string, any>>; components: { schemas: Record<string, any> } };
let compile: ReturnType<typeof createCompiler>;
let examples: Map<string, Example>;
/** What the shell would hand to curl, by operation. */
let calls: Map<string, string[]>;

beforeAll(async () => {
  pages = await crawl();
  document = await fetchApiDocument();
  compile = createCompiler(document.components);
  examples = new Map(described.map(({ id }) => [id, exampleOf(id)]));
  calls = await parsedByShell([...examples.values()]);
});

function exampleOf(id: string): Example {
  const holding = pages.find(({ html }) => html.includes(`<section class="operation" id="${id}">`))!;
  const blocks = blocksOf(holding.html, id);
  return {
    id,
    command: blocks.find(({ caption }) => caption === 'Request with curl')!.text,
    answer: blocks.find(({ caption }) => caption.startsWith('Response'))?.text,
  };
}

/** Has a shell read the commands, with a curl that only shows its arguments. */
async function parsedByShell(given: readonly Example[]): Promise<Map<string, string[]>> {
  const script = [
    'set -eu',
    'TOKEN=the-token; ACCESS_TOKEN=the-access-token; WORKSPACE=the-workspace',
    'RECEIVER=https://hooks.acme.dev/; CALENDAR=$RECEIVER; pick() { echo 2026-11-20T12:00:00.000Z; }',
    ...[...new Set(given.flatMap(({ command }) => command.match(/(?<=\$)[A-Z_]+/g) ?? []))]
      .filter(
        (name) => !['TOKEN', 'ACCESS_TOKEN', 'WORKSPACE', 'RECEIVER', 'CALENDAR', 'VERSION'].includes(name),
      )
      .map((name) => `${name}=019aaa56-1452-770c-8e6b-3bebd1dd012b`),
    // A body that the shell filled in comes on the standard input.
    `curl() { case "$*" in *@-) set -- "$@" "$(cat)";; esac; printf '%s\\0' "$@"; printf '\\0'; }`,
    ...given.map(({ command }) => command),
  ].join('\n');
  const { stdout } = await promisify(execFile)('bash', ['-c', script], {
    // Some save what is answered.
    cwd: tmpdir(),
    maxBuffer: 16 * 1024 * 1024,
  });
  const each = stdout.split('\0\0').slice(0, -1);
  return new Map(each.map((text, position) => [given[position]!.id, text.split('\0')]));
}

const valueAfter = (call: readonly string[], flag: string): string[] =>
  call.flatMap((part, position) => (call[position - 1] === flag ? [part] : []));

const bodyOf = (call: readonly string[]): string[] =>
  valueAfter(call, valueAfter(call, '-d')[0] === '@-' ? '@-' : '-d');

const schemaOf = (content: any) => content?.['application/json']?.schema;

function problems(schema: object, value: unknown): unknown {
  const validate = compile(schema);
  return validate(value) ? [] : validate.errors;
}

test.each(Object.entries(shownOptional))('%s has the optional fields that examples show', (name, fields) => {
  const { properties } = document.components.schemas[name];
  expect(Object.keys(properties)).toEqual(expect.arrayContaining([...fields]));
});

test('the lines of examples in programs fit next to a description, except long texts', async () => {
  const { baseUrl } = sharedService();
  const lines = (await readExamples()).flatMap(({ id, typescript, python }) =>
    [...typescript.split('\n'), ...python.split('\n')].map(
      (line) => `${id}: ${line.replace(baseUrl, 'x'.repeat(21))}`,
    ),
  );
  // Names of operations and texts have the length that they have.
  const isText = /: +("?\w+"?: )?(f?"[^"]*"|'.*'|`.*`),$|plotline\.\w+\(\{$/;
  const long = lines.filter((line) => line.length - line.indexOf(': ') - 2 > 58 && !isText.test(line));
  expect(long).toEqual([]);
});

describe.each(described.map(({ id, method, path }) => [id, method, path] as const))(
  '%s',
  (id, method, path) => {
    test('has a command that calls it', () => {
      const call = calls.get(id)!;
      const url = call.find((part) => part.startsWith('http'))!;
      const pattern = path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/?]+');
      expect(url).toMatch(new RegExp(`^${sharedService().baseUrl}${pattern}(\\?|$)`));
      const [verb = call.includes('-d') ? 'POST' : 'GET'] = valueAfter(call, '-X');
      expect(verb).toBe(method);
      const { security, parameters = [] } = document.paths[path]![method.toLowerCase()];
      const headers = valueAfter(call, '-H');
      expect(headers.some((header) => /^Authorization: Bearer the-/.test(header))).toBe(security.length > 0);
      const keyed = parameters.some(({ name, required }: any) => name === 'Idempotency-Key' && required);
      expect(headers.some((header) => header.startsWith('Idempotency-Key: '))).toBe(keyed);
    });

    test('has a body that is as described, and that the service takes', () => {
      const [text] = bodyOf(calls.get(id)!);
      const schema = schemaOf(document.paths[path]![method.toLowerCase()].requestBody?.content);
      expect(text !== undefined).toBe(schema !== undefined);
      if (text === undefined) return;
      expect(valueAfter(calls.get(id)!, '-H')).toContain('Content-Type: application/json');
      expect(problems(schema, JSON.parse(text))).toEqual([]);
      const declared = allOperations.find((operation) => operation.id === id)?.input.body;
      if (declared) expect(declared.safeParse(JSON.parse(text)).error).toBeUndefined();
    });

    test('has an answer that is as described', () => {
      const { responses } = document.paths[path]![method.toLowerCase()];
      const success = Object.keys(responses).find((status) => status.startsWith('2'))!;
      const schema = schemaOf(responses[success].content);
      const { answer } = examples.get(id)!;
      expect(problems(schema, JSON.parse(answer!))).toEqual([]);
    });
  },
);
