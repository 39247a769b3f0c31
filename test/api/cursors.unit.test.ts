import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { eventKinds } from '../../shared/events/webhooks/webhook.ts';
import { formatState } from '../../shared/events/changes/changes-cursor.ts';
import { newId } from '../../shared/kernel/core/id.ts';
import { openPage } from '../../shared/kernel/api/operation/list-page.ts';
import type { Operation } from '../../shared/kernel/api/operation/operation-kinds.ts';
import type { PurposeKeys } from '../../shared/kernel/core/keyring.ts';
import { allOperations } from '../../shared/surface/registry.ts';

const key = Buffer.alloc(32, 7);
const keys: PurposeKeys = { current: { version: 1, key }, all: [{ version: 1, key }] };
const services = { keys: async () => keys };
const caller = { workspaceId: 'w', principalId: 'p', restrictedTeamIds: null };

type Paged = Extract<Operation, { kind: 'list' | 'publicRead' }>;
const paged = allOperations.filter(
  (operation): operation is Paged =>
    (operation.kind === 'list' || operation.kind === 'publicRead') && 'cursor' in operation.input.query.shape,
);

const open = (operation: Paged, query: Record<string, unknown>) =>
  openPage(services, { path: {}, query }, { operation, caller });
const cursorOf = async (operation: Paged, query: Record<string, unknown>): Promise<string> =>
  (await (await open(operation, query)).cursorAt('here'))!;

/** The values that a list's parameters have when they are left out. */
const defaultsOf = (operation: Paged): [string, unknown][] =>
  Object.entries(operation.input.query.shape).flatMap(([name, schema]) => {
    const value: unknown = (schema as { meta(): Record<string, unknown> | undefined }).meta()?.['default'];
    return value === undefined ? [] : [[name, value]];
  });

describe.each(paged.map((operation) => [operation.id, operation] as const))(
  'a cursor of %s',
  (_, operation) => {
    test('is valid when defaults are written out, and when they are left out again', async () => {
      const written = Object.fromEntries(defaultsOf(operation));
      const [bare, full] = [await cursorOf(operation, {}), await cursorOf(operation, written)];
      expect((await open(operation, { ...written, cursor: bare })).page.after).toBe('here');
      expect((await open(operation, { cursor: full })).page.after).toBe('here');
    });

    // The specification binds the cursor of stories to the page size.
    test(`is ${operation.id === 'listStories' ? 'invalid' : 'valid'} with another limit`, async () => {
      const cursor = await cursorOf(operation, { limit: 2 });
      const next = open(operation, { limit: 3, cursor });
      if (operation.id === 'listStories') await expect(next).rejects.toThrow('cursor');
      else expect((await next).page).toEqual({ limit: 3, after: 'here' });
    });
  },
);

test('alternatives may change their order, fields to sort by may not', async () => {
  const listStories = paged.find(({ id }) => id === 'listStories')!;
  const cursor = await cursorOf(listStories, { priority: ['high', 'low'], sort: ['priority', 'endDate'] });
  const same = { priority: ['low', 'high', 'low'], sort: ['priority', 'endDate'], cursor };
  expect((await open(listStories, same)).page.after).toBe('here');
  await expect(open(listStories, { ...same, sort: ['endDate', 'priority'] })).rejects.toThrow('cursor');
  await expect(open(listStories, { ...same, priority: ['low'] })).rejects.toThrow('cursor');
});

test('a reader of 100 teams with every type in its query stays within the addresses that CloudFront takes', async () => {
  const listChanges = paged.find(({ id }) => id === 'listChanges')!;
  const type: string[] = [...eventKinds];
  const logs = Array.from({ length: 102 }, (_, n) => newId(new Date(n)));
  const state = formatState({
    epoch: 'abcdefgh',
    at: Date.parse('2030-01-01'),
    role: 'admin',
    places: new Map(logs.map((log) => [log, { number: 999_999_999, index: 99 }])),
  });
  const opened = await open(listChanges, { type });
  const query = new URLSearchParams({ type: type.join(','), cursor: (await opened.cursorAt(state))! });
  const path = listChanges.path.replace('{workspaceId}', newId(new Date()));
  expect(`${path}?${query.toString()}`.length).toBeLessThan(8_192);
});

/** CloudFront's limit on a URL in bytes. */
const URL_MAX_BYTES = 8_192;
/** More than any list has as the position of an item: the values that it is sorted by, and its id. */
const POSITION_BYTES = 1_000;

/** The most characters that a parameter's value takes in a URL. */
function longestValue(schema: z.core.JSONSchema.BaseSchema): number {
  const { anyOf, enum: values, type, items, maxItems, maxLength, format } = schema;
  if (anyOf) return Math.max(...anyOf.map((one) => longestValue(one)));
  if (values) return Math.max(...values.map((value) => encodeURIComponent(String(value)).length));
  if (type === 'array') return maxItems! * (longestValue(items as typeof schema) + ','.length);
  if (format === 'uuid') return 36;
  // Parameters of text are identifiers and words; a character of another script takes nine.
  return type === 'string' ? 9 * (maxLength ?? 40) : 20;
}

test.each(paged.map((operation) => [operation.id, operation] as const))(
  'each filter of %s at its longest fits into a URL with a cursor',
  async (_, operation) => {
    const opened = await open(operation, {});
    const cursor = (await opened.cursorAt('x'.repeat(POSITION_BYTES)))!;
    // The position in base64, and a signature: encoded once.
    expect(cursor.length).toBeLessThan((POSITION_BYTES * 4) / 3 + 60);
    const { properties = {} } = z.toJSONSchema(operation.input.query, {
      io: 'input',
      unrepresentable: 'any',
    });
    for (const [name, schema] of Object.entries(properties)) {
      if (name === 'cursor' || typeof schema === 'boolean') continue;
      const parts = [operation.path, 'limit=100', `cursor=${cursor}`, `${name}=`];
      const bytes = parts.join('&').length + longestValue(schema);
      expect(bytes, name).toBeLessThan(URL_MAX_BYTES);
    }
  },
);
