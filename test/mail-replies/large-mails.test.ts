import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { replyAddress } from '../../shared/feedback/mail-replies/reply-address.ts';
import { SHORT_LINES_MAX } from '../../shared/identity/inbound-mail/line-limit.ts';
import { putUser } from '../../shared/identity/members/user-store.ts';
import { writeConflict } from '../../shared/kernel/core/errors.ts';
import { newId } from '../../shared/kernel/core/id.ts';
import { commit } from '../../shared/kernel/db/write.ts';
import { fixedKeys } from '../../shared/kernel/secrets/keys.ts';
import { feedbackApi } from '../support/feedback.ts';
import { databaseOf, workerService } from '../support/service.ts';
import { newWorkspace } from '../support/workspace.ts';
import { mailOf, newMailWorkspace } from '../triage-mail/mail-api.ts';
import { receiveHere } from '../triage-mail/mail-receiver.ts';

const { service } = await workerService();
const database = databaseOf(service);
const keys = fixedKeys('a key of tests');
const MEBIBYTE = 1_024 * 1_024;

interface Sent {
  size: number;
  /** The domain that the mail is confirmed for. */
  sentBy?: string;
  returnPath?: string;
}

/** Delivers a mail that claims a size, in this process; returns whether the whole of it was read. */
async function deliver(raw: string, to: string, { size, sentBy, returnPath = 'mia@customer.example' }: Sent) {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const notice = { recipients: [to], receivedAt: new Date(), returnPath, sentBy };
  return (await receiveHere(database, { raw, size, notice })).wasRead;
}

async function answersTo(email: string) {
  for (let step = 0; step < 2; step++) await service.streamsIdle();
  await service.queuesIdle();
  return service.mailbox.mails.filter(({ to }) => to === email);
}

const newAddress = () => `${randomUUID()}@customer.example`;
const confirmed = { size: 36 * MEBIBYTE + 1, sentBy: 'customer.example' };

test('a mail that is too large for a triage is answered, if its domain confirms who sent it', async () => {
  const { address } = await newMailWorkspace(service);
  const email = newAddress();
  // Cut in its body, as the start of a large mail is.
  const raw = mailOf(address, { from: email, subject: 'Logs', body: 'x'.repeat(200_000) });
  for (let time = 0; time < 2; time++) expect(await deliver(raw, address, confirmed)).toBe(false);
  const [answer, ...others] = await answersTo(email);
  expect(others).toEqual([]);
  expect(answer).toMatchObject({ subject: 'Re: Logs', text: expect.stringContaining('larger than 36 MB') });
  expect(answer!.headers).toMatchObject({ 'Auto-Submitted': 'auto-generated' });
});

test('a large mail of a program, of a sender who may be forged, or without an end of its head is not answered', async () => {
  const { address } = await newMailWorkspace(service);
  const email = newAddress();
  const raw = (headers: string[] = []) => mailOf(address, { from: email, headers });
  await deliver(raw(['Auto-Submitted: auto-replied']), address, confirmed);
  await deliver(raw(), address, { ...confirmed, returnPath: '' });
  await deliver(raw(), address, { size: confirmed.size });
  await deliver(raw(), address, { ...confirmed, sentBy: 'evil.example' });
  await deliver(raw([`X-Long: ${'x'.repeat(70_000)}`]), address, confirmed);
  expect(await answersTo(email)).toEqual([]);
});

test('a reply of more than 10 MB is answered with a link to the idea', async () => {
  const workspace = await newWorkspace(service);
  const feedback = feedbackApi(workspace, (await workspace.person('admin')).client);
  const portal = await feedback.portal();
  const item = await feedback.item(portal);
  const [userId, email] = [newId(new Date()), newAddress()];
  await commit(database, putUser({ id: userId, email }, writeConflict));
  const services = { keys, now: () => new Date(), setting: () => 'in.example' };
  const to = (await replyAddress({ userId, itemId: item.id }, services))!;
  await deliver(mailOf(to, { from: email }), to, { size: 10 * MEBIBYTE + 1, sentBy: 'customer.example' });
  const [answer] = await answersTo(email);
  expect(answer!.text).toContain('larger than 10 MB');
  expect(answer!.text).toContain(`/portals/${portal.slug}/feedback/items/${item.slug}`);
});

test('a mail of more lines than people send is answered without being parsed', async () => {
  const { address } = await newMailWorkspace(service);
  const email = newAddress();
  const raw = mailOf(address, { from: email, body: '\r\n'.repeat(SHORT_LINES_MAX) });
  const notice = { recipients: [address], sentBy: 'customer.example' };
  // No time to parse more than the head.
  await receiveHere(database, { raw, notice, services: { parseMaxMs: 0 } });
  const [answer, ...others] = await answersTo(email);
  expect(others).toEqual([]);
  expect(answer!.text).toContain('more than 100,000 short lines');
});

test('a mail that is not parsed in time is left out at once, and its sender is told once', async () => {
  const { address, waiting } = await newMailWorkspace(service);
  const email = newAddress();
  const raw = mailOf(address, { from: email, subject: 'Odd' });
  const notice = { deliveryId: randomUUID(), recipients: [address], sentBy: 'customer.example' };
  for (let time = 0; time < 2; time++)
    await receiveHere(database, { raw, notice, services: { parseMaxMs: 0 } });
  const [answer, ...others] = await answersTo(email);
  expect(others).toEqual([]);
  expect(answer).toMatchObject({ subject: 'Re: Odd', text: expect.stringContaining('could not be read') });
  expect(await waiting()).toEqual([]);
});
