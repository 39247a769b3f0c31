import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { evaluate, formatExpression, parseExpression } from '../../../cli/import/expression.ts';
import { parseStatusMap, resolveStatus } from '../../../cli/import/status-map.ts';
import { deriveTeamCode } from '../../../cli/import/team-code.ts';
import { COMPARED_LENGTH_MAX, closestNames, didYouMean } from '../../../shared/kernel/core/nearest.ts';
import { initialStatuses, type Status } from '../../../shared/identity/status/status.ts';
import { teamCode } from '../../../shared/identity/team/team.ts';

const from = (text: string, values: Record<string, unknown>) => evaluate(parseExpression(text), values);

test('an expression returns the values of its first alternative that has any', () => {
  const expression = 'topic | type | "Other"';
  expect(from(expression, { topic: ['A', 'B'], type: 'T' })).toEqual(['A', 'B']);
  expect(from(expression, { topic: [], type: ' T ' })).toEqual(['T']);
  expect(from(expression, { topic: [null, ''], type: null })).toEqual(['Other']);
  expect(from(expression, {})).toEqual(['Other']);
  expect(from('Issue Type', { 'Issue Type': 0 })).toEqual(['0']);
});

test('columns can hold any character, and paths lead into objects', () => {
  expect(from('`a|b`', { 'a|b': 1 })).toEqual(['1']);
  expect(from('user.email', { user: { email: 'a@b.c' } })).toEqual(['a@b.c']);
  expect(from('user.email', { 'user.email': 'x', user: { email: 'y' } })).toEqual(['x']);
  expect(() => from('user', { user: { email: 'a@b.c' } })).toThrow(
    /use one of its values, such as user\.name/,
  );
});

test.each(['', '|', 'a|', 'a||b', '"open', 'a "b"', "'it''s'"])('%j is not an expression', (text) => {
  expect(() => parseExpression(text)).toThrow(/is not an expression/);
});

test('an expression is printed as people write it', () => {
  expect(formatExpression(parseExpression(" topic|`type` | 'Other'"))).toBe('topic|type|"Other"');
});

const statuses = initialStatuses.map((status, order) => ({ ...status, order, id: String(order) }) as Status);
const resolve = (value: string, map = '') => {
  const found = resolveStatus(value, statuses, parseStatusMap(map ? [map] : []));
  return found && `${found.status.name}, ${found.origin}`;
};

test('a status is found by the mapping, by name, by what words usually mean, else as the rest', () => {
  expect(resolve('in progress')).toBe('In Progress, same name');
  expect(resolve('In-Review')).toBe('In Progress, guessed');
  expect(resolve("Won't do")).toBe('Cancelled, guessed');
  expect(resolve('canceled')).toBe('Cancelled, guessed');
  expect(resolve('Final', 'final=In Progress')).toBe('In Progress, given');
  expect(resolve('April Fool!', '"April Fool!"=cancelled,*=backlog')).toBe('Cancelled, given');
  expect(resolve('a, b = c', '"a, b = c"=done')).toBe('Done, given');
  expect(resolve('Unheard of', 'Final=done,*=backlog')).toBe('Backlog, the rest');
  expect(resolve('Unheard of')).toBeUndefined();
  expect(resolve('Final', 'Final=nowhere,*=backlog')).toBeUndefined();
  expect(() => parseStatusMap(['Final'])).toThrow(/VALUE=STATUS/);
});

test('team codes are valid and never taken, whatever the names', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }), { maxLength: 60 }),
      (names) => {
        const taken = new Set<string>();
        for (const name of names) {
          const code = deriveTeamCode(name, taken);
          expect(teamCode().safeParse(code).success).toBe(true);
          expect(taken.has(code)).toBe(false);
          taken.add(code);
        }
      },
    ),
    { numRuns: 200 },
  );
  expect(deriveTeamCode('Standards Track', new Set())).toBe('ST');
});

test.each([
  ['Core', 'CORE'],
  ['Infra', 'INFRA'],
  ['Packaging', 'PAC'],
  ['Standards Track', 'ST'],
  ['The Department of Odd Things and Ends', 'DOTE'],
  ['Department of Odd Things and Even Ends', 'DOTE'],
  ['Team Phase 10', 'P10'],
  ['Releases 202611 to 202612', 'R2026112'],
  ['Team', 'TEAM'],
  ['東京', 'TEAM'],
])('the code of %s is %s', (name, code) => {
  expect(deriveTeamCode(name, new Set())).toBe(code);
});

test('a code that is taken gets a number, or is the whole word where that is short', () => {
  expect(deriveTeamCode('Packaging', new Set(['PAC']))).toBe('PAC2');
  expect(deriveTeamCode('Packaging', new Set(['PAC', 'PAC2']))).toBe('PAC3');
  expect(deriveTeamCode('Typings', new Set(['TYP']))).toBe('TYPINGS');
});

test('an error offers the nearest names, or the names that there are', () => {
  expect(closestNames('stories:raed', ['teams:read', 'stories:read', 'stories:write'])[0]).toBe(
    'stories:read',
  );
  expect(didYouMean('enginering', ['ENG', 'Engineering'])).toMatch(/^did you mean Engineering/);
  expect(didYouMean('xyzzy', ['Design', 'Platform'])).toBe('there are Design, Platform.');
  expect(didYouMean('xyzzy', [])).toBe('there is none yet.');
});

test('only texts and names that a person could have typed are compared', () => {
  const longest = 'a'.repeat(COMPARED_LENGTH_MAX);
  expect(closestNames(longest, [longest])).toEqual([longest]);
  expect(closestNames(`${longest}a`, [longest])).toEqual([]);
  expect(closestNames(longest, [`${longest}a`])).toEqual([]);
  expect(closestNames(`get_story ${'x'.repeat(60_000)}`, ['get_story'])).toEqual([]);
  expect(closestNames('get_stroy', [`${'x'.repeat(60_000)}`, 'get_story'])).toEqual(['get_story']);
});
