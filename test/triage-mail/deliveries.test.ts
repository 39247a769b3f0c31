import {
  ATTACHMENT_BUCKET_VARIABLE,
  ATTACHMENT_SCAN_VARIABLE,
} from '../../shared/kernel/core/file-bucket.ts';
import { expect, test, vi } from 'vitest';
import { mailOf, mailWithFiles, newMailWorkspace } from './mail-api.ts';
import { receiveHere } from './mail-receiver.ts';
import { suiteBucket } from '../support/suite-bucket.ts';

const { bucket } = suiteBucket('files');

const { workspace, address, waiting } = await newMailWorkspace();
const other = await newMailWorkspace();

/** Delivers a mail to addresses in this process, with buckets of its own; returns whether it was read. */
async function deliver(
  raw: string,
  recipients: string[],
  settings: Record<string, string> = {},
  size?: number,
) {
  const setting = (variable: string) => ({ [ATTACHMENT_BUCKET_VARIABLE]: 'files', ...settings })[variable];
  const { database } = workspace;
  return (await receiveHere(database, { raw, size, notice: { recipients }, services: { setting } })).wasRead;
}

/** The tags of a file without findings. */
const CLEAN = '<Tagging><TagSet><Tag><Key>Scan</Key><Value>CLEAN</Value></Tag></TagSet></Tagging>';
const INFECTED = CLEAN.replace('CLEAN', 'THREATS_FOUND');

const stored = (at: string) => bucket.list('').filter(({ key }) => key.includes(at));

test('mail to addresses that do not exist is not even read', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const unknown = address.replace(/-[0-9a-f]+@/, `-${'0'.repeat(30)}@`);
  expect(await deliver(mailOf(unknown), [unknown])).toBe(false);
  expect(await deliver(mailOf(address, { subject: 'Known' }), [unknown, address])).toBe(true);
  expect((await waiting()).map(({ title }) => title)).toEqual(['Known']);
});

test('files wait for their scans together, and a team whose files wait keeps the mail from no other', async () => {
  const settings = { [ATTACHMENT_SCAN_VARIABLE]: 'Scan=CLEAN' };
  const files = Object.fromEntries(Array.from({ length: 7 }, (_, n) => [`${n}.txt`, `file ${n}`]));
  const raw = mailWithFiles(address, files);
  const send = () => deliver(raw, [address, other.address], settings);
  await expect(send()).rejects.toThrow('waits for its scan');
  for (const { id } of [workspace, other.workspace]) expect(stored(`uploads/${id}`)).toHaveLength(7);
  for (const { key } of stored(`uploads/${other.workspace.id}`)) bucket.setTags(key, CLEAN);
  await expect(send()).rejects.toThrow('waits for its scan');
  const [story, ...others] = await other.waiting();
  expect(others).toEqual([]);
  const { json } = await other.admin.client.get(`${other.workspace.path}/stories/${story!.id}/attachments`);
  expect(json.data).toHaveLength(7);
});

test('a mail that is larger than the service reads is left out with a line of the log, and not read', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const large = await newMailWorkspace();
  const mailOfSize = async (size: number) =>
    await deliver(mailOf(large.address, { subject: `${size}` }), [large.address], {}, size);
  expect(await mailOfSize(36 * 1_024 * 1_024 + 1)).toBe(false);
  expect(JSON.stringify(warned.mock.calls)).toContain('too large');
  expect(await mailOfSize(36 * 1_024 * 1_024)).toBe(true);
  expect(await large.waiting()).toHaveLength(1);
});

test('a file that its scan refuses is named in the story, which has the others', async () => {
  const settings = { [ATTACHMENT_SCAN_VARIABLE]: 'Scan=CLEAN' };
  const scanned = await newMailWorkspace();
  const raw = mailWithFiles(scanned.address, { 'good.txt': 'good', 'evil.txt': 'evil' });
  const send = () => deliver(raw, [scanned.address], settings);
  await expect(send()).rejects.toThrow('waits for its scan');
  const tags = { good: CLEAN, evil: INFECTED };
  for (const { key } of stored(`uploads/${scanned.workspace.id}`))
    bucket.setTags(key, tags[bucket.get(key)!.body.toString() as keyof typeof tags]);
  await send();
  const [story] = await scanned.waiting();
  expect(story!.description).toBe(
    'See files\n\nFiles that are left out: evil.txt (the scan has refused it).',
  );
  const { json } = await scanned.admin.client.get(
    `${scanned.workspace.path}/stories/${story!.id}/attachments`,
  );
  expect(json.data.map(({ name }: { name: string }) => name)).toEqual(['good.txt']);
});
