import { describe, expect, test } from 'vitest';
import { compileFilters } from '../../../../infra/local/streams/filter.ts';

const RECORD = {
  eventName: 'MODIFY',
  eventSource: 'aws:dynamodb',
  dynamodb: {
    Keys: { pk: { S: 'STORY#1' }, sk: { S: '-' } },
    NewImage: {
      pk: { S: 'STORY#1' },
      title: { S: 'Hello' },
      empty: { S: '' },
      archived: { BOOL: true },
      nothing: { NULL: true },
      points: { N: '5' },
      labels: { SS: ['bug', 'feature'] },
      owner: { M: { name: { S: 'Ada' } } },
      members: { L: [{ S: 'ada' }, { M: { role: { S: 'admin' } } }] },
    },
    SizeBytes: 120,
  },
};

const image = (pattern: object) => ({ dynamodb: { NewImage: pattern } });
const title = (...rules: unknown[]) => image({ title: { S: rules } });

const MATCHING: [string, object][] = [
  ['an exact text', { eventName: ['MODIFY'] }],
  ['one of several values', { eventName: ['INSERT', 'MODIFY'] }],
  ['all of several keys', { eventName: ['MODIFY'], ...title('Hello') }],
  ['a key of the table', { dynamodb: { Keys: { pk: { S: [{ prefix: 'STORY#' }] } } } }],
  ['an empty text', image({ empty: { S: [''] } })],
  ['true', image({ archived: { BOOL: [true] }, nothing: { NULL: [true] } })],
  ['a number as the text it is', image({ points: { N: ['5'] } })],
  ['a member of a set', image({ labels: { SS: ['feature'] } })],
  ['an attribute of a map', image({ owner: { M: { name: { S: ['Ada'] } } } })],
  ['a member of a list', image({ members: { L: { M: { role: { S: ['admin'] } } } } })],
  ['suffix', title({ suffix: 'llo' })],
  ['equals-ignore-case', title({ 'equals-ignore-case': 'hELLO' })],
  ['anything-but', title({ 'anything-but': ['Goodbye', 'Farewell'] })],
  ['anything-but of one value', { eventName: [{ 'anything-but': 'REMOVE' }] }],
  ['exists', title({ exists: true })],
  ['exists: false of an attribute', image({ deletedAt: { S: [{ exists: false }] } })],
  ['exists: false of an image', { dynamodb: { OldImage: { title: { S: [{ exists: false }] } } } }],
  ['numeric', { dynamodb: { SizeBytes: [{ numeric: ['>', 100, '<=', 120] }] } }],
  ['numeric =', { dynamodb: { SizeBytes: [{ numeric: ['=', 120] }] } }],
  ['one of $or', { eventName: ['MODIFY'], $or: [{ eventSource: ['x'] }, title('Hello')] }],
  ['$or within', image({ $or: [{ title: { S: ['x'] } }, { points: { N: ['5'] } }] })],
];

const OTHERS: [string, object][] = [
  ['another text', { eventName: ['INSERT'] }],
  ['another case', title('hello')],
  ['one of two keys only', { eventName: ['INSERT'], ...title('Hello') }],
  ['an attribute of another type', image({ title: { N: ['Hello'] } })],
  ['null', title(null)],
  ['a missing attribute with anything-but', image({ deletedAt: { S: [{ 'anything-but': 'x' }] } })],
  ['a value of anything-but', title({ 'anything-but': ['Hello'] })],
  ['a missing attribute with exists', image({ deletedAt: { S: [{ exists: true }] } })],
  ['exists of an attribute without its type', image({ title: [{ exists: true }] })],
  ['exists: false of an attribute that is there', image({ title: [{ exists: false }] })],
  ['a prefix further on', title({ prefix: 'ello' })],
  ['a number out of range', { dynamodb: { SizeBytes: [{ numeric: ['>', 120] }] } }],
  ['a number above a range', { dynamodb: { SizeBytes: [{ numeric: ['>', 100, '<', 120] }] } }],
  ['none of $or', { $or: [{ eventName: ['INSERT'] }, title('x')] }],
];

const REFUSED: [string, unknown, string][] = [
  ['an operator of EventBridge', title({ wildcard: '*lo' }), 'dynamodb.NewImage.title.S has wildcard ('],
  ['anything-but with an operator', title({ 'anything-but': { prefix: 'x' } }), 'has anything-but with some'],
  ['prefix with an operator', title({ prefix: { 'equals-ignore-case': 'x' } }), 'has prefix with something'],
  ['two operators', title({ prefix: 'a', suffix: 'b' }), 'has prefix together with another operator'],
  ['exists without a boolean', title({ exists: 'yes' }), 'has exists without true or false'],
  ['a comparison that is none', { dynamodb: { SizeBytes: [{ numeric: ['!', 1] }] } }, 'without comparisons'],
  ['half a comparison', { dynamodb: { SizeBytes: [{ numeric: ['>'] }] } }, 'without comparisons'],
  ['numeric of an attribute', image({ points: { N: [{ numeric: ['>', 1] }] } }), 'matches nothing'],
  ['a number for an attribute', image({ points: { N: [5] } }), 'points.N has a number'],
  ['a value without a list', { eventName: 'INSERT' }, 'eventName must be a list of values or an object'],
  ['an empty list', { eventName: [] }, 'eventName must be a list of values'],
  ['a list in a list', { eventName: [['INSERT']] }, 'eventName has a list within its list'],
  ['an empty object', image({}), 'dynamodb.NewImage is empty'],
  ['an empty pattern', {}, 'is empty'],
  ['$or without patterns', { $or: ['INSERT'] }, '$or must be a list of patterns'],
  ['what is no part of a record', { detail: { x: ['y'] } }, 'detail is not a field of stream records'],
  ['a list', [], 'is not a JSON object'],
];

describe('a filter', () => {
  test.each(MATCHING)('matches %s', (_name, pattern) => {
    expect(compileFilters([JSON.stringify(pattern)])(RECORD)).toBe(true);
  });

  test.each(OTHERS)('does not match %s', (_name, pattern) => {
    expect(compileFilters([JSON.stringify(pattern)])(RECORD)).toBe(false);
  });

  test.each(REFUSED)('with %s is refused', (_name, pattern, reason) => {
    expect(() => compileFilters([JSON.stringify(pattern)])).toThrow(reason);
  });

  test('that is not JSON is refused', () => {
    expect(() => compileFilters(['{eventName: INSERT}'])).toThrow('is not valid JSON: {eventName: INSERT}');
  });

  test('is one of several, and without any all records pass', () => {
    const patterns = [{ eventName: ['INSERT'] }, title('Hello')].map((pattern) => JSON.stringify(pattern));
    expect(compileFilters(patterns)(RECORD)).toBe(true);
    expect(compileFilters(patterns.slice(0, 1))(RECORD)).toBe(false);
    expect(compileFilters([])(RECORD)).toBe(true);
  });
});
