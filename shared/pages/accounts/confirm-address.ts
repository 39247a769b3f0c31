import { createReader } from '../../kernel/db/reader.ts';
import { retryOnConflict } from '../../kernel/db/retry-on-conflict.ts';
import { commit } from '../../kernel/db/write.ts';
import { isSameAddress } from '../../identity/mail/mail.ts';
import { getUser } from '../../identity/members/user-store.ts';
import { accountDone, type AccountForm } from './account-audience.ts';
import { changeAddress } from './address-store.ts';
import type { WebCall } from '../../kernel/api/operation/web-route.ts';
import { findFormerAccount } from '../../identity/members/former-account-store.ts';
import { takeoversOfAddress } from './code-rate-limit.ts';
import { addressCodeKey, consumeSentCode, getAddressCode } from './challenge-store.ts';
import { PageError } from '../session/page-error.ts';
import { parseCode } from './sign-in-code.ts';
import { consumeAttempt } from '../../kernel/rate-limits/rate-limit-store.ts';
import { assertCodes } from './sign-in-methods.ts';
import { codeSpent, tryCode, wrongCodeProblem } from './try-code.ts';

/** Changes the person's address with the code that was sent to the new one, once, in the session that asked for it. */
export const confirmAddress: AccountForm = {
  async handle({ call, visitor, t }, form) {
    const { secret } = visitor.session;
    const { read, services, now } = call;
    const { database } = services;
    assertCodes(services);
    const sent = await getAddressCode(read, secret, now);
    if (!sent) throw codeSpent();
    const rejected = (text: string) => ({ form: { code: form['code'] }, status: 400, problem: { text } });
    const code = parseCode(form['code'] ?? '');
    if (code === undefined) return rejected(t.text('code.digits'));
    const key = addressCodeKey(secret);
    const left = await tryCode(code, { key, sent }, call);
    if (left === 0 || left === 'spent') throw codeSpent();
    if (left !== undefined) return rejected(wrongCodeProblem(left, t));
    await assertTakeoverAllowed(sent.email, call);
    await retryOnConflict(async () => {
      const user = await getUser(createReader(database), secret.userId);
      if (!user || isSameAddress(user.email, sent.email)) throw codeSpent();
      const used = consumeSentCode(key, sent, codeSpent);
      await commit(database, [used, ...(await changeAddress(user, sent.email, call, taken))]);
    });
    return accountDone('address');
  },
};

/**
 * Throws a 409 if accounts with this address were deleted and it was moved to since. Moving to it loses whose votes and bans
 * those are: who has two addresses could become a new person again and again.
 */
async function assertTakeoverAllowed(email: string, { read, services, now }: WebCall): Promise<void> {
  if ((await findFormerAccount(read, email, services)) === undefined) return;
  if (await consumeAttempt(services.database, takeoversOfAddress, email.toLowerCase(), now)) return;
  throw new PageError(409, 'error.hadAccounts', 'error.hadAccountsText');
}

/** Only who reads the mail of the address gets as far as this. */
const taken = () => new PageError(409, 'error.otherAccount', 'error.otherAccountText');
