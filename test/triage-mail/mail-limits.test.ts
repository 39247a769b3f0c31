import { expect, test } from 'vitest';
import { MAILS_PER_HOUR } from '../../shared/planning/triage-mail/triage-mailbox.ts';
import { mailOf, newMailWorkspace, sendMail } from './mail-api.ts';

test('an address takes 30 mails an hour, and another address goes on', async () => {
  const { address, waiting } = await newMailWorkspace();
  const other = await newMailWorkspace();
  const numbers = Array.from({ length: MAILS_PER_HOUR + 2 }, (_, number) => number);
  await Promise.all(numbers.map((number) => sendMail(mailOf(address, { subject: `Number ${number}` }))));
  await sendMail(mailOf(other.address, { subject: 'Elsewhere' }));
  await expect.poll(async () => (await other.waiting()).length).toBe(1);
  await expect.poll(async () => (await waiting()).length).toBe(MAILS_PER_HOUR);
});
