import { domainOf, type MailNotice } from './mail-notice.ts';
import type { ParsedMail } from './parsed-mail.ts';

/**
 * The address that a mail is from, if the domain of the address has sent it (SPF and DMARC) and every program reads the
 * same address; undefined for one that anyone may have written there.
 */
export function confirmedSender(
  { from, hasPlainSender }: Pick<ParsedMail, 'from' | 'hasPlainSender'>,
  { sentBy }: Pick<MailNotice, 'sentBy'>,
): string | undefined {
  return hasPlainSender && from && isWithin(sentBy, domainOf(from.address)) ? from.address : undefined;
}

/** Whether a domain is another or below it, as those that failures are reported to often are. */
const isWithin = (domain: string | undefined, parent: string): boolean =>
  domain === parent || domain?.endsWith(`.${parent}`) === true;
