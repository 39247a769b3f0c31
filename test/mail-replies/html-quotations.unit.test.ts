import { expect, test } from 'vitest';
import { replyTextOf } from '../../shared/feedback/mail-replies/reply-text.ts';
import { parseMail } from '../../shared/identity/inbound-mail/parsed-mail.ts';

const HEAD = '<b>Minn:</b> Ada Löwe<br><b>Mibgħut:</b> Il-Ħadd<br><b>Suġġett:</b> Ideat';

const textOf = async (html: string): Promise<string> => {
  const head =
    'From: Ada <ada@example.com>\r\nSubject: Re: Dark mode\r\nContent-Type: text/html; charset=utf-8';
  return (await parseMail(Buffer.from(`${head}\r\n\r\n${html}`)))!.text;
};

test.each([
  [
    'Outlook on the web',
    `<div>Yes, please.</div><div id="appendonsend"></div><hr><div id="divRplyFwdMsg" dir="ltr">${HEAD}</div><div>The idea</div>`,
  ],
  [
    'the new Outlook',
    `<div>Yes, please.</div><div id="mail-editor-reference-message-container"><div>${HEAD}</div><p>The idea</p></div>`,
  ],
  [
    'Outlook for Windows',
    `<p>Yes, please.</p><div><div style='border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm'><p>${HEAD}</p></div></div><p>The idea</p>`,
  ],
  [
    'Outlook of a forwarded reply',
    `<div>Yes, please.</div><div id="x_divRplyFwdMsg">${HEAD}</div><div>The idea</div>`,
  ],
  [
    'Gmail',
    '<div dir="ltr">Yes, please.</div><br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">Il-Ħadd, Ada kitbet:<br></div><blockquote class="gmail_quote" style="margin:0">The idea</blockquote></div>',
  ],
  [
    'Thunderbird',
    '<div class="moz-cite-prefix">Il-Ħadd, Ada kitbet:<br></div><blockquote type="cite">The idea</blockquote><p>Yes, please.</p>',
  ],
])('a reply in HTML alone is without what %s quotes, in any language', async (_, html) => {
  expect(replyTextOf(await textOf(html), 'Re: Dark mode')).toBe('Yes, please.');
});

test('a mail that is forwarded in HTML keeps what it forwards', async () => {
  const html = `<div>See below.</div><div class="gmail_quote"><div class="gmail_attr">---------- Forwarded message ---------<br>Minn: Ada</div>The <b>idea</b></div>`;
  const text = await textOf(html);
  expect(text).toContain('Minn: Ada');
  expect(text).toContain('The **idea**');
});

test('a border that someone draws quotes nothing', async () => {
  const html = '<p>First.</p><div style="border-top:solid red 3px"><p>Second.</p></div>';
  expect(replyTextOf(await textOf(html))).toBe('First.\n\nSecond.');
});
