import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { invalidRequest } from '../../../shared/kernel/core/errors.ts';
import { toToolResult, toToolError } from '../../../shared/kernel/api/mcp/tool-result.ts';
import { createStoryAs, newWorkspace } from '../../support/workspace.ts';
import { connectedClient } from '../../mcp/mcp-client.ts';

const CHARACTERS_MAX = 48_000;
const answer = (data: unknown, meta?: { hasMore: boolean; nextCursor: string | null }) =>
  toToolResult({ data, replayed: false, ...(meta ? { meta } : {}) }, 'shown').structuredContent as any;

test('an error names a field that is as long as a body by its beginning', () => {
  const path = '"'.repeat(31_000);
  const { answer: refused } = toToolError(invalidRequest([{ path, message: 'is not a known argument' }]), {
    requestId: 'r',
    tool: 'get_story',
  });
  expect(JSON.stringify(refused).length).toBeLessThan(4_000);
  expect(JSON.stringify(refused)).toContain('is not a known argument');
});

describe('a tool result', () => {
  test('leaves out what has no value', () => {
    expect(answer({ a: null, b: { c: null, d: 0 }, e: [], f: '' })).toEqual({
      data: { b: { d: 0 }, e: [], f: '' },
    });
    expect(answer([{ a: 1 }, { a: null }], { hasMore: false, nextCursor: null })).toEqual({
      data: [{ a: 1 }, {}],
    });
  });

  test('of several items has once what all of them have, except what distinguishes them', () => {
    const items = [
      { id: '1', title: 'Same', teamId: 't', labels: ['a'], done: false },
      { id: '2', title: 'Same', teamId: 't', labels: ['a'], done: true },
    ];
    expect(answer(items)).toEqual({
      common: { teamId: 't', labels: ['a'] },
      data: [
        { id: '1', title: 'Same', done: false },
        { id: '2', title: 'Same', done: true },
      ],
    });
    expect(answer([items[0], { id: '3', teamId: null }])).not.toHaveProperty('common');
    expect(answer([items[0]])).toEqual({ data: [items[0]] });
  });

  test('does not repeat its workspace, which the call named', () => {
    expect(answer({ id: '1', workspaceId: 'w', below: [{ workspaceId: 'w' }] })).toEqual({
      data: { id: '1', below: [{}] },
    });
  });

  test('that fits is not changed', () => {
    const text = 'x'.repeat(CHARACTERS_MAX - 100);
    expect(answer({ text })).toEqual({ data: { text } });
  });

  test('that is too long has its long texts cut, each marked, and no others', () => {
    const { data, truncated } = answer([
      { title: 'short', description: 'a'.repeat(40_000) },
      { title: 'short too', description: 'b'.repeat(30_000) },
      { title: 'no description' },
    ]);
    expect(truncated).toEqual(['data.0.description', 'data.1.description']);
    expect(data[0].description).toBe(`${'a'.repeat(8_000)}… [32000 more characters cut]`);
    expect(data[1].description).toBe(`${'b'.repeat(8_000)}… [22000 more characters cut]`);
    expect(data[2]).toEqual({ title: 'no description' });
  });

  test('is cut no shorter than it takes', () => {
    const items = Array.from({ length: 40 }, (_, id) => ({ id, description: `${id} ${'x'.repeat(3_000)}` }));
    const { data } = answer(items);
    expect(data[0].description.length).toBeGreaterThan(1_000);
    expect(JSON.stringify(data).length).toBeLessThanOrEqual(CHARACTERS_MAX);
  });

  test('is never cut in the middle of a character', () => {
    const { data } = answer({ text: `${'x'.repeat(32_767)}${'😀'.repeat(30_000)}` });
    expect(data.text.isWellFormed()).toBe(true);
    expect(data.text).toContain(`${'x'.repeat(32_767)}… [60000 more characters cut]`);
  });

  test('of endless threads keeps the newest replies, and says so', () => {
    const replies = Array.from({ length: 200 }, (_, number) => ({ number, content: 'x'.repeat(400) }));
    const { data, truncated } = answer([{ content: 'A comment', replies, labels: ['a', 'b'] }]);
    expect(truncated).toContain('data.0.replies');
    expect(data[0].replies.length).toBeLessThan(200);
    expect(data[0].replies.at(-1).number).toBe(199);
    expect(data[0].labels).toEqual(['a', 'b']);
    expect(JSON.stringify(data).length).toBeLessThanOrEqual(CHARACTERS_MAX);
  });
});

test('an internal error is reported without a detail', () => {
  const logged: unknown[] = [];
  const { error } = console;
  console.error = (line: unknown) => logged.push(line);
  const { answer: result } = toToolError(new Error('the password is tr0ub4dor'), {
    requestId: 'r-1',
    tool: 'get_story',
  });
  console.error = error;
  expect(result.isError).toBe(true);
  expect(result.content[0].text).not.toContain('tr0ub4dor');
  expect(JSON.parse(result.content[0].text).error.code).toBe('internal_error');
  expect(inspect(logged)).toContain('r-1');
  expect(inspect(logged)).toContain('tr0ub4dor');
});

test('a list of stories with long descriptions is cut for a model, and a single story is not', async () => {
  const workspace = await newWorkspace();
  const team = await workspace.team();
  const person = await workspace.person('member', [team]);
  const client = await connectedClient(person);
  const descriptionOf = (count: number) => `${count}${'é'.repeat(16 * 1024 - 1)}`;
  for (let count = 0; count < 8; count++) {
    await createStoryAs(person.client, workspace, { teamId: team.id, description: descriptionOf(count) });
  }
  const listed = await client.use('list_stories', { workspaceId: workspace.id });
  expect(listed.truncated).toHaveLength(8);
  expect(JSON.stringify(listed).length).toBeLessThanOrEqual(CHARACTERS_MAX + 1_000);

  const whole = await client.use('get_story', { workspaceId: workspace.id, story: listed.data[0].id });
  expect(whole.data.description).toBe(descriptionOf(7));
  expect(whole).not.toHaveProperty('truncated');
});
