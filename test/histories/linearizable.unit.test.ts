import { expect, test } from 'vitest';
import { isLinearizable, type Call } from './linearizable.ts';
import {
  claimed,
  keyed,
  numbered,
  versioned,
  type ClaimInput,
  type ClaimOutput,
  type VersionedInput,
  type VersionedOutput,
} from './models.ts';

type Versioned = Call<VersionedInput, VersionedOutput>;

const at = <I, O>(sentAt: number, answeredAt: number, input: I, output?: O): Call<I, O> => ({
  sentAt,
  answeredAt,
  input,
  output,
});
const read = (sentAt: number, answeredAt: number, text: string): Versioned =>
  at(sentAt, answeredAt, { read: true }, { text });
const change = (
  sentAt: number,
  answeredAt: number,
  from: string,
  to: string,
  output: VersionedOutput = 'done',
): Versioned => at(sentAt, answeredAt, { from, to }, output);
const lost = (sentAt: number, from: string, to: string): Versioned =>
  at<VersionedInput, VersionedOutput>(sentAt, Infinity, { from, to });

test.each<[string, readonly Versioned[]]>([
  ['one after another', [read(0, 1, 'a'), change(2, 3, 'a', 'b'), read(4, 5, 'b')]],
  ['of two changes at once, one is refused', [change(0, 5, 'a', 'b'), change(1, 4, 'a', 'c', 'conflict')]],
  ['a read during a change has either text', [change(0, 9, 'a', 'b'), read(1, 2, 'a'), read(3, 4, 'b')]],
  ['what was lost was carried out', [lost(0, 'a', 'b'), read(5, 6, 'b')]],
  ['what was lost was not carried out', [lost(0, 'a', 'b'), read(5, 6, 'a'), change(7, 8, 'a', 'c')]],
  ['what was lost comes later', [lost(0, 'a', 'b'), read(5, 6, 'a'), read(7, 8, 'b')]],
])('a history is possible: %s', (_, calls) => {
  expect(isLinearizable(versioned('a'), calls)).toBe(true);
});

test.each<[string, readonly Versioned[]]>([
  ['an old text after a change was answered', [change(0, 1, 'a', 'b'), read(2, 3, 'a')]],
  ['a text goes back', [change(0, 9, 'a', 'b'), read(1, 2, 'b'), read(3, 4, 'a')]],
  ['both of two changes of one version', [change(0, 5, 'a', 'b'), change(1, 4, 'a', 'c')]],
  ['a lost change that two read differently', [lost(0, 'a', 'b'), read(1, 2, 'b'), read(3, 4, 'a')]],
  ['a conflict with nobody', [change(0, 1, 'a', 'b', 'conflict'), read(2, 3, 'a')]],
  [
    'a change that was lost and comes twice',
    [
      lost(0, 'a', 'b'),
      read(1, 2, 'b'),
      change(3, 4, 'b', 'a'),
      read(5, 6, 'b'),
      read(7, 8, 'a'),
      read(9, 10, 'b'),
    ],
  ],
])('a history is impossible: %s', (_, calls) => {
  expect(isLinearizable(versioned('a'), calls)).toBe(false);
});

test('numbers are given in the order of what was answered before', () => {
  const create = (sentAt: number, answeredAt: number, number?: number) =>
    at(sentAt, answeredAt, { create: true as const }, number);
  expect(isLinearizable(numbered, [create(0, 9, 2), create(1, 8, 1), create(10, 11, 5)])).toBe(true);
  expect(isLinearizable(numbered, [create(0, 9, 2), create(1, 8, 2)])).toBe(false);
  expect(isLinearizable(numbered, [create(0, 1, 2), create(2, 3, 1)])).toBe(false);
});

test('a key creates one thing for all requests', () => {
  const create = (sentAt: number, answeredAt: number, id?: string) =>
    at(sentAt, answeredAt, { create: true as const }, id);
  expect(isLinearizable(keyed, [create(0, 9, 'x'), create(1, Infinity), create(1, 8, 'x')])).toBe(true);
  expect(isLinearizable(keyed, [create(0, 9, 'x'), create(1, 8, 'y')])).toBe(false);
});

test('a story has one claim at a time', () => {
  const claim = (sentAt: number, answeredAt: number, output?: ClaimOutput) =>
    at<ClaimInput, ClaimOutput>(sentAt, answeredAt, { claim: true }, output);
  const release = (sentAt: number, answeredAt: number, number: number, output?: ClaimOutput) =>
    at<ClaimInput, ClaimOutput>(sentAt, answeredAt, { release: number }, output);
  const possible = (...calls: Call<ClaimInput, ClaimOutput>[]) => isLinearizable(claimed, calls);
  expect(possible(claim(0, 1, 1), claim(2, 3, 'claimed'), release(4, 9, 1, 'released'), claim(5, 6, 2))).toBe(
    true,
  );
  expect(possible(claim(0, Infinity), claim(1, 2, 'claimed'))).toBe(true);
  expect(possible(claim(0, 1, 1), claim(2, 3, 2))).toBe(false);
  expect(possible(claim(0, 1, 'claimed'))).toBe(false);
  expect(possible(claim(0, 1, 1), release(2, 3, 1, 'claim_lost'))).toBe(false);
  expect(possible(claim(0, 1, 1), release(2, 3, 1, 'released'), claim(4, 5, 1))).toBe(false);
});
