import { expect, test } from 'vitest';
import { createOperator } from '../../cli/operator.ts';
import { setWorkspaceLimits } from '../../shared/identity/workspaces/set-workspace-limits.ts';
import { attachmentApi } from '../attachments/attachment-api.ts';
import { addressOf } from '../support/workspace.ts';
import { mailOf, mailWithFiles, newMailWorkspace, newMessageId, sendMail } from './mail-api.ts';

const { workspace, team, admin, address, waiting } = await newMailWorkspace();

/** The stories of a title once there are so many. */
const titled = async (title: string, count = 1) => {
  const found = async () => (await waiting()).filter((story) => story.title === title);
  await expect.poll(found).toHaveLength(count);
  return await found();
};

test('a mail of a member that someone else sends on is not theirs, though its signature is valid', async () => {
  const member = await workspace.person('member', [team]);
  const own = await addressOf(workspace, member.id);
  const domain = own.slice(own.indexOf('@') + 1);
  const send = async (subject: string, from: string) => {
    await sendMail(mailOf(address, { subject, from: `Ada <${own}>` }), { dmarc: 'pass', from });
    return (await titled(subject))[0]!;
  };
  expect((await send('Sent by a list', `bounce@bounces.${domain}`)).reporterId).toBe(member.id);
  for (const [subject, from] of [
    ['Sent again', 'eve@evil.example'],
    ['Sent by a namesake', `eve@evil${domain}`],
  ] as const)
    expect(await send(subject, from)).toMatchObject({
      reporterId: admin.id,
      origin: 'visitor',
      sender: { name: 'Ada', address: own },
    });
});

test('mails of one Message-ID that say something else, and mails without one, are stories each', async () => {
  const messageId = newMessageId();
  for (const body of ['The first', 'The second', 'The first'])
    await sendMail(mailOf(address, { subject: 'Same id', messageId, body }));
  await sendMail(mailWithFiles(address, { 'a.txt': '1' }).replace(/<.*@mail\.example>/, messageId));
  await sendMail(mailWithFiles(address, { 'a.txt': '2' }).replace(/<.*@mail\.example>/, messageId));
  for (const _ of [1, 2]) await sendMail(mailOf(address, { subject: 'No id', messageId: '' }));
  await titled('No id', 2);
  await titled('Printing fails', 2);
  const told = await titled('Same id', 2);
  expect(told.map(({ description }) => description).sort()).toEqual(['The first', 'The second']);
});

test('a mail of too many files becomes a story with 20 of them, which names the others', async () => {
  const names = Array.from({ length: 22 }, (_, at) => `${at + 10}.txt`);
  await sendMail(mailWithFiles(address, Object.fromEntries(names.map((name) => [name, name])), 'Many'));
  const [story] = (await titled('Printing fails', 3)).filter(({ description }) => /^Many/.test(description!));
  expect((await attachmentApi(workspace, admin.client).list(story!)).map(({ name }) => name).sort()).toEqual(
    names.slice(0, 20),
  );
  expect(story!.description).toBe(
    'Many\n\nFiles that are left out: 30.txt (a mail can have 20); 31.txt (a mail can have 20).',
  );
});

test('of the files of a mail those are attached that the workspace has room for, and the story names the others', async () => {
  const full = await newMailWorkspace();
  await createOperator(full.workspace.database)
    .within(full.workspace.id)
    .run(setWorkspaceLimits, { body: { quotas: { attachment_megabytes: 1 } } });
  const large = 'x'.repeat(600_000);
  await sendMail(mailWithFiles(full.address, { 'one.txt': large, 'two.txt': large, 'three.txt': 'small' }));
  await expect.poll(full.waiting).toHaveLength(1);
  const [story] = await full.waiting();
  const attached = await attachmentApi(full.workspace, full.admin.client).list(story!);
  expect(attached.map(({ name }) => name).sort()).toEqual(['one.txt', 'three.txt']);
  expect(story!.description).toBe(
    'See files\n\nFiles that are left out: two.txt (the workspace has no room for it).',
  );
});
