import { expect, test } from 'vitest';
import { hashPassword, passwordProblem } from '../../shared/pages/session/password.ts';

test('a password is stored at the cost that OWASP asks for', async () => {
  expect(await hashPassword('words that nobody else uses')).toMatch(/^\$scrypt\$ln=17,r=8,p=1\$/);
});

test.each(['ada.lovelace', 'AdaLovelace1815', '-ADA-LOVELACE-'])(
  "the person's own address, in any case and with other characters between, is refused as a password: %s",
  (password) => {
    expect(passwordProblem(password, 'Ada.Lovelace@example.com')).toBe('password.isAddress');
    expect(passwordProblem(password, 'grace@example.com')).toBeUndefined();
  },
);
