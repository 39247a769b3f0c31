import { headOf } from '../../../shared/identity/inbound-mail/mail-head.ts';
import type { HttpResponse } from '../http/http-response.ts';
import type { LocalRequest } from '../http/local-request.ts';
import type { Envelope } from './inbound.ts';

export const INBOUND_PATH = '/_local/mail/inbound';

/** Receives a mail; undefined if there is no rule for any recipient, otherwise the id of the delivery. */
export type ReceiveMail = (raw: Buffer, envelope: Envelope) => Promise<string | undefined>;

/** The verdicts of SES on the sender's domain; GRAY is that of a domain without a policy. */
const VERDICTS = ['PASS', 'FAIL', 'GRAY', 'PROCESSING_FAILED'];

/**
 * Takes a mail (message/rfc822) as if it had been sent to the environment. Its envelope is `from` and `to` of the query,
 * by default what the mail says; `dmarc=pass` has the sender's domain confirm it.
 */
export async function handleInbound(
  { message, query, body }: LocalRequest,
  receive: ReceiveMail,
): Promise<HttpResponse> {
  if (message.method !== 'POST') return text(405, 'Only POST is supported here.');
  if (!body || body.length === 0) return text(400, 'Send a mail (message/rfc822) as the body.');
  const parameters = new URLSearchParams(query);
  const dmarc = (parameters.get('dmarc') ?? 'GRAY').toUpperCase();
  if (!VERDICTS.includes(dmarc)) return text(400, `dmarc must be one of ${VERDICTS.join(', ')}.`);
  const said = await envelopeOf(body);
  const envelope = {
    from: parameters.get('from') ?? said.from,
    to: parameters.has('to') ? parameters.getAll('to') : said.to,
    dmarc,
  };
  const id = await receive(body, envelope);
  return id === undefined
    ? text(404, 'No rule of this environment receives mail to these addresses.')
    : { ...text(202, JSON.stringify({ messageId: id })), headers: { 'content-type': 'application/json' } };
}

/** The most of a mail that is read for its envelope, since that holds up the runner. */
const HEAD_MAX_BYTES = 64 * 1_024;

/** What the head of a mail says of who sent it to whom. */
async function envelopeOf(raw: Buffer): Promise<Pick<Envelope, 'from' | 'to'>> {
  const { default: PostalMime } = await import('postal-mime');
  const start = raw.subarray(0, HEAD_MAX_BYTES);
  const { from, to = [], cc = [] } = await PostalMime.parse(headOf(start) ?? start);
  return { from: from?.address ?? '', to: [...to, ...cc].flatMap(({ address }) => address ?? []) };
}

export const text = (status: number, sentence: string): HttpResponse => ({
  status,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body: sentence,
});
