import { randomBytes } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { SENDER_LIMIT } from '../../shared/identity/inbound-mail/count-mail.ts';
import { replyAddress } from '../../shared/feedback/mail-replies/reply-address.ts';
import { REPLY_LIMIT } from '../../shared/feedback/mail-replies/reply-mailbox.ts';
import { findUserId } from '../../shared/identity/members/user-store.ts';
import { writeConflict } from '../../shared/kernel/core/errors.ts';
import { commit } from '../../shared/kernel/db/write.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { countAttempt, type RateLimit } from '../../shared/kernel/rate-limits/rate-limit-store.ts';
import { fixedKeys } from '../../shared/kernel/secrets/keys.ts';
import { leaseSlot, releaseSlot } from '../../shared/kernel/slots/slot-store.ts';
import { ADDRESS_LIMIT, WORKSPACE_LIMIT } from '../../shared/planning/triage-mail/triage-mailbox.ts';
import { feedbackApi } from '../support/feedback.ts';
import { awayFromFullHour } from '../support/until.ts';
import { addressOf, newKey } from '../support/workspace.ts';
import { mailOf, newMailWorkspace, sendMail } from './mail-api.ts';
import { receiveHere } from './mail-receiver.ts';

const other = await newMailWorkspace();
const { database } = other.workspace;

const titlesOf = async ({ waiting }: Pick<typeof other, 'waiting'>) =>
  (await waiting()).map(({ title }) => title);

test('five mails of a workspace are read two at a time, and the mail of another waits for none of them', async () => {
  const busy = await newMailWorkspace();
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  let begun = 0;
  const send = async (subject: string) => {
    const raw = mailOf(busy.address, { subject });
    const read = async () => {
      begun++;
      await gate;
      return Buffer.from(raw);
    };
    return await receiveHere(database, { raw, notice: { recipients: [busy.address] }, services: { read } });
  };
  const heavy = ['1', '2', '3', '4', '5'].map((subject) => ({ subject, done: send(subject) }));
  const postponed = new Set<string>();
  for (const { subject, done } of heavy)
    void done.then((outcome) => outcome.postponed.length > 0 && postponed.add(subject));
  await expect.poll(() => [begun, postponed.size]).toEqual([2, 3]);
  const raw = mailOf(other.address, { subject: 'Not held up' });
  await receiveHere(database, { raw, notice: { recipients: [other.address, busy.address] } });
  expect(await titlesOf(other)).toEqual(['Not held up']);
  expect(await titlesOf(busy)).toEqual([]);
  open();
  const outcomes = await Promise.all(heavy.map(({ done }) => done));
  const again = outcomes.flatMap((outcome) => outcome.postponed);
  expect(again).toEqual(Array(3).fill([busy.workspace.id, [busy.address]]));
  for (const subject of postponed) await send(subject);
  expect((await titlesOf(busy)).sort()).toEqual(['1', '2', '3', '4', '5']);
});

test('a mail without a free slot comes back to the function until there is one', async () => {
  const busy = await newMailWorkspace();
  const now = new Date();
  // More than a workspace has.
  const slots = Array.from({ length: 10 }, (_, number) => {
    return { use: 'mails' as const, workspaceId: busy.workspace.id, number };
  });
  const holder = randomBytes(9).toString('base64url');
  const until = new Date(now.getTime() + 600_000);
  for (const slot of slots) await commit(database, [leaseSlot(slot, { holder, until, now }, writeConflict)]);
  await sendMail(mailOf(busy.address, { subject: 'In turn' }));
  await sendMail(mailOf(other.address, { subject: 'At once' }));
  await expect.poll(() => titlesOf(other)).toContain('At once');
  expect(await titlesOf(busy)).toEqual([]);
  await commit(database, [releaseSlot(slots[0]!, holder, writeConflict)]);
  await expect.poll(() => titlesOf(busy)).toEqual(['In turn']);
});

test('mails are counted before they are read, once each, by their sender and by their address', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const { address, waiting } = await newMailWorkspace();
  const recipients = [address];
  /** A mail whose reading fails after it was counted, as of a function that ends there. */
  const interrupted = async (returnPath: string, deliveryId = newKey()) => {
    const notice = { recipients, returnPath, deliveryId };
    const services = { readStart: async () => undefined };
    await expect(receiveHere(database, { raw: '', notice, services })).rejects.toThrow('not in the bucket');
    return deliveryId;
  };
  const read = async (returnPath: string, deliveryId = newKey()) => {
    const raw = mailOf(address, { subject: deliveryId, messageId: `<${deliveryId}@mail.example>` });
    return (await receiveHere(database, { raw, notice: { recipients, returnPath, deliveryId } })).wasRead;
  };
  const first = await interrupted('Mia@customer.example');
  for (let time = 1; time < SENDER_LIMIT.most; time++) await interrupted('mia@customer.example');
  expect(await read('MIA@customer.example')).toBe(false);
  expect(JSON.stringify(warned.mock.calls)).toContain('too many in an hour');
  // Delivered again, though the limit is reached by now, and counted no second time.
  expect(await read('Mia@customer.example', first)).toBe(true);
  expect(await read('mia@customer.example', first)).toBe(true);
  for (let time = SENDER_LIMIT.most; time < ADDRESS_LIMIT.most - 1; time++)
    await interrupted(`${time}@customer.example`);
  const last = newKey();
  expect(await read('ada@customer.example', last)).toBe(true);
  expect(await read('eve@customer.example')).toBe(false);
  expect((await waiting()).map(({ title }) => title).sort()).toEqual([first, last].sort());
  const raw = mailOf(other.address, { subject: 'Elsewhere' });
  await receiveHere(database, { raw, notice: { recipients: [other.address] } });
  expect(await titlesOf(other)).toContain('Elsewhere');
});

/** Counts all that a limit allows at once. */
async function exhaust(limit: RateLimit, who: string): Promise<void> {
  await awayFromFullHour();
  const one = countAttempt(limit, who, new Date());
  if (!('update' in one)) throw new Error('A count is an update.');
  await commit(database, [{ ...one, with: { ...one.with, add: { attempts: limit.most } } }]);
}

test('a workspace has a limit for all its addresses, and a person one for all replies', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const full = await newMailWorkspace();
  await exhaust(WORKSPACE_LIMIT, full.workspace.id);
  const raw = mailOf(full.address);
  const isRead = async (to: string) =>
    (await receiveHere(database, { raw, notice: { recipients: [to] } })).wasRead;
  expect(await isRead(full.address)).toBe(false);
  const feedback = feedbackApi(full.workspace, full.admin.client);
  const portal = await feedback.portal();
  const userId = (await findUserId(createReader(database), await addressOf(full.workspace, full.admin.id)))!;
  const services = { keys: fixedKeys('a key of tests'), now: () => new Date(), setting: () => 'in.example' };
  const replyTo = async () =>
    (await replyAddress({ userId, itemId: (await feedback.item(portal)).id }, services))!;
  expect(await isRead(await replyTo())).toBe(true);
  await exhaust(REPLY_LIMIT, userId);
  expect(await isRead(await replyTo())).toBe(false);
});
