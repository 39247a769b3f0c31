import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { Webhook } from 'svix';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { blocksOf, crawl } from './docs-pages.ts';

/** The receiver for Node that the page on webhook events shows, run as it stands there. */
const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
let event: string;
let receiver: ChildProcess;
let url: string;

beforeAll(async () => {
  const { html } = (await crawl()).find(({ path }) => path === '/docs/webhook-events')!;
  const [node, python] = blocksOf(html, 'verification').map(({ text }) => text);
  expect(python).toContain('webhook.verify(');
  event = blocksOf(html, 'the-body')[0]!.text;
  receiver = spawn(process.execPath, ['--import', tellsPort, '--input-type=module', '--eval', node!], {
    cwd: resolve(import.meta.dirname, '../..'),
    env: { ...process.env, SIGNING_SECRET: secret, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const [port] = (await once(receiver, 'message')) as [number];
  url = `http://127.0.0.1:${port}/`;
});
afterAll(async () => {
  const ended = once(receiver, 'exit');
  receiver.kill();
  await ended;
});

/** A module that makes a server of the process report its port to the parent. */
const tellsPort = `data:text/javascript,${encodeURIComponent(`
  import { Server } from 'node:net';
  const { listen } = Server.prototype;
  Server.prototype.listen = function (...options) {
    this.once('listening', () => process.send(this.address().port));
    return listen.apply(this, options);
  };
`)}`;

async function send(body: string, signed = body): Promise<number> {
  const at = new Date();
  const headers = {
    'webhook-id': '019aaa56-1452-770c-8e6b-3bebd1dd012b',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign('019aaa56-1452-770c-8e6b-3bebd1dd012b', at, signed),
  };
  return (await fetch(url, { method: 'POST', headers, body })).status;
}

test('a receiver accepts what is signed with its secret, and nothing that was changed on the way', async () => {
  const lines = createInterface(receiver.stdout!);
  const line = once(lines, 'line');
  expect(await send(event)).toBe(204);
  const { type, data } = JSON.parse(event) as { type: string; data: { id: string } };
  expect(await line).toEqual([`${type} ${data.id}`]);
  expect(await send(event.replace('story.updated', 'story.deleted'), event)).toBe(400);
});
