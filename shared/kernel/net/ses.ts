import { BadRequestException, SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { requiredEnv } from '../core/env.ts';
import { traceCalls } from '../core/trace-calls.ts';
import { senderNamed } from './sender-name.ts';
import { MAIL_TAG, MailOutcomeUnknown, MailRefused, type OutgoingMail } from './outgoing-mail.ts';

let client: SESv2Client | undefined;

function createClient(): SESv2Client {
  // The SDK must not repeat what SES may have taken: SES knows no idempotency token.
  const made = new SESv2Client({
    maxAttempts: 1,
    requestHandler: { connectionTimeout: 3_000, requestTimeout: 10_000, throwOnRequestTimeout: true },
  });
  made.middlewareStack.add(traceCalls('SES'), { step: 'initialize', name: 'traceCalls' });
  return made;
}

/** Errors of a connection that was never made, by Node's code. */
const notConnected = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

/** Hands a mail to SES (SendEmail of its API version 2). */
export async function sendWithSes({ id, ...mail }: OutgoingMail): Promise<void> {
  client ??= createClient();
  const utf8 = (Data: string) => ({ Data, Charset: 'UTF-8' });
  const command = new SendEmailCommand({
    FromEmailAddress: senderNamed(mail.fromName, requiredEnv('MAIL_FROM')),
    ConfigurationSetName: requiredEnv('MAIL_CONFIGURATION_SET'),
    Destination: { ToAddresses: [mail.to] },
    ...(mail.replyTo === undefined ? {} : { ReplyToAddresses: [mail.replyTo] }),
    EmailTags: [{ Name: MAIL_TAG, Value: id }],
    Content: {
      Simple: {
        Subject: utf8(mail.subject),
        Body: { Text: utf8(mail.text), Html: utf8(mail.html) },
        Headers: headersOf(mail),
      },
    },
  });
  try {
    await client.send(command);
  } catch (error) {
    throw toOutcome(error);
  }
}

/** One click stops the mail, without a page (RFC 8058); replies of machines are not asked for (RFC 3834). */
const headersOf = ({ unsubscribeUrl }: Pick<OutgoingMail, 'unsubscribeUrl'>) => [
  { Name: 'Auto-Submitted', Value: 'auto-generated' },
  ...(unsubscribeUrl === undefined
    ? []
    : [
        { Name: 'List-Unsubscribe', Value: `<${unsubscribeUrl}>` },
        { Name: 'List-Unsubscribe-Post', Value: 'List-Unsubscribe=One-Click' },
      ]),
];

function toOutcome(error: unknown): unknown {
  if (error instanceof BadRequestException) return new MailRefused(error.message, { cause: error });
  const { $metadata, code, message } = error as {
    $metadata?: { httpStatusCode?: number };
    code?: string;
    message?: string;
  };
  // An answer, whatever it says, means that the mail was not taken.
  if ($metadata?.httpStatusCode !== undefined || (code && notConnected.has(code))) return error;
  return new MailOutcomeUnknown(message, { cause: error });
}
