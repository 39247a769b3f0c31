import { commit } from '../../kernel/db/write.ts';
import { getAccount } from '../../kernel/auth/account-store.ts';
import { writeConflict } from '../../kernel/core/errors.ts';
import { newId } from '../../kernel/core/id.ts';
import { queueMail } from '../../identity/mail/mail-store.ts';
import { subjectLine } from '../../identity/mail/mail.ts';
import { findUserId } from '../../identity/members/user-store.ts';
import type { WebCall } from '../../kernel/api/operation/web-route.ts';
import {
  SENT_CODE_LIFETIME_MS,
  getLastCode,
  lastCodeKey,
  putSentCode,
  signInCodeKey,
  type Challenge,
  type SentCode,
} from './challenge-store.ts';
import { assertCodeAllowed, longCodesForAddress, tooManyAttempts } from './code-rate-limit.ts';
import type { MailBrand } from '../../identity/mail/render-mail.ts';
import { findOriginPortal, type Intent, type OriginPortal } from '../session/intent.ts';
import { findKnownDevice } from '../session/known-device.ts';
import { codeDigest, newCode, newLongCode } from './sign-in-code.ts';
import { signInTexts } from './sign-in-texts.ts';
import { UNKNOWN_USER_ID } from '../../kernel/auth/unknown-user.ts';

interface CodeRequest {
  /** The browser's own secret, from its cookie. */
  browser: string;
  email: string;
  intent: Intent;
}

/**
 * Sends a code to an address, for this browser; the one of before is no longer valid. An address that many ask for gets
 * no further mail: the code that it got last is then valid in this browser, too. Reads and writes the same whether or
 * not the address is known. Returns whether mail is sent; throws a 429 beyond a limit.
 */
export async function sendCode({ browser, email, intent }: CodeRequest, call: WebCall): Promise<boolean> {
  const { read, services, now } = call;
  const [userId, portal] = await Promise.all([findUserId(read, email), findOriginPortal(read, intent)]);
  const account = await getAccount(read, userId ?? UNKNOWN_USER_ID);
  const device = await findKnownDevice(userId ?? UNKNOWN_USER_ID, account, call);
  const allowed = await assertCodeAllowed({ email, device, workspaceId: portal?.workspaceId }, call);
  if (allowed === 'last') {
    await reuseLastCode({ browser, email, intent }, call);
    return false;
  }
  const code = (allowed === 'long' ? newLongCode : newCode)(services.randomBytes);
  const challenge = { id: newId(now), email };
  const expiresAt = now.getTime() + SENT_CODE_LIFETIME_MS;
  const digest = await codeDigest(code, challenge, services);
  const from = portal?.brand.name ?? 'Plotline';
  const t = await signInTexts(call, portal);
  const body = {
    title: t.text('codeMail.title', { name: subjectLine(from) }),
    code,
    paragraphs: [t.text('codeMail.enter'), t.text('codeMail.ignore')],
    footer: t.text('codeMail.footer'),
  };
  const sent: SentCode = { ...challenge, digest, digits: code.length, tries: 0, expiresAt };
  const own: Challenge = { ...sent, intent };
  await commit(services.database, [
    putSentCode(signInCodeKey(browser), own),
    ...(allowed === 'long' ? [putSentCode(lastCodeKey(email), sent)] : []),
    queueMail(
      {
        body,
        to: email,
        language: t.language,
        subject: subjectLine(t.text('codeMail.subject', { code, name: from })),
        reason: ['sign-in code', challenge.id],
        expiresAt: new Date(expiresAt),
        ...(portal ? { workspaceId: portal.workspaceId, brand: mailBrandOf(portal) } : {}),
      },
      now,
      writeConflict,
    ),
  ]);
  return true;
}

const mailBrandOf = ({ brand: { name, color, href, logo } }: OriginPortal): MailBrand => ({
  name,
  color,
  path: href,
  ...(logo !== undefined && { logo }),
});

/** Lets a browser use the code that its address got last. Throws a 429 if that is no longer valid. */
async function reuseLastCode({ browser, email, intent }: CodeRequest, call: WebCall): Promise<void> {
  const last = await getLastCode(call.read, email, call.now);
  if (!last) throw tooManyAttempts(longCodesForAddress, call);
  const reused: Challenge = { ...last, intent };
  await commit(call.services.database, [putSentCode(signInCodeKey(browser), reused)]);
}
