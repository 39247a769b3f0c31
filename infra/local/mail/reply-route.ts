import { randomUUID } from 'node:crypto';
import type { HttpResponse } from '../http/http-response.ts';
import type { LocalRequest } from '../http/local-request.ts';
import { text, type ReceiveMail } from './inbound-route.ts';
import type { LocalMail, Mailbox } from './mailbox.ts';

/** The number of the mail that a path replies to, such as `/_local/mail/7/reply`. */
export function repliedNumber(path: string): number | undefined {
  const [, number] = /^\/_local\/mail\/(\d+)\/reply$/.exec(path) ?? [];
  return number === undefined ? undefined : Number(number);
}

/** Sends the `text` of a form as the reply that a mail's reader would write, confirmed by their domain. */
export async function handleReply(
  { message, body }: LocalRequest,
  mailbox: Mailbox,
  { number, receive }: { number: number; receive: ReceiveMail },
): Promise<HttpResponse> {
  if (message.method !== 'POST') return text(405, 'Only POST is supported here.');
  const mail = mailbox.mails.find((one) => one.number === number);
  const written = new URLSearchParams(body?.toString() ?? '').get('text');
  if (mail?.replyTo === undefined) return text(404, 'There is no such mail, or no one reads replies to it.');
  if (!written) return text(400, 'Send the text of the reply as the field text of a form.');
  const raw = Buffer.from(replyOf({ ...mail, replyTo: mail.replyTo }, written));
  await receive(raw, { from: mail.to, to: [mail.replyTo], dmarc: 'PASS' });
  return { status: 303, headers: { location: '/_local/mail' }, body: '' };
}

const replyOf = ({ to, replyTo, from, at, text: quoted }: LocalMail & { replyTo: string }, written: string) =>
  [
    `From: ${to}`,
    `To: ${replyTo}`,
    'Subject: Re: your mail',
    `Message-ID: <${randomUUID()}@plotline.test>`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: 8bit',
    '',
    written,
    '',
    `On ${at.toUTCString()}, ${from} wrote:`,
    quoted.replaceAll(/^/gm, '> '),
  ].join('\r\n');
