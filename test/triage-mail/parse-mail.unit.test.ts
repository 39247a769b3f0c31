import { expect, test } from 'vitest';
import { LINES_MAX, parseMail } from '../../shared/identity/inbound-mail/parsed-mail.ts';
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

test('a mail of more lines than its parser has memory for is unreadable', async () => {
  const body = '\r\n'.repeat(LINES_MAX);
  expect(await parsed(mailOf('triage@plotline.test', { body }))).toBeUndefined();
});
