import { expect, test } from 'vitest';
import { expectRefusal } from '../support/answers.ts';
import { mailOf, newMailWorkspace, sendMail } from './mail-api.ts';

test('mail to a deleted address is dropped, and that to the next one arrives', async () => {
  const { admin, at, address, waiting } = await newMailWorkspace();
  expect((await admin.client.delete(at)).json.data.deleted).toBe(true);
  expectRefusal(await admin.client.get(at), 404, 'not_found');
  const next: string = (await admin.client.request('POST', at)).json.data.address;
  await sendMail(mailOf(address, { subject: 'To the old one' }));
  await sendMail(mailOf(next, { subject: 'To the new one' }));
  const titles = async () => (await waiting()).map(({ title }) => title);
  await expect.poll(titles).toContain('To the new one');
  expect(await titles()).toEqual(['To the new one']);
});
