import { createReader } from '../db/reader.ts';
import { retryOnConflict } from '../db/retry-on-conflict.ts';
import { commit } from '../db/write.ts';
import { isSameAddress } from '../mail/mail.ts';
import { getUser } from '../members/user-store.ts';
import { accountDone, accountForm } from './account-form.ts';
import { addressCodePage, OWN_ADDRESS } from './address-page.ts';
import { changeAddress } from './address-store.ts';
import { addressCodeKey, consumeCode, countTry, getAddressCode, CODE_TRIES_MAX } from './challenge-store.ts';
import { assertGuessAllowed } from './code-rate-limit.ts';
import { PageError } from './page-error.ts';
import { matchesCode, parseCode } from './sign-in-code.ts';
import { assertCodes } from './sign-in-methods.ts';

/** Changes the person's address with the code that was sent to the new one, once, in the session that asked for it. */
export const confirmAddress = accountForm(
  'confirmAddress',
  `${OWN_ADDRESS}/code`,
  async (call, { form, visitor, session: { secret } }) => {
    const { read, services, now } = call;
    const { database } = services;
    assertCodes(services);
    const sent = await getAddressCode(read, secret, now);
    if (!sent) throw spent();
    const again = (problem: string) => addressCodePage({ visitor, email: sent.email, problem });
    const code = parseCode(form['code'] ?? '');
    if (code === undefined) return again('Enter the digits of the code.');
    const forgive = await assertGuessAllowed(call);
    const key = addressCodeKey(secret);
    await commit(database, [countTry(key, sent, spent)]);
    if (!(await matchesCode(code, sent, services))) {
      call.note({ failed: 'code' });
      const left = CODE_TRIES_MAX - sent.tries - 1;
      if (left <= 0) throw spent();
      return again(
        `This is not the code. ${left === 1 ? 'You have one more try.' : `You have ${left} more tries.`}`,
      );
    }
    await forgive();
    await retryOnConflict(async () => {
      const user = await getUser(createReader(database), secret.userId);
      if (!user || isSameAddress(user.email, sent.email)) throw spent();
      const used = consumeCode(key, sent, spent);
      await commit(database, [used, ...(await changeAddress(user, sent.email, call, taken))]);
    });
    return accountDone('address');
  },
);

/** The same error for a code that was never sent to this session, was used, has expired, or was tried too often. */
const spent = () =>
  new PageError(410, 'This code is no longer valid', 'Go back, and have a new one sent to you.');

/** Only who reads the mail of the address gets as far as this. */
const taken = () =>
  new PageError(
    409,
    'You have another account with this address',
    'Sign out, sign in with this address, and delete that account first.',
  );
