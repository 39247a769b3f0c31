import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Webhook } from 'svix';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Inbox } from '../../../../infra/local/inbox/inbox.ts';
import type { RunningService } from '../../../../infra/local/start.ts';
import { startFixture, temporaryFolder } from '../support.ts';

let local: RunningService;
beforeAll(async () => {
  local = await startFixture();
});
beforeEach(() => {
  local.inbox.clear();
  local.inbox.answerWith({ status: 200 });
});
afterAll(() => local.stop());

const BODY = JSON.stringify({ type: 'story.created', data: { title: '<b>Hello</b> & "you"' } });
const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`;

/** The headers of a delivery signed by somebody else's library. */
function signed(secret: string, body: string, at = new Date()): Record<string, string> {
  const id = `msg_${createHash('sha256').update(body).digest('hex').slice(0, 12)}`;
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, at, body),
  };
}

/** A function delivers to the inbox, as the product does; returns what it was answered. */
async function deliver(headers: Record<string, string> = {}, body = BODY, to = local) {
  const answer = await fetch(`${to.baseUrl}/outside/inbox.plotline.test`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
  return answer.ok
    ? ((await answer.json()) as { status: number; headers: Record<string, string> })
    : await answer.text();
}

const page = async () => (await fetch(local.inbox.page)).text();
const post = (path: string, body: URLSearchParams | string, headers: Record<string, string> = {}) =>
  fetch(`${local.baseUrl}/_local/${path}`, { method: 'POST', body, headers, redirect: 'manual' });
const form = (fields: Record<string, string>) => new URLSearchParams(fields);

describe('a delivery', () => {
  test('is shown with all its details', async () => {
    const headers = signed(newSecret(), BODY);
    await deliver(headers);
    expect(local.inbox.deliveries).toMatchObject([
      {
        method: 'POST',
        path: '/hook',
        headers: { host: 'inbox.plotline.test', 'content-type': 'application/json', ...headers },
        webhookId: headers['webhook-id'],
        type: 'story.created',
        signature: 'no secret known',
        answered: 200,
      },
    ]);
    const shown = await page();
    for (const text of [
      'story.created',
      'POST /hook',
      headers['webhook-id']!,
      'answered 200',
      'host: inbox',
    ]) {
      expect(shown).toContain(text);
    }
    expect(shown).toContain('&#60;b&#62;Hello&#60;/b&#62; &#38; \\&#34;you\\&#34;');
    expect(shown).not.toContain('<b>');
    const asJson = (await (await fetch(`${local.baseUrl}/_local/inbox.json`)).json()) as object;
    expect(asJson).toMatchObject({
      url: 'https://inbox.plotline.test/',
      answer: { status: 200 },
      deliveries: [{ method: 'POST', type: 'story.created', body: BODY, answered: 200 }],
    });
  });

  test('that is neither JSON nor signed is shown as it came', async () => {
    await deliver({ 'content-type': 'text/plain' }, 'just <text>');
    expect(local.inbox.deliveries).toMatchObject([{ type: undefined, signature: 'not signed' }]);
    expect(await page()).toContain('just &#60;text&#62;');
  });

  test('can be waited for', async () => {
    const two = local.inbox.until(
      (deliveries) => deliveries.filter(({ answered }) => answered === 200).length === 2,
    );
    await Promise.all([deliver({}, '{"type":"a"}'), deliver({}, '{"type":"b"}')]);
    expect((await two).map(({ type }) => type).sort()).toEqual(['a', 'b']);
  });
});

describe('a signature', () => {
  test('is verified by a secret that is entered before or after it', async () => {
    const [first, second] = [newSecret(), newSecret()];
    await deliver(signed(first, BODY));
    expect((await post('inbox/secret', form({ secret: ` ${first}\n` }))).headers.get('location')).toBe(
      '/_local/inbox',
    );
    expect(local.inbox.deliveries[0]!.signature).toBe('verified');
    await deliver(signed(second, BODY));
    expect(local.inbox.deliveries[0]!.signature).toBe('wrong');
    expect(await page()).toContain('signature does not match');
    local.inbox.addSecret(second);
    expect(local.inbox.deliveries.map(({ signature }) => signature)).toEqual(['verified', 'verified']);
    expect(await page()).toContain('signature verified');
  });

  test('is enough if one of several is right, as while a secret is replaced', async () => {
    const secret = newSecret();
    local.inbox.addSecret(secret);
    const headers = signed(secret, BODY);
    const others = `v1a,x v1,${'A'.repeat(43)}= ${headers['webhook-signature']}`;
    await deliver({ ...headers, 'webhook-signature': others });
    expect(local.inbox.deliveries[0]!.signature).toBe('verified');
  });

  test.each<[string, (headers: Record<string, string>) => Record<string, string>, string]>([
    ['of another body', (headers) => ({ ...headers, 'webhook-id': 'msg_other' }), 'wrong'],
    ['with a time that is none', (headers) => ({ ...headers, 'webhook-timestamp': 'soon' }), 'wrong'],
    ['without a time', ({ 'webhook-timestamp': _, ...headers }) => headers, 'not signed'],
  ])('%s is not verified', async (_name, change, signature) => {
    const secret = newSecret();
    local.inbox.addSecret(secret);
    await deliver(change(signed(secret, BODY)));
    expect(local.inbox.deliveries[0]!.signature).toBe(signature);
  });

  test('that is right but older than five minutes is marked as stale', async () => {
    const secret = newSecret();
    local.inbox.addSecret(secret);
    await deliver(signed(secret, BODY, new Date(Date.now() - 310_000)));
    expect(local.inbox.deliveries[0]!.signature).toBe('stale');
  });

  test('needs a valid secret, which is not shown', async () => {
    for (const secret of ['', 'whsec_', 'whsec_short', newSecret().slice(6), `${newSecret()}!`]) {
      const { status, headers } = await post('inbox/secret', form({ secret }));
      expect([secret, status, headers.get('location')]).toEqual([
        secret,
        303,
        '/_local/inbox?problem=secret',
      ]);
    }
    expect(await (await fetch(`${local.inbox.page}?problem=secret`)).text()).toContain(
      'This is not a signing secret',
    );
    const secret = newSecret();
    await post('inbox/secret', form({ secret }));
    const everything = (await page()) + (await (await fetch(`${local.baseUrl}/_local/inbox.json`)).text());
    expect(everything).not.toContain(secret.slice(6, 30));
  });
});

describe('the answer of the inbox', () => {
  test.each(['204', '301', '410', '500'])('can be %s, as the form says', async (answer) => {
    expect((await post('inbox/answer', form({ answer, retryAfter: '' }))).status).toBe(303);
    expect(await deliver()).toMatchObject({ status: Number(answer) });
    expect(local.inbox.deliveries).toMatchObject([{ answered: Number(answer) }]);
    expect(await page()).toContain(`<option value="${answer}" selected>`);
  });

  test('can ask the sender to wait', async () => {
    await post('inbox/answer', form({ answer: '429', retryAfter: '120' }));
    expect(await deliver()).toMatchObject({ status: 429, headers: { 'retry-after': '120' } });
  });

  test('can come too late for the sender', async () => {
    await post('inbox/answer', form({ answer: 'slow' }));
    expect(local.inbox.answer).toEqual({ status: 200, delay: 60 });
    expect(await deliver({ 'x-timeout': '2000' })).toBe('ConnectionFailed');
    await local.inbox.until(([delivery]) => delivery?.answered === 'sender gave up');
  });

  test('can be set by programs', async () => {
    const answer = { status: 500, retryAfter: 7 };
    const type = { 'content-type': 'application/json' };
    const set = await post('inbox/answer', JSON.stringify(answer), type);
    expect([set.status, await set.json()]).toEqual([200, answer]);
    expect(await deliver()).toMatchObject({ status: 500, headers: { 'retry-after': '7' } });
    for (const wrong of [
      '{"status":302}',
      '{"status":200,"extra":1}',
      '{"status":429,"retryAfter":-1}',
      'x',
    ]) {
      expect((await post('inbox/answer', wrong, type)).status).toBe(400);
    }
    expect(local.inbox.answer).toEqual(answer);
  });

  test('is refused if the form has no valid one', async () => {
    for (const fields of [{ answer: '302' }, { answer: '429', retryAfter: 'soon' }, {}]) {
      const { headers } = await post('inbox/answer', form(fields));
      expect(headers.get('location')).toBe('/_local/inbox?problem=answer');
    }
    expect(local.inbox.answer).toEqual({ status: 200 });
  });
});

describe('the store of the inbox', () => {
  const arrival = (bytes: number) => ({
    receivedAt: new Date(),
    method: 'POST',
    path: '/',
    headers: {},
    body: Buffer.alloc(bytes),
  });

  test('holds the latest 500 deliveries, and no more than 32 MB', () => {
    const inbox = new Inbox('http://127.0.0.1:0');
    for (let i = 0; i < 600; i++) inbox.receive(arrival(10));
    expect([inbox.count, inbox.deliveries.length, inbox.deliveries[0]!.number]).toEqual([600, 500, 600]);
    for (let i = 0; i < 20; i++) inbox.receive(arrival(4 * 1024 * 1024));
    expect(inbox.deliveries).toHaveLength(8);
  });

  test('keeps a certificate for the next start, and makes another one where it is damaged', async () => {
    const home = temporaryFolder();
    const file = join(home, 'inbox-certificate.json');
    const kept: string[] = [];
    for (let run = 0; run < 3; run++) {
      const own = await startFixture({ home });
      await deliver({}, BODY, own);
      expect(own.inbox.deliveries).toHaveLength(1);
      await own.stop();
      kept.push(readFileSync(file, 'utf8'));
      if (run === 1) writeFileSync(file, '{"half');
    }
    expect(kept[1]).toBe(kept[0]);
    expect(kept[2]).not.toBe(kept[0]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });
});
