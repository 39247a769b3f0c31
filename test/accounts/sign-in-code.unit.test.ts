import { expect, test } from 'vitest';
import { newCode, newLongCode, parseCode } from '../../shared/pages/accounts/sign-in-code.ts';

/** Bytes that were drawn before the test. */
const drawn =
  (...numbers: number[]) =>
  () => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(numbers.shift()!);
    return bytes;
  };

test('a code has six digits, and no code is likelier than another', () => {
  expect(newCode(drawn(7))).toBe('000007');
  expect(newCode(drawn(4_293_999_999))).toBe('999999');
  // The last million is not whole, so numbers in it are drawn again.
  expect(newCode(drawn(4_294_000_000, 4_294_967_295, 123_456))).toBe('123456');
});

test('a long code has ten digits', () => {
  expect(newLongCode(drawn(123_456, 987_654))).toBe('1234567654');
  expect(parseCode('12345 67654')).toBe('1234567654');
});

test('a code is understood as people paste it', () => {
  for (const text of ['123456', ' 123 456 ', '123-456', '\uff11\uff12\uff13456']) {
    expect(parseCode(text)).toBe('123456');
  }
  for (const text of ['', '12345', '1234567', '12345a', '١٢٣٤٥٦']) expect(parseCode(text)).toBeUndefined();
});
