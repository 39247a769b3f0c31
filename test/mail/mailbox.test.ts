import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { writeConflict } from '../../shared/kernel/core/errors.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { newId } from '../../shared/kernel/core/id.ts';
import { commit } from '../../shared/kernel/db/write.ts';
import { mailIdOf, type NewMail } from '../../shared/identity/mail/mail.ts';
import { mailKind, queueMail } from '../../shared/identity/mail/mail-store.ts';
import { send } from '../infra/local/http/http-client.ts';
import { databaseOf, workerService, type WorkerService } from '../support/service.ts';

/** Mail through the template's queue, functions and SES, for which the runner stands in. */
let service: WorkerService;
beforeAll(async () => void ({ service } = await workerService()));

async function queue(fields: Partial<NewMail> = {}) {
  const body = { title: 'Your code', paragraphs: ['Ünïcode & <b>'], footer: 'You asked for it.' };
  const to = `${randomUUID()}@example.com`;
  const mail = { to, subject: 'Grüße', reason: ['test', randomUUID()], body, ...fields };
  await commit(databaseOf(service), [queueMail(mail, new Date(), writeConflict)]);
  return { id: mailIdOf(mail.reason), to: mail.to };
}

const mailsTo = async (to: string) =>
  (await (await fetch(`${service.baseUrl}/_local/mail.json?to=${encodeURIComponent(to)}`)).json()) as Record<
    string,
    unknown
  >[];
const stateOf = async (id: string) =>
  (await createReader(databaseOf(service)).get(mailKind.key(id)))?.['state'];
const arrived = (to: string) => expect.poll(() => mailsTo(to)).toHaveLength(1);

test('a mail that is queued is in the mailbox, with both parts and the headers of one-click unsubscribing', async () => {
  const { id, to } = await queue({
    subscription: { userId: randomUUID(), portalId: randomUUID() },
  });
  await arrived(to);
  const [mail] = await mailsTo(to);
  expect(mail).toMatchObject({
    to,
    from: 'Plotline <no-reply@plotline.test>',
    subject: 'Grüße',
    text: expect.stringContaining('Ünïcode & <b>'),
    html: expect.stringContaining('Ünïcode &#38; &#60;b&#62;'),
    headers: {
      'List-Unsubscribe': expect.stringMatching(
        new RegExp(`^<${service.baseUrl}/mail-preferences/[\\w-]{86}>$`),
      ),
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'Auto-Submitted': 'auto-generated',
    },
  });
  await expect.poll(() => stateOf(id)).toBe('sent');
});

test('a mail about an idea has a form for a reply, which is received as the one of its reader', async () => {
  const subscription = { userId: newId(new Date()), portalId: newId(new Date()) };
  const { to } = await queue({ subscription, replyItemId: newId(new Date()) });
  await arrived(to);
  const [mail] = await mailsTo(to);
  expect(mail).toMatchObject({
    replyTo: expect.stringMatching(/^[0-9a-v]{64}@triage\.plotline\.test$/),
    text: expect.stringContaining('Reply to this email'),
    headers: { 'List-Unsubscribe': expect.any(String) },
  });
  const page = await (await fetch(`${service.baseUrl}/_local/mail`)).text();
  const [, path] = /action="(\/_local\/mail\/\d+\/reply)"/.exec(page)!;
  const reply = (headers: Record<string, string> = {}, text = 'Thanks') =>
    fetch(`${service.baseUrl}${path}`, {
      method: 'POST',
      headers,
      body: new URLSearchParams({ text }),
      redirect: 'manual',
    });
  expect((await reply()).status).toBe(303);
  expect((await reply({ 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  expect((await reply({}, '')).status).toBe(400);
  const unknown = await fetch(`${service.baseUrl}/_local/mail/999999/reply`, { method: 'POST' });
  expect(unknown.status).toBe(404);
});

test('a mail about nothing that can be commented on takes no replies', async () => {
  const { to } = await queue();
  await arrived(to);
  const [mail] = await mailsTo(to);
  expect(mail).not.toHaveProperty('replyTo');
  expect(mail!['text']).not.toContain('Reply to');
});

test('the mailbox page shows a mail in a frame without rights', async () => {
  const { to } = await queue();
  await arrived(to);
  const page = await fetch(`${service.baseUrl}/_local/mail`);
  const text = await page.text();
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(text).toContain(to);
  const [, frame] = /<iframe\s+src="([^"]+)"[^>]+sandbox="/.exec(text) ?? [];
  const shown = await fetch(`${service.baseUrl}${frame}`);
  expect(await shown.text()).toContain('Your code');
  const policy = shown.headers.get('content-security-policy');
  expect(policy).toContain('sandbox');
  // Logos of portals, also on hosts of their own, and no other pictures.
  expect(policy).toContain("img-src 'self' http://*:*/portal-images/;");
});

test('a broken connection after the sender accepted a mail does not make a second one', async () => {
  service.mailbox.answer = 'connection broken';
  const { id, to } = await queue();
  await expect.poll(() => stateOf(id)).toBe('sent');
  service.mailbox.answer = 'taken';
  await service.fireSchedule('MailSchedule');
  await service.queuesIdle();
  expect(await mailsTo(to)).toHaveLength(1);
});

test('a bounce stops mail to the address', async () => {
  const to = `bounce+${randomUUID()}@simulator.amazonses.com`;
  const first = await queue({ to });
  await expect.poll(() => stateOf(first.id)).toBe('sent');
  const reason = async () => {
    const { id } = await queue({ to });
    await expect.poll(() => stateOf(id)).not.toBe('queued');
    return await stateOf(id);
  };
  // The notice travels by itself.
  await expect.poll(() => reason()).toBe('dropped');
});

test('the mailbox answers only this machine', async () => {
  const headers = { host: 'evil.example' };
  expect((await send(service.baseUrl, '/_local/mail.json', { headers })).status).toBe(421);
});

test.each(['/_local/mail', '/_local/mail.json', '/_local/inbox'])(
  '%s answers with slashes behind it too',
  async (path) => {
    const answers = await Promise.all(['/', '//'].map((slashes) => send(service.baseUrl, path + slashes)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  },
);
