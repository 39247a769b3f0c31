import { expect, test } from 'vitest';
import {
  hasTooManyLines,
  SHORT_LINE_MAX_BYTES,
  SHORT_LINES_MAX,
} from '../../shared/identity/inbound-mail/line-limit.ts';
import { parseInThread, PARSE_MAX_MS } from '../../shared/identity/inbound-mail/parse-in-thread.ts';
import { parseMail } from '../../shared/identity/inbound-mail/parsed-mail.ts';
import { mailOf } from './mail-api.ts';

const parsed = (raw: string) => parseMail(Buffer.from(raw));

test('what people do not see is no title, and hidden letters are in no text', async () => {
  const hidden = String.fromCodePoint(0xe0041, 0xe0042);
  const subject = `=?utf-8?B?${Buffer.from(`\u200b\u2060${hidden}`).toString('base64')}?=`;
  const mail = await parsed(mailOf('triage@plotline.test', { subject, body: `Hello${hidden}!` }));
  expect(mail).toMatchObject({ subject: 'Mail without a subject', text: 'Hello!' });
});

test('images of HTML become their words, so that reading tells no sender', async () => {
  const body = '<p>Look: <img src="https://track.example/1.gif" alt="a chart"> and <img src="cid:x"></p>';
  const headers = ['Content-Type: text/html; charset=utf-8'];
  const mail = await parsed(mailOf('triage@plotline.test', { headers, body }));
  expect(mail!.text).toBe('Look: a chart and');
});

test('a mail may have as many short lines as people send, and any number of those that files have', () => {
  const lines = (line: string, count: number) => Buffer.from(`${line}\r\n`.repeat(count));
  expect(hasTooManyLines(lines('short', SHORT_LINES_MAX))).toBe(false);
  expect(hasTooManyLines(lines('short', SHORT_LINES_MAX + 1))).toBe(true);
  const file = 'x'.repeat(SHORT_LINE_MAX_BYTES - 1);
  expect(hasTooManyLines(lines(file, SHORT_LINES_MAX + 1))).toBe(false);
  expect(hasTooManyLines(lines(file.slice(2), SHORT_LINES_MAX + 1))).toBe(true);
});

test('text without an end is cut before it is looked at', async () => {
  const mail = await parsed(mailOf('triage@plotline.test', { body: 'word\r'.repeat(200_000) }));
  expect(mail!.text).toHaveLength(499_999);
});

test('a thread reads of a mail what the parser reads', async () => {
  const file = Buffer.from([0, 255, 10, 13, 128]).toString('base64');
  const part = (encoding: string, content: string) =>
    `--b\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${content}\r\n`;
  const body = [
    part('8bit', 'Grüße\r\n\r\naus \u6771\u4eac'),
    part('quoted-printable', 'caf=C3=A9 =\r\nau lait'),
    part('base64\r\nContent-Disposition: attachment; filename=a.bin', file),
    part('8bit\r\nContent-Disposition: attachment; filename=b.txt', 'line 1\r\nline 2'),
    part('8bit\r\nContent-Disposition: attachment; filename=empty.txt', ''),
    '--b--',
  ].join('');
  const headers = ['Content-Type: multipart/mixed; boundary=b'];
  const raw = Buffer.from(mailOf('triage@plotline.test', { headers, body }));
  const mail = await parseMail(raw);
  expect(mail).toMatchObject({ text: 'Grüße\n\naus \u6771\u4eac\n\ncafé au lait' });
  expect(mail!.files.map(({ bytes }) => bytes.length)).toEqual([5, 14, 1]);
  expect(await parseInThread(raw, PARSE_MAX_MS)).toEqual(mail);
});

test('a parse that is not done in time is ended, and one that a parser refuses is unreadable', async () => {
  expect(await parseInThread(Buffer.from(mailOf('triage@plotline.test')), 0)).toBe('took too long');
  const nested = Array.from({ length: 300 }, (_, at) => {
    const type = `Content-Type: multipart/mixed; boundary=b${at}`;
    return `${type}\r\n\r\n--b${at}\r\n`;
  });
  expect(await parseInThread(Buffer.from(nested.join('')), PARSE_MAX_MS)).toBe('unreadable');
});

test('Japanese text in ISO-2022-JP is read where no charset says it', async () => {
  const body = '\u001b$BL@F|$N%m%0%$%s2hLL$rD>$7$F$/$@$5$$!#\u001b(B';
  const subject = '\u001b$B%@!<%/%b!<%I\u001b(B';
  const mail = await parsed(
    mailOf('triage@plotline.test', { subject, body, headers: ['Content-Type: text/plain'] }),
  );
  expect(mail).toMatchObject({ subject: 'ダークモード', text: '明日のログイン画面を直してください。' });
});

test.each([
  'Automatic reply: Dark mode',
  'Out of Office',
  'Automatische Antwort: Dark mode',
  'Abwesenheitsnotiz: Dark mode',
  'Réponse automatique : Dark mode',
  'Respuesta automática: Dark mode',
  'Risposta automatica: Dark mode',
  'Autosvar: Dark mode',
  'Automatisk besvarelse: Dark mode',
  'Ude af kontoret: Dark mode',
  'Ikke på kontoret',
  'Out of office – back on 3 December',
  'Out of Office until 3 December',
  'OOO: Dark mode',
  'Mimo kanceláriu: Dark mode',
  'Szabadságon: Dark mode',
  'Odpowiedź automatyczna: Dark mode',
  'Автоответ: Dark mode',
  '自動応答: Dark mode',
])('a mail with the subject %j is an automatic reply', async (text) => {
  const subject = `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`;
  expect(await parsed(mailOf('triage@plotline.test', { subject, body: 'I am away.' }))).toMatchObject({
    isAutomatic: true,
  });
});

test.each([
  'Re: Automatic reply: Dark mode',
  'Out of office days in the calendar',
  'Automatic replies are lost',
  'Frånvaro – visa i kalendern',
])('a mail with the subject %j is written by a person', async (subject) => {
  expect(await parsed(mailOf('triage@plotline.test', { subject, body: 'Hello' }))).toMatchObject({
    isAutomatic: false,
  });
});

test.each([
  'X-Autoreply-From: mia@customer.test',
  'X-Vacation: yes',
  'Return-Path: <>',
  'X-Autogenerated: Reply',
])('a mail with the field %s is an automatic one', async (field) => {
  const mail = await parsed(mailOf('triage@plotline.test', { headers: [field], body: 'I am away.' }));
  expect(mail).toMatchObject({ isAutomatic: true });
});
