import { commit } from '../../kernel/db/write.ts';
import { writeConflict } from '../../kernel/core/errors.ts';
import { newId } from '../../kernel/core/id.ts';
import { isSameAddress, parseAddress } from '../../identity/mail/mail.ts';
import { queueMail } from '../../identity/mail/mail-store.ts';
import { redirectResponse } from '../../kernel/html/redirect-response.ts';
import type { WebCall } from '../../kernel/api/operation/web-route.ts';
import { OWN_ADDRESS } from '../session/account-paths.ts';
import type { AccountForm, AccountPage } from './account-audience.ts';
import { confirmAddress } from './confirm-address.ts';
import { addressCodeView, addressView } from './address-view.ts';
import { addressCodeKey, SENT_CODE_LIFETIME_MS, getAddressCode, putSentCode } from './challenge-store.ts';
import { assertAddressCodeAllowed } from './code-rate-limit.ts';
import { requiredReauthentication, reauthenticate } from './reauthentication.ts';
import type { PlainText } from '../messages/page-messages.ts';
import { textsFor } from '../session/texts-for.ts';
import type { Session } from '../session/session.ts';
import { codeDigest, newCode, newLongCode } from './sign-in-code.ts';
import { assertCodes } from './sign-in-methods.ts';

/** The form for a new address, or, once a code was sent to one, for the code. */
export const page: AccountPage = {
  formsAnswer: true,
  async show({ call, visitor, t }, rejected) {
    assertCodes(call.services);
    const { session } = visitor;
    const sent = await getAddressCode(call.read, session.secret, call.now);
    const problem = rejected?.problem?.text;
    const isForCode = rejected ? rejected.form['email'] === undefined : !call.request.query.has('another');
    if (sent && isForCode) return addressCodeView({ t, visitor, email: sent.email, problem });
    const proof = await requiredReauthentication(session, call);
    return addressView({ t, visitor, session, proof, problem, typed: rejected?.form['email'] });
  },
};

/**
 * Sends a code to a new address. Nothing is read about that address, so the answer is the same whether or not someone
 * has it.
 */
const askForAddress: AccountForm = {
  async handle({ call, visitor: { session }, t }, form) {
    assertCodes(call.services);
    const { email: typed = '', current = '' } = form;
    const email = parseAddress(typed);
    const refused = (problem: PlainText) => ({
      form: { ...form, email: typed },
      status: 400,
      problem: { text: t.text(problem) },
    });
    if (email === undefined) return refused('signIn.wrongAddress');
    if (isSameAddress(email, session.user.email)) return refused('address.own');
    const unproven = await reauthenticate(session, current, call);
    if (unproven) return refused(unproven);
    await sendAddressCode(session, email, call);
    return redirectResponse(OWN_ADDRESS);
  },
};

async function sendAddressCode({ user, secret }: Session, email: string, call: WebCall): Promise<void> {
  const { services, now } = call;
  const allowed = await assertAddressCodeAllowed({ userId: user.id, email }, call);
  const code = (allowed === 'long' ? newLongCode : newCode)(services.randomBytes);
  const sent = { id: newId(now), email };
  const expiresAt = now.getTime() + SENT_CODE_LIFETIME_MS;
  const t = await textsFor(call.request);
  const mail = {
    to: email,
    language: t.language,
    subject: t.text('addressMail.codeSubject', { code }),
    body: {
      title: t.text('addressMail.codeTitle'),
      code,
      paragraphs: [t.text('addressMail.codeText'), t.text('addressMail.codeIgnore')],
      footer: t.text('codeMail.footer'),
    },
    reason: ['address code', sent.id],
    expiresAt: new Date(expiresAt),
  };
  const digest = await codeDigest(code, sent, services);
  await commit(services.database, [
    putSentCode(addressCodeKey(secret), { ...sent, digest, tries: 0, expiresAt }),
    queueMail(mail, now, writeConflict),
  ]);
}

export const forms = { askForAddress, confirmAddress };
