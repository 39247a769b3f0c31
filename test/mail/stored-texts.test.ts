import { beforeEach, expect, test, vi } from 'vitest';
import { newId } from '../../shared/kernel/core/id.ts';
import { writeConflict } from '../../shared/kernel/core/errors.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { commit } from '../../shared/kernel/db/write.ts';
import { listEntries, putDigestEntry } from '../../shared/identity/mail/digest-store.ts';
import { mailText, type MailText } from '../../shared/identity/mail/mail-text.ts';
import { queueMail } from '../../shared/identity/mail/mail-store.ts';
import { mailIdOf, type NewMail } from '../../shared/identity/mail/mail.ts';
import { CAUSER_LIMIT } from '../../shared/identity/mail/news-limits.ts';
import { putMailMode } from '../../shared/identity/mail/preference-store.ts';
import { queueMailOnce } from '../../shared/identity/mail/queue-mail-once.ts';
import { sendMail } from '../../shared/identity/mail/send-mail.ts';
import { newMailWorld } from './mail-world.ts';

/** Mails and digests that one release stores are sent by another. */
let world: Awaited<ReturnType<typeof newMailWorld>>;
beforeEach(async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  world = await newMailWorld();
  return () => void vi.restoreAllMocks();
});

const subscription = () => ({ userId: newId(world.now()), portalId: newId(world.now()) });
const planned = mailText('idea.news', { status: mailText('idea.planned'), idea: 'Boats' });
const news = (): NewMail<MailText> => ({
  to: 'ada@example.com',
  subject: planned,
  language: 'de',
  body: {
    title: planned,
    paragraphs: ['As it is', mailText('update.covers', { ideas: '“Boats”', portal: 'Harbour' })],
    action: { label: mailText('idea.see'), path: '/portals/harbour' },
    footer: mailText('follow.footer', { portal: 'Harbour' }),
  },
  subscription: subscription(),
  reason: ['news', newId(world.now())],
});

async function queue(mail: NewMail<MailText>) {
  await queueMailOnce(world.services.database, mail, world.now());
  const id = mailIdOf(mail.reason);
  const stored = JSON.parse((await world.stateOf(id))!['content'] as string) as NewMail;
  return { id, stored };
}

/** Queues a mail as another release has stored it. */
async function queueAs(mail: object) {
  const reason = ['stored', newId(world.now())];
  const stored = { ...mail, reason } as unknown as NewMail;
  await commit(world.services.database, [queueMail(stored, world.now(), writeConflict)]);
  return mailIdOf(reason);
}

test('a mail is stored in English where the release before reads it, and sent in its language', async () => {
  const { id, stored } = await queue(news());
  expect(stored).toMatchObject({
    subject: 'Planned: Boats',
    body: {
      title: 'Planned: Boats',
      paragraphs: ['As it is', 'This update covers “Boats”, which you follow on Harbour.'],
      action: { label: 'See the idea' },
      footer: 'You get this because you follow an idea on Harbour.',
    },
  });
  expect(await sendMail(world.services, id)).toBe('sent');
  const [mail] = world.sent;
  expect(mail!.subject).toBe('Geplant: Boats');
  expect(mail!.text).toContain('As it is');
  expect(mail!.text).not.toMatch(/This update|See the idea|You get/);
});

test('a mail of the release before is sent as it is, and what a later one has no known key for in English', async () => {
  const { id, stored } = await queue(news());
  const { messages, ...former } = stored;
  expect(await sendMail(world.services, id)).toBe('sent');
  expect(await sendMail(world.services, await queueAs(former))).toBe('sent');
  expect(world.sent.at(-1)!.subject).toBe('Planned: Boats');

  const later = {
    ...messages,
    'Planned: Boats': {
      key: 'idea.news',
      values: { status: { key: 'idea.sailing', values: {} }, idea: 'Boats' },
    },
    [former.body.footer]: { key: 'follow.later' },
  };
  const fromLater = { ...former, messages: later, language: 'tlh' };
  for (const language of ['de', 'tlh']) {
    expect(await sendMail(world.services, await queueAs({ ...fromLater, language }))).toBe('sent');
    const { subject, text } = world.sent.at(-1)!;
    expect(subject).toBe('Planned: Boats');
    expect(text).toContain(former.body.footer);
    expect(text).toContain(language === 'de' ? 'Zur Idee:' : 'See the idea');
  }
});

test('a digest lists what each release has held back, and ends as the news would', async () => {
  const { database } = world.services;
  const mail = news();
  await commit(database, [putMailMode(mail.subscription!, 'daily', world.now())]);
  const { id } = await queue(mail);
  expect(await sendMail(world.services, id)).toBe('dropped');
  const held = await listEntries(createReader(database), mail.subscription!);
  expect(held).toMatchObject([{ mailId: id, text: 'Planned: Boats' }]);
  const others = [
    { mailId: 'former', text: 'Of before', path: '/a' },
    { mailId: 'later', text: 'Of later', path: '/b', message: { key: 'idea.sailing' } },
  ] as unknown as typeof held;
  await commit(
    database,
    others.map((entry) => putDigestEntry(mail.subscription!, entry, world.now())),
  );
  world.pass(24 * 60 * 60_000);
  await world.live(1);
  const { subject, text } = world.sent.at(-1)!;
  expect(subject).toBe('Neues zu dem, was Sie verfolgen');
  for (const line of ['- Geplant: Boats', '- Of before', '- Of later', 'weil Sie'])
    expect(text).toContain(line);
});

test('a mail that cannot be read waits as one that the sender refuses, counts towards no limit, and is given up', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { most } = CAUSER_LIMIT;
  CAUSER_LIMIT.most = 1;
  try {
    const body = { title: 'Hello', footer: 'Bye' };
    const id = await queueAs({ ...news(), causedBy: 'a', subject: 'Hello', body });
    expect(await sendMail(world.services, id)).toBe('postponed');
    expect(await world.stateOf(id)).toMatchObject({ state: 'queued', attempts: 1 });
    const next = await queue({ ...news(), causedBy: 'a' });
    expect(await sendMail(world.services, next.id)).toBe('sent');
    world.pass(24 * 60 * 60_000);
    expect(await sendMail(world.services, id)).toBe('failed');
  } finally {
    CAUSER_LIMIT.most = most;
  }
});
