import { expect, test } from 'vitest';
import { hasVisibleCharacter } from '../../shared/kernel/core/visible.ts';

test.each(['\u200b', '\u3164\u115f', '\u202e\u2066', ' \u00a0\u3000', '\u2800', '\ufe0f\u00ad', '\u{e0041}'])(
  '%j has no visible character',
  (text) => {
    expect(hasVisibleCharacter(text)).toBe(false);
  },
);

test.each(['a', '\u200b1', '🦀', '.', 'ع', '\u202eא'])('%j has a visible character', (text) => {
  expect(hasVisibleCharacter(text)).toBe(true);
});
