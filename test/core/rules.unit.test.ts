import { describe, expect, test } from 'vitest';
import { nextTimestamp } from '../../shared/kernel/core/clock.ts';
import { dateSpanProblems } from '../../shared/kernel/core/date-span.ts';
import { idFromBytes, idToBytes, newId } from '../../shared/kernel/core/id.ts';
import { closestNames, COMPARED_LENGTH_MAX, didYouMean } from '../../shared/kernel/core/nearest.ts';
import { priorities } from '../../shared/kernel/core/priority.ts';
import {
  color,
  longText,
  name,
  text,
  timestamp,
  titleText,
  uniqueList,
  uuid,
} from '../../shared/kernel/core/schema.ts';
import { statusCategories } from '../../shared/kernel/core/status-category.ts';
import { initialStatuses } from '../../shared/identity/status/status.ts';

test('priorities and categories are those of the specification, in their order', () => {
  expect(priorities).toEqual(['none', 'low', 'medium', 'high', 'urgent']);
  expect(statusCategories).toEqual(['backlog', 'unstarted', 'started', 'completed', 'cancelled']);
  expect(initialStatuses.map((status) => status.category)).toEqual(statusCategories);
  expect(initialStatuses.filter(({ isDefault }) => isDefault).map((status) => status.name)).toEqual([
    'Backlog',
  ]);
});

test('a span may end at the moment it begins, and not before', () => {
  const [first, later] = ['2026-11-20T00:00:00.000Z', '2026-11-20T00:00:00.001Z'];
  const wrong = [{ path: 'endDate', message: 'must not be before startDate' }];
  expect(dateSpanProblems({ startDate: first, endDate: first })).toEqual([]);
  expect(dateSpanProblems({ startDate: first, endDate: later })).toEqual([]);
  expect(dateSpanProblems({ startDate: later, endDate: first })).toEqual(wrong);
  expect(dateSpanProblems({ startDate: null, endDate: first })).toEqual([]);
  expect(dateSpanProblems({ startDate: later, endDate: null })).toEqual([]);
});

test('a timestamp is now, but always later than the one before', () => {
  const now = new Date('2026-11-20T12:00:00.000Z');
  expect(nextTimestamp(now, '2026-11-20T11:59:59.999Z')).toBe('2026-11-20T12:00:00.000Z');
  expect(nextTimestamp(now, '2026-11-20T12:00:00.000Z')).toBe('2026-11-20T12:00:00.001Z');
});

test('ids sort by the time when they were made, and can be restored from their bytes', () => {
  const [older, newer] = [newId(new Date(1_000)), newId(new Date(2_000))];
  expect(older < newer).toBe(true);
  expect(idToBytes(newer)).toHaveLength(16);
  expect(idFromBytes(idToBytes(newer))).toBe(newer);
});

describe('a name that is close', () => {
  test('is one or two characters away, or holds the other', () => {
    expect(closestNames('titel', ['title', 'teamId'])).toEqual(['title']);
    expect(closestNames('TITLE', ['title'])).toEqual(['title']);
    expect(closestNames('id', ['teamId', 'labels'])).toEqual(['teamId']);
    expect(closestNames('xyz', ['title', 'teamId'])).toEqual([]);
    expect(closestNames('', ['a'])).toEqual([]);
    // Two letters of three are another word.
    expect(closestNames('DES', ['key', 'title'])).toEqual([]);
    expect(closestNames('ket', ['key', 'title'])).toEqual(['key']);
    // Someone who means work that goes on does not mean what is done.
    expect(closestNames('Doing', ['Done', 'In Progress'])).toEqual([]);
    expect(closestNames('new-label', ['-', 'l', 'bug'])).toEqual([]);
  });

  test('is near in spelling, or where a word begins', () => {
    expect(closestNames('label', ['table', 'label-id', 'add-label', 'enlabelled'])).toEqual([
      'add-label',
      'label-id',
    ]);
    expect(closestNames('date', ['updatedAt', 'note', 'endDate', 'dateFormat'])).toEqual([
      'dateFormat',
      'endDate',
    ]);
    expect(closestNames('health', ['help'])).toEqual([]);
    expect(closestNames('di', ['id'])).toEqual(['id']);
    expect(closestNames('開発', ['第一開発部'])).toEqual(['第一開発部']);
  });

  test('of an address is what is before its @', () => {
    const known = ['ada@example.com', 'grace@example.com'];
    expect(closestNames('nobody@example.com', known)).toEqual([]);
    expect(closestNames('example', known)).toEqual([]);
    expect(closestNames('ada@exmaple.org', known)).toEqual(['ada@example.com']);
    expect(closestNames('garce@example.com', known)).toEqual(['grace@example.com']);
    expect(closestNames('grace', known)).toEqual(['grace@example.com']);
  });

  test('comes best first, each once, and at most three', () => {
    expect(closestNames('aaa', ['aab', 'aaa', 'aaa', 'abb', 'aac', 'aad'])).toEqual(['aaa', 'aab', 'aac']);
  });

  test('is not looked for in long texts', () => {
    const long = 'a'.repeat(COMPARED_LENGTH_MAX);
    expect(closestNames(long, [long])).toEqual([long]);
    expect(closestNames(`${long}a`, [`${long}a`])).toEqual([]);
    expect(closestNames(long, [`${long}a`])).toEqual([]);
  });

  test('ends a sentence', () => {
    expect(didYouMean('aab', ['aaa'])).toBe('did you mean aaa?');
    expect(didYouMean('aax', ['aaa', 'aab', 'aac'])).toBe('did you mean aaa, aab or aac?');
    expect(didYouMean('x', [])).toBe('there is none yet.');
    expect(didYouMean('qqqqqq', ['one'])).toBe('there is one.');
    const many = Array.from({ length: 14 }, (_, n) => `name${n}`);
    expect(didYouMean('qqqqqqqqqq', many)).toBe(`there are ${many.slice(0, 12).join(', ')} and 2 more.`);
    expect(didYouMean('qqqqqqqqqq', many.slice(0, 12))).not.toContain('more');
  });
});

describe('in a schema,', () => {
  const fits = (schema: { safeParse: (value: unknown) => { success: boolean } }) => (value: unknown) =>
    schema.safeParse(value).success;

  test('text counts characters, not code units, and is not blank', () => {
    const short = fits(text({ max: 3 }));
    expect(['abc', '😀😀😀', ' a '].map(short)).toEqual([true, true, true]);
    expect(['', '   ', 'abcd', 'a\nb', 'a\u0000', '\ud800'].some(short)).toBe(false);
    expect(fits(text({ min: 0, max: 3, multiline: true }))('a\nb')).toBe(true);
    expect(fits(text({ min: 0, max: 3 }))('')).toBe(true);
  });

  test('long text counts characters', () => {
    expect([fits(longText(4))('🚀é日a'), fits(longText(4))('éé日🚀a'), fits(longText(4))('')]).toEqual([
      true,
      false,
      true,
    ]);
  });

  test('a name has 1 to 120 visible characters on one line', () => {
    expect(fits(name())('n'.repeat(120))).toBe(true);
    expect(['n'.repeat(121), '\u200b', 'a\u2028b', 'a\u202eb'].some(fits(name()))).toBe(false);
  });

  test('a text on one line has no other controls and line breaks either', () => {
    const line = fits(text({ max: 9 }));
    expect(['a\u0085b', 'a\u009b2J', 'a\u2028b', 'a\u2029b'].some(line)).toBe(false);
    expect(fits(text({ max: 9, multiline: true }))('a\u2028b')).toBe(true);
  });

  test('a title is visible, and turns no text around it', () => {
    const heading = fits(titleText(9));
    expect(['a', 'אב\u200f!', 'می\u200cخ'].map(heading)).toEqual([true, true, true]);
    expect(['\u200b', 'a\u202eb', '\u2066a', 'a'.repeat(10)].some(heading)).toBe(false);
  });

  test('a timestamp is read as UTC, a date as its midnight', () => {
    const read = (value: string) => timestamp().safeParse(value).data;
    expect(read('2026-11-20')).toBe('2026-11-20T00:00:00.000Z');
    expect(read('2026-11-20T12:00:00+02:00')).toBe('2026-11-20T10:00:00.000Z');
    expect(read('0000-01-01T00:00:00Z')).toBe('0000-01-01T00:00:00.000Z');
    expect(read('9999-12-31T23:59:59.999Z')).toBe('9999-12-31T23:59:59.999Z');
    for (const bad of [
      '0000-01-01T00:00:00+00:01',
      '9999-12-31T23:59:59.999-00:01',
      '2026-13-01',
      '20261120',
    ])
      expect(read(bad), bad).toBeUndefined();
  });

  test('a UUID is read in lower case, a color has six digits', () => {
    expect(uuid().parse('01900000-0000-7000-8000-00000000000A')).toBe('01900000-0000-7000-8000-00000000000a');
    expect(['#4f46e5', '#4F46E5'].every(fits(color()))).toBe(true);
    expect(['4f46e5', '#4f46e', '#4f46e5a', '#4f46eg'].some(fits(color()))).toBe(false);
  });

  test('a list has so many entries at most, none twice', () => {
    const list = fits(uniqueList(text({ max: 3 }), 2));
    expect([[], ['a'], ['a', 'b']].every(list)).toBe(true);
    expect(
      [
        ['a', 'b', 'c'],
        ['a', 'a'],
      ].some(list),
    ).toBe(false);
  });
});
