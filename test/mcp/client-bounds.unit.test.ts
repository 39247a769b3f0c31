import { describe, expect, test } from 'vitest';
import { toToolResult } from '../../shared/kernel/api/mcp/tool-result.ts';
import { instructions } from '../../shared/surface/mcp/instructions.ts';
import { tools } from '../../shared/surface/mcp/tools.ts';

/** What clients keep of a server's words: Claude Code cuts descriptions and instructions, and drops nested properties. */
const WORDS_MAX_BYTES = 2_048;
const RESULT_MAX_CHARACTERS = 50_000;
const NESTED_PROPERTIES_MAX = 12;

const bytes = (text: string) => Buffer.byteLength(text);

interface Schema {
  properties?: Record<string, Schema>;
  items?: Schema;
}

/** The objects within a schema's arguments, with how deep each is. */
function nestedIn({ properties = {}, items }: Schema, depth = 0): [depth: number, properties: string[]][] {
  const own: [number, string[]][] =
    depth > 0 && Object.keys(properties).length > 0 ? [[depth, Object.keys(properties)]] : [];
  const below = [...Object.values(properties), ...(items ? [items] : [])];
  return [...own, ...below.flatMap((one) => nestedIn(one, one === items ? depth : depth + 1))];
}

test('the instructions are not cut', () => {
  expect(bytes(instructions)).toBeLessThanOrEqual(WORDS_MAX_BYTES);
});

describe.each(tools.map((tool) => [tool.name, tool] as const))('%s', (_, tool) => {
  test('has a description, and descriptions of arguments, that are not cut', () => {
    const { properties } = tool.schemas().inputSchema as {
      properties: Record<string, { description?: string }>;
    };
    for (const words of [
      tool.description,
      ...Object.values(properties).map(({ description = '' }) => description),
    ]) {
      expect(bytes(words)).toBeLessThanOrEqual(WORDS_MAX_BYTES);
    }
  });

  test('has no nesting that clients drop', () => {
    for (const [depth, names] of nestedIn(tool.schemas().inputSchema)) {
      expect(depth, names.join()).toBe(1);
      expect(names.length, names.join()).toBeLessThanOrEqual(NESTED_PROPERTIES_MAX);
    }
  });

  test('advises nothing that a model cannot do', () => {
    const words = JSON.stringify([tool.description, tool.schemas().inputSchema]);
    expect(words).not.toMatch(/structuredContent|structured result|text=json|\/mcp\?/);
  });
});

test('the instructions advise nothing that a model cannot do', () => {
  expect(instructions).not.toMatch(/structuredContent|structured result|text=json|\/mcp\?/);
});

describe.each(['shown', 'written'] as const)('results of tools that have %s', (kind) => {
  const long = (text: string, count = 60_000 / text.length) => text.repeat(Math.ceil(count));
  test.each([
    ['one long text', { reference: 'A-1', description: long('x') }],
    ['lines', { reference: 'A-1', description: long('\n') }],
    ['emoji', { reference: 'A-1', description: long('👩🏽‍💻') }],
    ['escapes', { reference: 'A-1', description: long('"\\') }],
    ['what cannot be seen', { reference: 'A-1', description: long('\u202e') }],
    [
      'many items',
      Array.from({ length: 50 }, (_, id) => ({
        id: `${id}`,
        title: long('t', 500),
        description: long('x', 3_000),
      })),
    ],
    [
      'many comments',
      Array.from({ length: 50 }, (_, id) => ({
        id: `${id}`,
        content: long('c', 10_000),
        replies: Array.from({ length: 10 }, () => ({ content: long('r', 1_000) })),
      })),
    ],
    [
      'much nesting',
      {
        groups: Array.from({ length: 400 }, (_, id) => ({
          by: 'team',
          id: `${id}`,
          name: long('n', 100),
          inProgress: { stories: 1, estimate: 2 },
        })),
      },
    ],
    ['lines of Japanese with quotes', { reference: 'A-1', description: long('あ"\n') }],
    ['short lines', { reference: 'A-1', description: long('ab cd ef\n') }],
    [
      'a page of whole items',
      Array.from({ length: 100 }, (_, n) => ({
        ...Object.fromEntries(
          Array.from({ length: 12 }, (__, field) => [`field${field}Id`, `${n}-${long('i', 36)}`]),
        ),
        id: `${n}`,
        reference: `ENG-${n}`,
      })),
    ],
    ['a long history', { reference: 'A-1', history: Array.from({ length: 500 }, () => long('h', 900)) }],
  ])('fit: %s', (_, data) => {
    for (const whole of [true, false]) {
      for (const chosen of [true, false]) {
        for (const form of ['short', 'json'] as const) {
          const result = toToolResult({ data, replayed: false, whole, chosen }, kind, form);
          // Clients count what they get, its text and its data together.
          expect(JSON.stringify(result).length).toBeLessThanOrEqual(RESULT_MAX_CHARACTERS);
          expect(result.content[0].text.isWellFormed()).toBe(true);
        }
      }
    }
  });
});
