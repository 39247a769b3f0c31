import { expect, test } from 'vitest';
import {
  allowedEstimates,
  estimateLabel,
  estimateSchemeNames,
  teamCode,
} from '../../shared/identity/team/team.ts';

test('teams have four estimate schemes', () => {
  expect(estimateSchemeNames).toEqual(['points', 'tshirt', 'hours', 'ideal_days']);
});

test.each([
  ['points', [0, 0.5, 1, 2, 3, 5, 8, 13, 21], ['0', '0.5', '1', '2', '3', '5', '8', '13', '21']],
  ['tshirt', [1, 2, 3, 4, 5], ['XS', 'S', 'M', 'L', 'XL']],
  ['hours', [0.01, 0.29, 1, 999.99, 1_000], ['0.01h', '0.29h', '1h', '999.99h', '1000h']],
  ['ideal_days', [0.01, 2.5, 1_000], ['0.01d', '2.5d', '1000d']],
] as const)('the scheme %s has labels for its values', (scheme, values, labels) => {
  expect(values.map((value) => estimateLabel(scheme, value))).toEqual(labels);
});

test.each([
  ['points', [-1, 4, 0.25, 22]],
  ['tshirt', [0, 6, 1.5]],
  ['hours', [0, -1, 0.001, 0.005, 1.001, 1_000.01, 1_001, Number.NaN, Infinity]],
  ['ideal_days', [0, 0.004, 1_000.01]],
] as const)('the scheme %s has no other values', (scheme, values) => {
  for (const value of values) expect(estimateLabel(scheme, value), String(value)).toBeUndefined();
});

test('the values of a scheme are named in order', () => {
  expect(allowedEstimates('points')).toBe('one of 0, 0.5, 1, 2, 3, 5, 8, 13, 21');
  expect(allowedEstimates('hours')).toBe('a number from 0.01 to 1000 with at most two decimals');
});

test('a code has 2 to 10 of A-Z and 0-9', () => {
  const fits = (code: string) => teamCode().safeParse(code).success;
  expect(['AB', 'A1B2C3D4E5', '99'].map(fits)).toEqual([true, true, true]);
  expect(['A', 'ABCDEFGHIJK', 'ab', 'A-B', 'A B', ''].some(fits)).toBe(false);
});
