import type { HttpResponse } from '../http/http-response.ts';
import type { LocalRequest } from '../http/local-request.ts';
import { textFile } from '../../../shared/kernel/html/text-file.ts';
import { inboxStyle } from '../inbox/style.ts';
import type { LocalMail, Mailbox } from './mailbox.ts';
import { mailboxView } from './mailbox-view.ts';

const PAGE_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "frame-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');
/** A mail may style itself and show portals' logos, also those of other hosts, and do nothing else; its links open in a tab of their own. */
const MAIL_POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "img-src 'self' http://*:*/portal-images/",
  "base-uri 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-popups allow-top-navigation-by-user-activation',
].join('; ');

const style = `${inboxStyle}
${textFile('./mail.css', import.meta.url)}`;

/** Serves the mailbox: its page, each mail, and its JSON form for programs (`?to=` narrows it to an address). */
export function handleMailRequest(mailbox: Mailbox, { message, path, query }: LocalRequest): HttpResponse {
  const { method = 'GET' } = message;
  if (method === 'POST' && path === '/_local/mail/clear') {
    mailbox.clear();
    return { status: 303, headers: { location: '/_local/mail' }, body: '' };
  }
  if (method !== 'GET') return text(405, 'Only GET is supported here.');
  if (path === '/_local/mail') return content('text/html; charset=utf-8', mailboxView(mailbox), PAGE_POLICY);
  if (path === '/_local/mail.css') return content('text/css; charset=utf-8', style);
  if (path === '/_local/mail.json') {
    const to = new URLSearchParams(query).get('to')?.toLowerCase();
    const mails = mailbox.mails.filter((mail) => to === undefined || mail.to.toLowerCase() === to);
    return content('application/json', JSON.stringify(mails.map(toJson), null, 2));
  }
  const [, number] = /^\/_local\/mail\/(\d+)\.html$/.exec(path) ?? [];
  const mail = mailbox.mails.find((one) => one.number === Number(number));
  return mail ? content('text/html; charset=utf-8', mail.html, MAIL_POLICY) : text(404, 'Page not found.');
}

const toJson = ({ at, from, to, replyTo, subject, text: plain, html, headers }: LocalMail) => ({
  from,
  to,
  ...(replyTo === undefined ? {} : { replyTo }),
  subject,
  text: plain,
  html,
  headers,
  at: at.toISOString(),
});

const content = (type: string, body: string, policy?: string): HttpResponse => ({
  status: 200,
  headers: {
    'content-type': type,
    'cache-control': 'no-cache',
    'x-content-type-options': 'nosniff',
    ...(policy === undefined ? {} : { 'content-security-policy': policy }),
  },
  body,
});

const text = (status: number, sentence: string): HttpResponse => ({
  ...content('text/plain; charset=utf-8', sentence),
  status,
});
