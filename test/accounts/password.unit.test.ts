import { expect, test } from 'vitest';
import { hashPassword } from '../../shared/accounts/password.ts';

test('a password is stored at the cost that OWASP asks for', async () => {
  expect(await hashPassword('words that nobody else uses')).toMatch(/^\$scrypt\$ln=17,r=8,p=1\$/);
});
