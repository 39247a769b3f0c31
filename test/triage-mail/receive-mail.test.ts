import { expect, test } from 'vitest';
import { attachmentApi } from '../attachments/attachment-api.ts';
import { addressOf } from '../support/workspace.ts';
import { mailOf, mailWithFiles, newMailWorkspace, newMessageId, sendMail } from './mail-api.ts';

const { workspace, team, admin, address, waiting, stories } = await newMailWorkspace();

const titled = (subject: string) =>
  expect.poll(async () => (await waiting()).filter(({ title }) => title === subject)).toHaveLength(1);

const storyOf = async (subject: string) => {
  await titled(subject);
  return (await waiting()).find(({ title }) => title === subject)!;
};

test('a mail from outside becomes a story in triage that says who sent it, marked as a stranger’s text', async () => {
  const raw = mailOf(address, { subject: 'Printer on fire', body: 'It says error 42.\r\n\r\nHelp!' });
  expect((await sendMail(raw)).status).toBe(202);
  const story = await storyOf('Printer on fire');
  expect(story).toMatchObject({
    teamId: team.id,
    description: 'It says error 42.\n\nHelp!',
    triage: { state: 'pending' },
    reporterId: admin.id,
    sender: { name: 'Mia', address: 'mia@customer.example' },
    origin: 'visitor',
  });
  expect(await stories.read(story.id)).toEqual(story);
});

test('a member is the reporter if their domain confirms the mail, and is a stranger otherwise', async () => {
  const member = await workspace.person('member', [team]);
  const elsewhere = await workspace.person('member', [await workspace.team()]);
  const guest = await workspace.person('guest', [team]);
  const from = async ({ id }: { id: string }) => `Ada <${await addressOf(workspace, id)}>`;
  const send = async (subject: string, person: { id: string }, dmarc: string) => {
    await sendMail(mailOf(address, { subject, from: await from(person) }), { dmarc });
    return await storyOf(subject);
  };
  const own = await send('Confirmed words', member, 'pass');
  expect(own.reporterId).toBe(member.id);
  expect(own).not.toHaveProperty('sender');
  expect(own).not.toHaveProperty('origin');
  for (const [subject, person, dmarc] of [
    ['Forged words', member, 'fail'],
    ['Unsigned words', member, 'gray'],
    ['Words of another team', elsewhere, 'pass'],
    ['Words of a guest', guest, 'pass'],
  ] as const) {
    const story = await send(subject, person, dmarc);
    expect(story).toMatchObject({ reporterId: admin.id, origin: 'visitor', sender: { name: 'Ada' } });
  }
});

test('a mail that names two senders is a stranger’s, as a domain may have confirmed the other one', async () => {
  const member = await workspace.person('member', [team]);
  const own = `Ada <${await addressOf(workspace, member.id)}>`;
  const forged = {
    'Two fields': [own, 'From: Eve <eve@evil.example>'],
    'Two addresses': [`${own}, Eve <eve@evil.example>`],
    'Two in brackets': [`${own} <eve@evil.example>`],
  };
  for (const [subject, [from, ...headers]] of Object.entries(forged)) {
    await sendMail(mailOf(address, { subject, from: from!, headers }), { dmarc: 'pass' });
    expect(await storyOf(subject)).toMatchObject({ reporterId: admin.id, origin: 'visitor' });
  }
  const quoted = own.replace('Ada', '"Ada, of (Sales)"');
  await sendMail(mailOf(address, { subject: 'Quoted', from: quoted }), { dmarc: 'pass' });
  expect((await storyOf('Quoted')).reporterId).toBe(member.id);
});

test('a mail that is delivered several times, also at once, makes one story', async () => {
  const messageId = newMessageId();
  const raw = mailOf(address, { subject: 'Sent twice', messageId });
  await Promise.all([sendMail(raw), sendMail(raw), sendMail(raw)]);
  await sendMail(mailOf(address, { subject: 'Sent after it' }));
  await titled('Sent after it');
  await sendMail(raw);
  await sendMail(mailOf(address, { subject: 'Sent at the end' }));
  await titled('Sent at the end');
  await titled('Sent twice');
});

test('an answer of a program and mail to an unknown address make no stories', async () => {
  const subject = 'Out of the office';
  const automatic = ['Auto-Submitted: auto-replied', 'Precedence: bulk', 'Precedence: junk'];
  for (const header of automatic) await sendMail(mailOf(address, { subject, headers: [header] }));
  await sendMail(mailOf(address, { subject }), { from: '' });
  await sendMail(mailOf(address, { subject, from: 'Plotline <no-reply@plotline.test>' }));
  const last = address.indexOf('@') - 1;
  const guessed = `${address.slice(0, last)}${address[last] === '0' ? '1' : '0'}${address.slice(last + 1)}`;
  await sendMail(mailOf(guessed, { subject }));
  expect((await sendMail(mailOf('someone@elsewhere.example'))).status).toBe(404);
  await sendMail(mailOf(address.toUpperCase(), { subject: 'Written large' }));
  await titled('Written large');
  expect((await waiting()).map(({ title }) => title)).not.toContain(subject);
});

test('HTML becomes Markdown, and files become attachments that can be downloaded; an empty one is named', async () => {
  const html = '<style>p{}</style><h1>Steps</h1><ul><li>Open <b>it</b></li></ul><script>alert(1)</script>';
  const raw = mailWithFiles(address, { 'log.txt': 'error 42', 'empty.txt': '' }, html);
  await sendMail(raw.replace('Printing fails', 'With files'));
  const story = await storyOf('With files');
  expect(story.description).toBe(
    '# Steps\n\n-   Open **it**\n\nFiles that are left out: empty.txt (it is empty).',
  );
  const files = attachmentApi(workspace, admin.client);
  const [file, ...others] = await files.list(story);
  expect(others).toEqual([]);
  expect(file).toMatchObject({ name: 'log.txt', size: 8, contentType: 'text/plain', state: 'ready' });
  const link = await admin.client.get(
    `${workspace.path}/stories/${story.id}/attachments/${file!.id}/download`,
  );
  expect(await (await fetch(link.json.data.url)).text()).toBe('error 42');
});

test('what a sender writes cannot break a story: long, empty and odd texts are cut or replaced', async () => {
  await sendMail(mailOf(address, { subject: '  ', body: `${'ä'.repeat(40_000)}\u0000\u0007` }));
  const story = await storyOf('Mail without a subject');
  expect([...story.description!].length).toBeLessThanOrEqual(32_768);
  expect(story.description).toMatch(/ä\n\n\(The rest of the mail is left out\.\)$/);
  const subject = `=?utf-8?B?${Buffer.from(`Turn\u202e round\n${'x'.repeat(600)}`).toString('base64')}?=`;
  await sendMail(mailOf(address, { subject, body: '' }));
  const cut = await storyOf(`Turn round ${'x'.repeat(489)}`);
  expect(cut.description).toBeNull();
});
