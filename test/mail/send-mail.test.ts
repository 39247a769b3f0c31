import { beforeEach, expect, test, vi } from 'vitest';
import { newId } from '../../shared/kernel/core/id.ts';
import { createOperator } from '../../cli/operator.ts';
import { allowMailAddress } from '../../shared/identity/mail/allow-mail-address.ts';
import { retryFailedMail } from '../../shared/identity/mail/retry-failed-mail.ts';
import { MailOutcomeUnknown, MailRefused } from '../../shared/kernel/net/outgoing-mail.ts';
import { handleNotice } from '../../shared/identity/mail/mail-notice.ts';
import { CAUSER_LIMIT, NEWS_LIMIT, WORKSPACE_LIMIT } from '../../shared/identity/mail/news-limits.ts';
import { LEASE_MS, sendMail } from '../../shared/identity/mail/send-mail.ts';
import { sweepMail } from '../../shared/identity/mail/sweep-mail.ts';
import { writeConflict } from '../../shared/kernel/core/errors.ts';
import { commit } from '../../shared/kernel/db/write.ts';
import { claimSlug } from '../../shared/kernel/slugs/slug-store.ts';
import { newKey } from '../support/workspace.ts';
import { newMailWorld } from './mail-world.ts';

type World = Awaited<ReturnType<typeof newMailWorld>>;
let world: World;
beforeEach(async () => {
  for (const level of ['warn', 'error'] as const)
    vi.spyOn(console, level).mockImplementation(() => undefined);
  world = await newMailWorld();
  return () => void vi.restoreAllMocks();
});

const HOUR_MINUTES = 60;
const take = () => undefined;
const refuse = () => {
  throw new Error('503 from the sender');
};
const notice = (id: string, fields: object) =>
  handleNotice(world.services, JSON.stringify({ mail: { tags: { mail: [id] } }, ...fields }), 'mail');
const bounce = (emailAddress: string, bounceType = 'Permanent') =>
  notice('x', { eventType: 'Bounce', bounce: { bounceType, bouncedRecipients: [{ emailAddress }] } });

test('a subject cannot add a header or be decoded to another text, whatever is queued', async () => {
  const { id } = await world.queue({ subject: 'Idea\r\nBcc: eve@example.com\u2028=?utf-8?Q?x?= \u202Egnp' });
  await sendMail(world.services, id);
  expect(world.sent[0]!.subject).toBe('Idea Bcc: eve@example.com = ?utf-8?Q?x?= gnp');
});

test('links in mail about a portal with a domain of its own lead to that domain, all others to the service', async () => {
  const slug = `acme-${newKey()}`;
  const note = { visibility: 'public', host: 'ideas.acme.test' };
  const portalId = newId(world.now());
  await commit(world.services.database, [claimSlug('portal', slug, portalId, writeConflict, note)]);
  const subscription = { userId: newId(world.now()), portalId: newId(world.now()) };
  const aboutPath = async (path: string) => {
    const body = { title: 'News', paragraphs: [], action: { label: 'See', path }, footer: 'Bye' };
    const { id } = await world.queue({ body, subscription });
    await sendMail(world.services, id);
    const { text, unsubscribeUrl } = world.sent.at(-1)!;
    return [...new Set([...text.match(/https:\/\/[^/\s]+/g)!, new URL(unsubscribeUrl!).origin])];
  };
  expect(await aboutPath(`/portals/${slug}/feedback/items/boats`)).toEqual(['https://ideas.acme.test']);
  const { text, html } = world.sent.at(-1)!;
  expect(text).toContain('See: https://ideas.acme.test/items/boats\n');
  expect(html).toContain('href="https://ideas.acme.test/items/boats"');
  for (const path of [`/portals/${slug}s/feedback/items/boats`, `/portals/${slug}-2/feedback`, '/docs']) {
    expect(await aboutPath(path)).toEqual(['https://plan.example']);
  }
});

test('a mail is sent once, however many messages ask for it, and its content is deleted', async () => {
  const { id, to } = await world.queue();
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => sendMail(world.services, id)));
  expect(outcomes.filter((outcome) => outcome === 'sent')).toHaveLength(1);
  expect(world.sent).toMatchObject([{ id, to, subject: 'Hello', text: expect.stringContaining('Bye') }]);
  expect(await sendMail(world.services, id)).toBe('none');
  const stored = await world.stateOf(id);
  expect(stored).toMatchObject({ state: 'sent' });
  expect(stored).not.toHaveProperty('content');
});

test('a queued reason is not queued again, even after its mail was sent', async () => {
  const { id, reason } = await world.queue();
  await sendMail(world.services, id);
  await expect(world.queue({ reason })).rejects.toThrow();
  await world.live(5);
  expect(world.sent).toHaveLength(1);
});

test('no mail is lost or sent twice when the sender fails for an hour and messages are lost', async () => {
  world.sender = refuse;
  const mails = await Promise.all(Array.from({ length: 12 }, () => world.queue()));
  await world.live(HOUR_MINUTES);
  expect(world.sent).toHaveLength(0);
  world.sender = take;
  world.losesMessages = true;
  await world.live(5);
  world.losesMessages = false;
  await world.live(25);
  expect(world.sent.map(({ id }) => id).sort()).toEqual(mails.map(({ id }) => id).sort());
});

test('no mail is lost or sent twice when the sender fails for an hour and workers crash before and after it took a mail', async () => {
  const mails = await Promise.all(Array.from({ length: 8 }, () => world.queue()));
  const what = ['refuse', 'crash', 'break', 'refuse'] as const;
  const seen = new Set<string>();
  let attempts = 0;
  world.sender = async () => {
    const fault = what[attempts++ % what.length]!;
    seen.add(fault);
    if (fault === 'refuse') refuse();
    if (fault === 'break') throw new MailOutcomeUnknown('socket hang up');
    await world.crash();
  };
  for (let minute = 0; minute < HOUR_MINUTES; minute++) {
    // Every other minute, messages are lost too.
    world.losesMessages = minute % 2 === 1;
    await world.live(1);
  }
  expect([world.sent.length, seen.size]).toEqual([0, 3]);
  expect(attempts).toBeGreaterThan(2 * mails.length);
  world.losesMessages = false;
  // It recovers; the workers that it answers first crash at that moment, and its own notices come later.
  const taken: string[] = [];
  world.sender = async (mail) => {
    if (taken.length >= 3 || taken.includes(mail.id)) return;
    taken.push(mail.id);
    world.sent.push(mail);
    await world.crash();
  };
  await world.live(10);
  for (const id of taken) await notice(id, { eventType: 'Send' });
  await world.live(40);
  expect(taken).toHaveLength(3);
  expect(world.sent.map(({ id }) => id).sort()).toEqual(mails.map(({ id }) => id).sort());
  for (const { id } of mails) expect(await world.stateOf(id)).toMatchObject({ state: 'sent' });
});

test('a mail whose worker crashed before the sender had it is sent later', async () => {
  const { id } = await world.queue();
  const crashed = { ...world.services, send: () => new Promise<void>(() => undefined) };
  void sendMail(crashed, id);
  await vi.waitFor(async () => expect(await world.stateOf(id)).toMatchObject({ state: 'sending' }));
  await world.live(LEASE_MS / 60_000 - 1);
  expect(world.sent).toHaveLength(0);
  await world.live(3);
  expect(world.sent).toMatchObject([{ id }]);
});

test('a mail that the sender took before the connection broke is not sent again once the sender says so', async () => {
  const { id } = await world.queue();
  world.sender = (mail) => {
    world.sent.push(mail);
    throw new MailOutcomeUnknown('socket hang up');
  };
  expect(await sendMail(world.services, id)).toBe('unknown');
  await notice(id, { eventType: 'Send' });
  await world.live(HOUR_MINUTES);
  expect(world.sent).toHaveLength(1);
  expect(await world.stateOf(id)).toMatchObject({ state: 'sent' });
});

test('a mail that has expired is dropped, and so is one that waits for longer than it lives', async () => {
  const soon = () => new Date(world.now().getTime() + 10 * 60_000);
  const late = await world.queue({ expiresAt: soon() });
  world.sender = refuse;
  const waiting = await world.queue({ expiresAt: soon() });
  await sendMail(world.services, waiting.id);
  world.sender = take;
  world.pass(11 * 60_000);
  expect(await sendMail(world.services, late.id)).toBe('dropped');
  await world.live(5);
  expect(world.sent).toEqual([]);
  expect(await world.stateOf(waiting.id)).toMatchObject({ state: 'dropped' });
});

test('a mail that the sender never takes, or not for a day, is given up and kept for the operator', async () => {
  const refused = await world.queue();
  world.sender = () => {
    throw new MailRefused('bad address');
  };
  expect(await sendMail(world.services, refused.id)).toBe('failed');
  expect(await world.stateOf(refused.id)).toMatchObject({ state: 'failed', inDue: 'MAIL#failed' });
  world.sender = refuse;
  const old = await world.queue();
  await sendMail(world.services, old.id);
  world.pass(24 * 60 * 60_000);
  await world.live(1);
  expect(await world.stateOf(old.id)).toMatchObject({ state: 'failed' });
  world.sender = take;
  const { outside } = createOperator(world.services.database, world.now);
  expect(await outside.run(retryFailedMail)).toEqual({ queued: 2 });
  await world.live(2);
  expect(world.sent.map(({ id }) => id).sort()).toEqual([refused.id, old.id].sort());
});

test('an address that bounced for good, or whose owner complained, gets no more mail', async () => {
  await bounce('Gone Person <GONE@example.com>');
  await bounce('full@example.com', 'Transient');
  await notice('x', {
    eventType: 'Complaint',
    complaint: { complainedRecipients: [{ emailAddress: 'angry@example.com' }] },
  });
  const outcomes: Record<string, string> = {};
  for (const name of ['gone', 'full', 'angry', 'well']) {
    const { id } = await world.queue({ to: `${name}@example.com` });
    outcomes[name] = await sendMail(world.services, id);
  }
  expect(outcomes).toEqual({ gone: 'dropped', full: 'sent', angry: 'dropped', well: 'sent' });

  const { outside } = createOperator(world.services.database, world.now);
  const body = { address: 'Gone@example.com' };
  expect(await outside.run(allowMailAddress, { body })).toMatchObject({ stoppedBy: 'bounce' });
  expect(await outside.run(allowMailAddress, { body })).toMatchObject({ stoppedBy: null });
  const { id } = await world.queue({ to: 'gone@example.com' });
  expect(await sendMail(world.services, id)).toBe('sent');
});

/** Something that a mail can be news of. */
const about = () => ({ userId: newId(world.now()), portalId: newId(world.now()) });

test('a person who causes more news for another than the limit waits; news of others, codes and notices do not', async () => {
  const to = 'victim@example.com';
  const news = (causedBy: string, address = to) =>
    world.queue({ to: address, subscription: about(), causedBy, workspaceId: 'a-workspace' });
  const outcomeOf = async ({ id }: { id: string }) => await sendMail(world.services, id);
  world.sender = refuse;
  await outcomeOf(await news('a visitor', 'Victim@Example.com'));
  world.sender = take;
  for (let count = 0; count < CAUSER_LIMIT.most; count++) {
    expect(await outcomeOf(await news('a visitor'))).toBe('sent');
  }
  expect(await outcomeOf(await news('a visitor'))).toBe('postponed');
  expect(await outcomeOf(await news('a visitor', 'other@example.com'))).toBe('sent');
  expect(await outcomeOf(await news('a colleague'))).toBe('sent');
  for (let count = 0; count < CAUSER_LIMIT.most; count++) {
    expect(await outcomeOf(await world.queue({ to, workspaceId: 'a-workspace' }))).toBe('sent');
  }
  const sent = () => world.sent.filter((mail) => mail.to === to).length;
  const before = sent();
  await world.live(HOUR_MINUTES + 2);
  expect(sent()).toBe(before + 1);
  expect(world.sent.map((mail) => mail.to)).toContain('Victim@Example.com');
});

test('news beyond what a mailbox gets in an hour comes together in the morning', async () => {
  const { most } = NEWS_LIMIT;
  NEWS_LIMIT.most = 2;
  try {
    const subscription = about();
    const to = 'busy@example.com';
    const outcomes = [];
    for (const causedBy of ['a', 'b', 'c', 'd']) {
      const body = { title: `News of ${causedBy}`, paragraphs: [], footer: 'Bye' };
      outcomes.push(
        await sendMail(world.services, (await world.queue({ to, subscription, causedBy, body })).id),
      );
    }
    expect(outcomes).toEqual(['sent', 'sent', 'dropped', 'dropped']);
    expect(await sendMail(world.services, (await world.queue({ to })).id)).toBe('sent');
    world.pass(24 * HOUR_MINUTES * 60_000);
    await world.live(1);
    for (const causer of ['c', 'd']) expect(world.sent.at(-1)!.text).toContain(`News of ${causer}`);
  } finally {
    NEWS_LIMIT.most = most;
  }
});

test('the sweeper takes up codes and notices of security before any news', async () => {
  world.losesMessages = true;
  await Promise.all(Array.from({ length: 12 }, () => world.queue({ subscription: about() })));
  world.pass(60_000);
  const { id } = await world.queue();
  world.pass(60_000);
  const woken: string[] = [];
  await sweepMail({
    ...world.services,
    wake: async (mails) => void woken.push(...mails.map((one) => one.id)),
  });
  expect(woken).toHaveLength(13);
  expect(woken[0]).toBe(id);
});

test('a workspace sends no more than its share of an hour to any recipients; others still send, and so do its codes', async () => {
  const { most } = WORKSPACE_LIMIT;
  WORKSPACE_LIMIT.most = 3;
  try {
    const outcomes = [];
    for (const number of [1, 2, 3, 4]) {
      const to = `reader-${number}@example.com`;
      const { id } = await world.queue({ to, workspaceId: 'a-workspace', subscription: about() });
      outcomes.push(await sendMail(world.services, id));
    }
    expect(outcomes).toEqual(['sent', 'sent', 'sent', 'postponed']);
    for (const fields of [
      { to: 'reader-5@example.com', workspaceId: 'another', subscription: about() },
      { to: 'reader-6@example.com', workspaceId: 'a-workspace' },
    ]) {
      const { id } = await world.queue(fields);
      expect(await sendMail(world.services, id)).toBe('sent');
    }
    await world.live(HOUR_MINUTES + 2);
    expect(world.sent.filter((mail) => mail.to === 'reader-4@example.com')).toHaveLength(1);
  } finally {
    WORKSPACE_LIMIT.most = most;
  }
});
