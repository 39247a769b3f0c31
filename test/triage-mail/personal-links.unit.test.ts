import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { parseMail } from '../../shared/identity/inbound-mail/parsed-mail.ts';
import { mailOf } from './mail-api.ts';

const token = `AZ${createHash('sha512').update('a token').digest('base64url').slice(2)}`;
const link = `https://plan.example/mail-preferences/${token}`;
const digits = createHash('sha512').update('an address').digest();
const address = `${Array.from(digits, (byte) => (byte % 32).toString(32)).join('')}@in.plan.example`;
const secrets = [token, address.slice(0, 64)];

const parsed = async (raw: string) => (await parseMail(Buffer.from(raw)))!;
const encodedWord = (text: string) => `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`;

const expectClean = (text: string) => {
  for (const secret of secrets) expect(text).not.toContain(secret.slice(0, 40));
};

test.each([link, encodedWord(link), `=?utf-8?Q?${link.replaceAll('/', '=2F')}?=`, address])(
  'a subject loses what was handed to one person: %s',
  async (text) => {
    const { subject } = await parsed(mailOf('triage@plotline.test', { subject: `Fwd: ${text}` }));
    expectClean(subject);
    expect(subject).toContain('removed');
  },
);

test.each([`"${link}" <mia@customer.example>`, `${encodedWord(address)} <mia@customer.example>`])(
  'the name of a sender loses what was handed to one person: %s',
  async (from) => {
    const mail = await parsed(mailOf('triage@plotline.test', { from }));
    expectClean(mail.from!.name!);
    expect(mail.from).toMatchObject({
      name: expect.stringContaining('removed'),
      address: 'mia@customer.example',
    });
  },
);

/** A mail with one file. */
function withFile(type: string, content: string | Buffer, name = 'file') {
  const body = [
    '--b\r\nContent-Type: text/plain\r\n\r\nSee the file.\r\n',
    `--b\r\nContent-Type: ${type}\r\nContent-Disposition: attachment; filename="${name}"\r\n`,
    `Content-Transfer-Encoding: base64\r\n\r\n${Buffer.from(content).toString('base64')}\r\n`,
    '--b--',
  ].join('');
  const headers = ['Content-Type: multipart/mixed; boundary=b'];
  return mailOf('triage@plotline.test', { headers, body });
}

test.each([
  ['text/html', `<p>Hello <a href="${link}">settings</a></p>`],
  ['text/html', `<p>Hello ${link.replaceAll('/', '&#47;')}</p>`],
  ['text/plain', `Hello ${address}`],
  ['application/json', JSON.stringify({ text: 'Hello', link })],
  ['application/octet-stream', `Hello ${link}`],
  ['text/html', Buffer.from(`<p>Hello caf\xe9 ${link}</p>`, 'latin1')],
  ['text/html', Buffer.from(`\ufeff<p>Hello ${link}</p>`, 'utf16le')],
])('a file of %s loses what was handed to one person', async (type, content) => {
  const [file] = (await parsed(withFile(type, content))).files;
  const text = Buffer.from(file!.bytes).toString('latin1').replaceAll('\0', '');
  expectClean(text);
  expect(text).toContain('Hello');
  expect(text).toContain('removed');
  expect(file).not.toHaveProperty('problem');
});

const notification = (encoding: string, body: string, headers: string[] = []) =>
  [
    'From: Plotline <noreply@plan.example>',
    'To: ada@plan.example',
    'Subject: You were assigned',
    'MIME-Version: 1.0',
    ...headers,
    'Content-Type: text/plain; charset=utf-8',
    `Content-Transfer-Encoding: ${encoding}`,
    '',
    body,
  ].join('\r\n');

test.each([
  ['plain', notification('7bit', `Settings: ${link}`)],
  ['in its head', notification('7bit', 'Hello', [`Reply-To: <${address}>`, `List-Unsubscribe: <${link}>`])],
  [
    'quoted-printable',
    notification('quoted-printable', `Settings: ${link.slice(0, 60)}=\r\n${link.slice(60)}`),
  ],
])('a forwarded mail loses what was handed to one person: %s', async (_, forwarded) => {
  for (const type of ['message/rfc822', 'application/octet-stream']) {
    const [file] = (await parsed(withFile(type, forwarded, 'forwarded.eml'))).files;
    const text = Buffer.from(file!.bytes).toString();
    expectClean(text.replaceAll('=\r\n', ''));
    expect(text).toContain('removed');
    expect(file).not.toHaveProperty('problem');
  }
});

const encoded = notification('base64', Buffer.from(`Settings: ${link}`).toString('base64'));
test.each([
  ['message/rfc822', encoded],
  ['application/octet-stream', encoded],
  ['message/rfc822', withFile('message/rfc822', encoded)],
  ['message/rfc822', withFile('text/html', `<a href="${link}">settings</a>`)],
  [
    'message/rfc822',
    notification('7bit', 'Hello', [`X-Note: ${encodedWord(link)}`]).replace('X-Note', 'Subject'),
  ],
  ['application/pdf', Buffer.from(`%PDF-1.7\n\xff\xfe\0 /URI (${link})`, 'latin1')],
])('a file of %s in which a personal link cannot be replaced is left out', async (type, content) => {
  const [file] = (await parsed(withFile(type, content))).files;
  expect(file).toMatchObject({ problem: expect.stringContaining('for one person') });
  expectClean(Buffer.from(file!.bytes).toString('latin1'));
});

test.each([
  ['image/png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2])],
  ['text/html', '<p>Grüße from <b>Mia</b> &amp; co</p>'],
  ['message/rfc822', notification('7bit', 'Hello')],
  ['application/pdf', Buffer.from('%PDF-1.7\n\xff\xfe\0', 'latin1')],
])('a file of %s without any stays as it is', async (type, content) => {
  const [file] = (await parsed(withFile(type, content))).files;
  expect(file).not.toHaveProperty('problem');
  expect(Buffer.from(file!.bytes)).toEqual(Buffer.from(content));
});
