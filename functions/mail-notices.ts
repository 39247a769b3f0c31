import type { SNSEvent } from 'aws-lambda';
import { lambdaMail } from '../shared/identity/mail/lambda-mail.ts';
import { handleNotice } from '../shared/identity/mail/mail-notice.ts';
import { MAIL_TAG } from '../shared/kernel/net/outgoing-mail.ts';

/** Handles what SES reports of mails: taken, bounced, complained about. SNS repeats what fails. */
export async function handler({ Records }: SNSEvent): Promise<{ handled: number }> {
  const services = lambdaMail();
  for (const { Sns } of Records) await handleNotice(services, Sns.Message, MAIL_TAG);
  return { handled: Records.length };
}
