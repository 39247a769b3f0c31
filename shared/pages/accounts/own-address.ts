import { commit } from '../../kernel/db/write.ts';
import { writeConflict } from '../../kernel/core/errors.ts';
import { newId } from '../../kernel/core/id.ts';
import { isSameAddress, parseAddress } from '../../identity/mail/mail.ts';
import { queueMail } from '../../identity/mail/mail-store.ts';
import { redirectResponse } from '../../kernel/html/redirect-response.ts';
import type { WebCall } from '../../kernel/api/operation/web-route.ts';
import { OWN_ADDRESS } from './account-paths.ts';
import { accountForm } from './account-form.ts';
import { addressCodeView, addressView } from './address-view.ts';
import { addressCodeKey, SENT_CODE_LIFETIME_MS, getAddressCode, putSentCode } from './challenge-store.ts';
import { assertAddressCodeAllowed } from './code-rate-limit.ts';
import { resolveAccountVisitor } from './account-visitor.ts';
import { signInPath } from './next-path.ts';
import { requiredReauthentication, reauthenticate } from './reauthentication.ts';
import type { PlainText } from '../messages/page-messages.ts';
import { textsFor } from '../messages/texts-for.ts';
import type { PageHandler } from './page-route.ts';
import type { Session } from './session.ts';
import { codeDigest, newCode, newLongCode } from './sign-in-code.ts';
import { assertCodes } from './sign-in-methods.ts';

/** The form for a new address, or, once a code was sent to one, for the code. */
export const showOwnAddress: PageHandler = async (call) => {
  assertCodes(call.services);
  const visitor = await resolveAccountVisitor(call);
  const { session } = visitor;
  if (!session) return redirectResponse(signInPath(OWN_ADDRESS));
  const [sent, t] = await Promise.all([
    getAddressCode(call.read, session.secret, call.now),
    textsFor(call.request),
  ]);
  if (sent && !call.request.query.has('another')) return addressCodeView({ t, visitor, email: sent.email });
  return addressView({ t, visitor, session, proof: await requiredReauthentication(session, call) });
};

/**
 * Sends a code to a new address. Nothing is read about that address, so the answer is the same whether or not someone
 * has it.
 */
export const askForAddress = accountForm(async (call, { form, visitor, session }) => {
  assertCodes(call.services);
  const proof = await requiredReauthentication(session, call);
  const { email: typed = '', current = '' } = form;
  const email = parseAddress(typed);
  const t = await textsFor(call.request);
  const page = (problem: PlainText) =>
    addressView({ t, visitor, session, proof, problem: t.text(problem), typed });
  if (email === undefined) return page('signIn.wrongAddress');
  if (isSameAddress(email, session.user.email)) return page('address.own');
  const unproven = await reauthenticate(session, current, call);
  if (unproven) return page(unproven);
  await sendAddressCode(session, email, call);
  return redirectResponse(OWN_ADDRESS);
});

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
