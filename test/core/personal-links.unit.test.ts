import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { valueWithoutPersonalLinks } from '../../shared/kernel/core/personal-links.ts';
import { withoutSecrets } from '../../shared/kernel/core/without-secrets.ts';
import { growthOf, LINEAR_MAX } from '../support/growth.ts';

const token = 'aB3-_'.repeat(18).slice(0, 86);
const secret = 'Zz9-_'.repeat(13).slice(0, 64);
const digits = createHash('sha512').update('an address').digest();
const address = Array.from(digits, (byte) => (byte % 32).toString(32)).join('');

test.each([
  [`See https://plan.example/mail-preferences/${token}?kind=assigned now`, token],
  [`<http://127.0.0.1:3000/mail-preferences/${token}>`, token],
  [`[settings](/MAIL-PREFERENCES/${token})`, token],
  [`https://safe.example/?url=https%3A%2F%2Fplan.example%2Fmail-preferences%2F${token}&data=1`, token],
  [`https://safe.example/?u=https%253A%252F%252Fplan.example%252Finvitations%252F${secret}`, secret],
  [`https://plan.example/invitations/${secret}`, secret],
  [`https://plan.example/account-address/${secret}`, secret],
  [`On Tuesday, Harbour <${address}@in.plan.example> wrote:`, address],
  [`mailto:${address.toUpperCase()}%40in.plan.example`, address.toUpperCase()],
])('a text loses what was handed to one person: %s', async (text, removed) => {
  const kept = await valueWithoutPersonalLinks(text);
  expect(kept).not.toContain(removed.slice(0, 40));
  expect(kept).toContain('removed');
});

const link = `https://plan.example/mail-preferences/${token}`;
const each = (text: string, write: (character: string) => string) => [...text].map(write).join('');
const hex = (character: string) => character.charCodeAt(0).toString(16).padStart(2, '0');

test.each([
  ['a percent-encoded hyphen', link.replace('-pref', '%2dpref')],
  [
    'a percent-encoded token',
    link.replace(
      token,
      each(token, (one) => `%${hex(one)}`),
    ),
  ],
  ['all percent-encoded twice', each(link, (one) => `%25${hex(one)}`)],
  ['entities', link.replace('-pref', '&#45;pref').replace('s/a', 's&sol;a')],
  ['entities only', each(link, (one) => `&#x${hex(one)};`)],
  [
    'quoted-printable',
    link.replace('-pref', '=2Dpref').replace(token, `${token.slice(0, 30)}=\r\n${token.slice(30)}`),
  ],
  ['a soft line break in its path', link.replace('mail-', 'mail-=\n')],
  ['a line break', link.replace('preferences/', 'preferences/\n> > ')],
  ['a character a line', link.replace(token, [...token].join('\n'))],
  ['blanks', link.replace(token, token.match(/.{1,9}/g)!.join(' '))],
  ['full width', each(link, (one) => String.fromCodePoint(one.codePointAt(0)! + 0xfee0))],
  ['invisible characters', link.replace('mail-', 'mail-\u00ad').replace(token, [...token].join('\u200b'))],
  ['backslashes', link.replace('mail-preferences/', String.raw`mail\-preferences\ `.trim())],
  ['no slash before it', `mail-preferences/${token}`],
])('a link is found in %s', async (_, text) => {
  const kept = await valueWithoutPersonalLinks(`Before. ${text} And the rest.`);
  expect(kept).toContain('removed');
  expect(kept).toMatch(/^Before\. .*And the rest\.$/s);
  expect(kept.replaceAll(/[^a-zA-Z0-9]/g, '').length).toBeLessThan(60 + link.length * 2);
  expect(kept).not.toContain(token.slice(0, 12));
});

test.each([
  `${address}&#64;in.plan.example`,
  `${address}&commat;in.plan.example`,
  `${address}=40in.plan.example`,
  `${address} @ in.plan.example`,
  `${address}＠in.plan.example`,
  `${address}\u200b@in.plan.example`,
  `${address.slice(0, 20)}=\r\n${address.slice(20)}@in.plan.example`,
  `reply to ${address.slice(0, 20)} ${address.slice(20)}@in.plan.example`,
  `reply to ${address.match(/.{1,8}/g)!.join(' ')} @in.plan.example`,
  `reply to\n${address.slice(0, 20)}\n${address.slice(20)}@in.plan.example`,
])('an address for replies is found in %j', async (text) => {
  const kept = await valueWithoutPersonalLinks(`Before. ${text} after`);
  expect(kept).toContain('removed');
  expect(kept).toMatch(/in\.plan\.example after$/);
  expect(kept).not.toContain(address.slice(20, 40));
});

const feed = `AZ${['one', 'two']
  .map((name) => createHash('sha512').update(name).digest('base64url'))
  .join('')
  .slice(2, 107)}`;

test.each([
  `https://plan.example/calendars/${feed}.ics`,
  `webcal://plan.example/calendars/${feed}.ics`,
  `https%3A%2F%2Fplan.example%2Fcalendars%2F${feed}.ics`,
  `<https://plan.example/calendars/${feed.slice(0, 50)}=\r\n${feed.slice(50)}.ics>`,
  `https://plan.example/calendars/${feed.slice(0, 70)}\n> ${feed.slice(70)}.ics`,
  `https://plan.example/calendars/${feed.slice(0, 50)}**${feed.slice(50)}**.ics`,
  `[calendar](https://plan.example/calendars/${feed}.ics "Mine")`,
  `calendars/ ${feed.match(/.{1,9}/g)!.join(' ')} .ics`,
  `the file ${feed}.ics`,
])('the address of a calendar is found in %j', async (text) => {
  const kept = await valueWithoutPersonalLinks(`Before. ${text} after`);
  expect(kept).toMatch(/^Before\. .*removed.*\.ics.* after$/s);
  expect(kept).not.toContain(feed.slice(10, 18));
  expect(kept).not.toContain(feed.slice(-8));
});

const randomToken = `AZ${createHash('sha512').update('a token').digest('base64url').slice(2)}`;
const [head, tail] = [
  `https://plan.example/mail-preferences/${randomToken.slice(0, 30)}`,
  randomToken.slice(30),
];
const styled = (text: string) =>
  text
    .replaceAll(/[A-Z]/g, (one) => String.fromCodePoint(0x1d400 + one.charCodeAt(0) - 65))
    .replaceAll(/[a-z]/g, (one) => String.fromCodePoint(0x1d41a + one.charCodeAt(0) - 97))
    .replaceAll(/\d/g, (one) => String.fromCodePoint(0x1d7ce + Number(one)));

test.each([
  `[${head}](https://a.test)[${tail}](https://a.test)`,
  `[${head}](https://a.test/b_(c) "Title")${tail}`,
  `<${head}>${tail}`,
  `[${head}][a][${tail}][b]\n\n[a]: https://a.test\n[b]: https://a.test`,
  `${head}![](https://a.test/b.png)${tail}`,
  `${head}**${tail}**`,
  `*${head}*${tail}`,
  `${head}~~${tail}~~`,
  `${head}/${tail}`,
  `mail-preferences: ${randomToken.slice(0, 30)}, ${tail}`,
  `${head.replace('pref', '**pref**')} _${tail.slice(0, 20)}_ _${tail.slice(20)}_`,
  `[settings](${head}~~${tail}~~)`,
  `[settings](${head}<b></b>${tail})`,
  `<a href="${head}"><b>${tail}</b></a>`,
  `${head}<b></b>${tail}`,
  `${head}<i>${tail}</i>`,
  `${head}<!-- a > b -->${tail}`,
  `${head}<!-- <b> -->${tail}`,
  `${head.replace('pref', 'pre<wbr>f')}<wbr>${tail}`,
  `| a | b |\n|---|---|\n| ${head} | ${tail} |`,
  `\`${head}\` \`${tail}\``,
  `- ${head}\n- ${tail}`,
  `${head} → „${tail}“`,
  `${head}**%${hex(tail[0]!)}${tail.slice(1)}**`,
  `${head}&#42;&#42;${tail}&ast;&ast;`,
  `${head.replace(randomToken.slice(0, 30), styled(randomToken.slice(0, 30)))}${styled(tail)}`,
])('a link is found between marks: %s', async (text) => {
  const kept = await valueWithoutPersonalLinks(`Before. ${text} And the rest.`);
  expect(kept).toMatch(/^Before\. .*removed.* And the rest\.$/s);
  expect(kept.normalize('NFKC')).not.toContain(randomToken.slice(20, 30));
  expect(kept.normalize('NFKC')).not.toContain(tail.slice(0, 8));
  expect(kept.normalize('NFKC')).not.toContain(tail.slice(-4));
});

test.each([
  `my address is ${address}`,
  `_${address}_`,
  `${address.toUpperCase()} at triage dot plotline dot test`,
  `${address.slice(0, 30)}**${address.slice(30)}**@in.plan.example`,
  `<b>${address.slice(0, 30)}</b>${address.slice(30)}@in.plan.example`,
  `[${address.slice(0, 30)}](https://a.test)${address.slice(30)}@in.plan.example`,
])('an address for replies is found between marks or without its domain: %s', async (text) => {
  const kept = (await valueWithoutPersonalLinks(`Before. ${text} after`)).toLowerCase();
  expect(kept).toMatch(/^before\. .*removed.* after$/s);
  expect(kept).not.toContain(address.slice(0, 20));
  expect(kept).not.toContain(address.slice(40));
});

const signature = createHash('sha256').update('a file').digest('hex');
const file = 'attachments/019ca7f0-c4ef-7a51-b3e2-d1f00a5be001/019ca7f0-c4ef-7a51-b3e2-d1f00a5be002';
const download = (name = 'X-Amz-Signature') =>
  `https://s3.eu-west-1.amazonaws.com/files/${file}?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Expires=300&X-Amz-SignedHeaders=host&${name}=${signature}`;

test.each([
  ['an address', download()],
  ['small letters', download('x-amz-signature')],
  ['an encoded address', `https://safe.example/?url=${encodeURIComponent(download())}`],
  ['quoted-printable', download().replaceAll('=', '=3D')],
  ['a soft line break', download().replace(signature.slice(0, 9), `${signature.slice(0, 9)}=\r\n`)],
  ['a line break', download().replace(signature.slice(0, 9), `${signature.slice(0, 9)}\n> `)],
  ['marks', download().replace(signature.slice(0, 9), `**${signature.slice(0, 9)}**`)],
  ['a blank', download().replace(signature.slice(0, 9), `${signature.slice(0, 9)} `)],
  ['entities', download().replaceAll('&', '&amp;').replaceAll('=', '&#61;')],
  [
    'a form',
    JSON.stringify({ url: 'https://s3.example', fields: { key: file, 'X-Amz-Signature': signature } }),
  ],
  ['a form in JSON', JSON.stringify({ body: JSON.stringify({ key: file, 'X-Amz-Signature': signature }) })],
])('the signature of a file is found in %s, and the rest stays', async (_, text) => {
  const kept = await valueWithoutPersonalLinks(`Before. ${text} and after`);
  expect(kept).toMatch(/^Before\. .*Signature.*removed.* and after$/is);
  expect(kept).not.toContain(signature.slice(9, 60));
});

test('the signature of a file is found whatever it begins with', () => {
  for (let byte = 0; byte < 256; byte++) {
    const text = `${file}?X-Amz-Signature=${byte.toString(16).padStart(2, '0')}${signature.slice(2)}&x=1`;
    expect(withoutSecrets(text)).toBe(`${file}?X-Amz-Signature=removed&x=1`);
  }
});

test('the secret of a link to mail preferences is found alone', async () => {
  const random = createHash('sha512').update('a link').digest().subarray(16);
  const bytes = Buffer.concat([Buffer.from('019ca7f0c4ef7a51b3e2d1f00a5be001', 'hex'), random]);
  const alone = bytes.toString('base64url');
  expect(await valueWithoutPersonalLinks(`It is ${alone}, they say`)).toBe('It is removed, they say');
});

test.each([
  'https://plan.example/stories/019aad45-2656-7202-8f07-f41bba4e8298',
  'https://github.com/orgs/acme/invitations/new',
  'https://calendar.example/calendars/team-of-the-harbour-and-all-its-ships/2026-11/basic.ics',
  'Our calendars / those of 12 people in the EU and the US / are shown in A4 and A3 on Mondays, 9:30 to 10:45, in Room B2, and in R2D2 too.',
  'https://plan.example/mail-preferences/…',
  `${'a'.repeat(65)}@example.com`,
  `sha256: ${createHash('sha256').update('a text').digest('hex')}`,
  'Under mail-preferences people say in plain words what they want to get, and how often in a week of 7 days.',
  'The invitations\nof 12 people were sent on the 3rd of May, and of 40 others on the 4th; ask them @ work.',
  'Größe = 100 %; a &amp; b; C:\\\\temp; \u200bnichts davon ist ein Geheimnis, auch wenn es lang ist.',
  `X-Amz-Signature is the name of a parameter of AWS, and ${'e1d2c3b4a5f6'.repeat(5)} no signature = nothing.`,
  `https://objects.example/1/2?X-Amz-Date=20261128T120000Z&X-Amz-Signature=${signature}`,
  `See invitations (ENG-12-AB-3-CD-4), Qa7 (Ops-44), B2B/C2C, X9y8Z7 (2 API keys for ACME) or A1-B2-C3-D4-E5`,
  `See /invitations/: ENG-12, ENG-13, OPS-44 (2 API keys for ACME), and "The Rest" of 40 more from the US.`,
  `| Page | Key |\n|---|---|\n| /invitations/ | Q3 2026 | KPI-1 |\n| members | Q4 2026 | KPI-22, 'NEW' in the EU |`,
  'On 29.11.2026 at 10:30, 12:45 or 13:15 (not at 9:00) the three of us meet in Berlin, tell us here: @ada',
  'A <b>bold</b> claim: [mail-preferences](https://a.test/12) and [invitations](https://b.test/34) stay *here*.',
  `${styled('Bold words')}, ① and ™ stay as they were written, whatever the rest of the text is about.`,
  `A key of others: ${'abcdefgh12345678'.repeat(4)}, and ${address}x or ${address.slice(1)}.`,
  `commit ${'0f9a3c5b7d'.repeat(4)} and ${'e1d2c3b4a5'.repeat(4)} by ada@plan.example`,
])('other texts stay as they are: %s', async (text) => {
  expect(await valueWithoutPersonalLinks(text)).toBe(text);
});

test.each([
  '<',
  '](',
  '<!--',
  '][',
  '<!-- -->',
  '](a',
  '<a ',
  '](a(b',
  '\\',
  '=\n',
  '&#',
  'X-Amz-Signature',
  '@',
  '0a'.repeat(32),
  `${address}@`,
  '\u{1d400}',
  '*a',
  '/mail-preferences/',
  '/calendars/',
  `/calendars/${feed.slice(0, 60)}**`,
  `${head}**`,
  'v',
])('what is repeated more often takes no longer for each: %s', (part) => {
  expect(growthOf(part, withoutSecrets)).toBeLessThan(LINEAR_MAX);
});

test('a long text without secrets stays as it is, and every text of a value is reached', async () => {
  const long = 'v'.repeat(500_000) + '/mail-preferences/'.repeat(20_000);
  expect(withoutSecrets(long)).toBe(long);
  const value = { a: [{ b: `/invitations/${secret}` }], c: 1, d: null };
  expect(await valueWithoutPersonalLinks(value)).toEqual({
    a: [{ b: '/invitations/removed' }],
    c: 1,
    d: null,
  });
});
