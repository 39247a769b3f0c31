import { addressCodeKey, getChallenge } from '../../shared/pages/accounts/challenge-store.ts';
import { parseUserSecret } from '../../shared/kernel/auth/user-secret.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { mailIdOf, type MailContent } from '../../shared/identity/mail/mail.ts';
import { mailKind } from '../../shared/identity/mail/mail-store.ts';
import type { Browser, Shown } from '../support/browser.ts';
import type { ClockedService } from '../support/clocked-service.ts';

/** Asks for a code in a browser. */
export async function askForCode(browser: Browser, email: string, start = '/sign-in'): Promise<Shown> {
  return await browser.submit(await browser.open(start), '/sign-in', { way: 'code', email });
}

/** The mail with the code that a browser has asked for last; undefined if none was sent. */
export async function codeMail(
  { services, now }: Pick<ClockedService, 'services' | 'now'>,
  browser: Browser,
): Promise<MailContent | undefined> {
  const read = createReader(services.database);
  const challenge = await getChallenge(read, browser.cookies.get('__Host-visit') ?? '', now);
  const item = challenge && (await read.get(mailKind.key(mailIdOf(['sign-in code', challenge.id]))));
  return item && (JSON.parse(item['content'] as string) as MailContent);
}

/** The code in a mail. */
export const codeIn = ({ body }: Pick<MailContent, 'body'>): string => body.code!;

/** The code for a new address that whoever is signed in with a browser has asked for. */
export async function addressCode(
  { services }: Pick<ClockedService, 'services'>,
  browser: Browser,
): Promise<string> {
  const read = createReader(services.database);
  const secret = parseUserSecret(browser.cookies.get('__Host-session')!)!;
  const { id } = (await read.get(addressCodeKey(secret)))!;
  const item = (await read.get(mailKind.key(mailIdOf(['address code', id as string]))))!;
  return codeIn(JSON.parse(item['content'] as string) as MailContent);
}

/** A code that is not this one. */
export const wrongCode = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
