import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { hasHiddenCharacter } from '../../shared/kernel/core/hidden.ts';
import { httpsAddress, webAddress } from '../../shared/kernel/core/schema.ts';
import { allOperations } from '../../shared/surface/registry.ts';

interface Address {
  name: string;
  schema: z.ZodType;
}

const ADDRESS = 'https://a.example/x';

/** The schema below optional, nullable and default ones. */
function inner(schema: z.ZodType): z.ZodType {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault
    ? inner(schema.unwrap() as z.ZodType)
    : schema;
}

/** The texts in a schema that take addresses and nothing else. */
function addressesIn(schema: z.ZodType, name: string, seen: Set<z.ZodType>): Address[] {
  const one = inner(schema);
  if (seen.has(one)) return [];
  if (one instanceof z.ZodObject) {
    seen.add(one);
    return Object.entries(one.shape as Record<string, z.ZodType>).flatMap(([key, part]) =>
      addressesIn(part, `${name}.${key}`, seen),
    );
  }
  if (one instanceof z.ZodArray) return addressesIn(one.element as z.ZodType, `${name}[]`, seen);
  if (one instanceof z.ZodUnion)
    return (one.options as z.ZodType[]).flatMap((option) => addressesIn(option, name, seen));
  if (!(one instanceof z.ZodString)) return [];
  const isAddress =
    one.safeParse(ADDRESS).success && !one.safeParse('no-address-whatever-its-length').success;
  return isAddress ? [{ name, schema: one }] : [];
}

const addresses = allOperations.flatMap(({ id, input }) =>
  input.body ? addressesIn(input.body, id, new Set()) : [],
);

test('the operations that take addresses of pages are among those that are tried', () => {
  expect(addresses.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'createStory.externalUrl',
      'createStoryLink.url',
      'createPortal.websiteUrl',
      'updatePortal.imprintUrl',
      'createServiceAccount.avatarUrl',
      'updateServiceAccount.avatarUrl',
    ]),
  );
});

const hidden = ['\u202e', '\u200f', '\u2066', '\u2800', '\ue000', '\u200b', '\u061c', '\u{e0041}', '\u00ad'];

describe.each(addresses.map(({ name, schema }) => [name, schema] as const))('%s', (_, schema) => {
  test.each(hidden.map((one) => [one.codePointAt(0)!.toString(16), one]))(
    'has no sign that is not seen, U+%s',
    (__, sign) => {
      for (const address of [`${ADDRESS}/${sign}gpj.exe`, `${ADDRESS}?${sign}=1`, `${ADDRESS}#${sign}`]) {
        const { data = '' } = schema.safeParse(address) as { data?: string };
        expect(hasHiddenCharacter(data), data).toBe(false);
      }
    },
  );

  test('takes as many characters as the document says, in any script, and takes back what it has stored', () => {
    const { maxLength = 0 } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
    expect(maxLength).toBe(2_048);
    const start = 'https://a.example/';
    for (const sign of ['a', '漢', 'ä', '🚀']) {
      const rest = maxLength - start.length;
      const { data } = schema.safeParse(start + sign.repeat(rest)) as { data?: string };
      expect(data, sign).toBeDefined();
      expect(schema.safeParse(data).data).toBe(data);
      expect(schema.safeParse(start + sign.repeat(rest + 1)).success, sign).toBe(false);
    }
  });
});

test('an address is one of the web, without a password', () => {
  for (const text of [
    'javascript:alert(1)',
    'https://a:b@c.example',
    'https://a b',
    '',
    'a.example',
    'https://\ud800',
  ])
    expect(webAddress().safeParse(text).success, text).toBe(false);
  expect(httpsAddress().safeParse('http://a.example').success).toBe(false);
  expect(webAddress().parse('http://a.example')).toBe('http://a.example/');
});
