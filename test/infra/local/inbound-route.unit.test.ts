import { expect, test, vi } from 'vitest';
import type { LocalRequest } from '../../../infra/local/http/local-request.ts';
import { handleInbound } from '../../../infra/local/mail/inbound-route.ts';

/** Hands a mail in; returns the envelope that it is received with. */
async function envelopeOf(raw: string) {
  const receive = vi.fn(async () => 'id');
  const request = { message: { method: 'POST' }, query: '', body: Buffer.from(raw) };
  await handleInbound(request as unknown as LocalRequest, receive);
  const [[, envelope]] = receive.mock.calls as unknown as [[Buffer, { from: string; to: string[] }]];
  return envelope;
}

test('the envelope of a mail is what its head says, and no more of it is read', async () => {
  const head = 'From: Mia <mia@customer.example>\r\nTo: Ada <ada@in.example>\r\nCc: eve@in.example\r\n';
  const envelope = { from: 'mia@customer.example', to: ['ada@in.example', 'eve@in.example'], dmarc: 'GRAY' };
  expect(await envelopeOf(`${head}\r\nHello`)).toEqual(envelope);
  const filling = `X-Long: ${'x'.repeat(64 * 1_024)}\r\n`;
  expect(await envelopeOf(`${head}${filling}To: late@in.example\r\n\r\nHello`)).toEqual(envelope);
});
