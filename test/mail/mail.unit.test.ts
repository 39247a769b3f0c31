import { describe, expect, test } from 'vitest';
import { mailIdOf, parseAddress, subjectLine } from '../../shared/identity/mail/mail.ts';
import { Html } from '../../shared/kernel/html/html.ts';
import { senderNamed } from '../../shared/kernel/net/sender-name.ts';
import { loadMailTexts } from '../../shared/identity/mail/load-mail-texts.ts';
import { renderMail } from '../../shared/identity/mail/render-mail.ts';

const t = await loadMailTexts('en');

describe('an address', () => {
  test.each([
    [' ada@example.com ', 'ada@example.com'],
    ["o'neil+list@mail.example.co.uk", "o'neil+list@mail.example.co.uk"],
    ['ada@münchen.example', 'ada@xn--mnchen-3ya.example'],
    ['ada@EXAMPLE.com', 'ada@example.com'],
  ])('of %s is written to as %s', (input, address) => {
    expect(parseAddress(input)).toBe(address);
  });

  test.each([
    '',
    'ada',
    '@example.com',
    'ada@example',
    'ada@localhost',
    'ada@127.0.0.1/x',
    'ada@example.com:25',
    // Another header, another recipient.
    'ada@example.com\r\nBcc: eve@example.com',
    'ada@example.com,eve@example.com',
    'ada@example.com eve@example.com',
    'Ada <ada@example.com>',
    '"ada"@example.com',
    // A Cyrillic а, and a Kelvin sign, which is a k in lower case.
    '\u0430da@example.com',
    '\u212Aate@example.com',
    'ada\u0000@example.com',
    'ada..b@example.com',
    `${'a'.repeat(65)}@example.com`,
    `ada@${'a'.repeat(60)}.${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(60)}.example`,
  ])('of %j is refused', (input) => {
    expect(parseAddress(input)).toBeUndefined();
  });
});

test('a subject stays on one line, whatever it is made of, and is cut by characters', () => {
  expect(subjectLine('Shipped\r\nBcc: eve@example.com\u2028now')).toBe('Shipped Bcc: eve@example.com now');
  const hostile = [
    'a\u0085Bcc: b',
    'a\u2029b',
    'a\vb\fc',
    'a\0b',
    '=?utf-8?B?DQpCY2M6IHg=?=',
    'a\u202Eb\u2066c\u200Fd',
  ];
  for (const text of hostile) {
    expect(subjectLine(text)).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]|=\?/u);
  }
  expect(subjectLine('\u{1F600}'.repeat(200))).toBe(`${'\u{1F600}'.repeat(149)}…`);
});

test('one reason has one id, and no two reasons run together', () => {
  expect(mailIdOf(['code', '1'])).toBe(mailIdOf(['code', '1']));
  expect(mailIdOf(['a', 'bc'])).not.toBe(mailIdOf(['ab', 'c']));
});

test('both parts of a mail say the same, and what people wrote stays text', () => {
  const { text, html } = renderMail(
    {
      title: '<script>alert(1)</script>',
      paragraphs: ['It is "done" & shipped.'],
      code: '123456',
      action: { label: 'See it', path: '/portals/acme/feedback/x?a=1&b="' },
      list: [{ text: 'Boats & more', path: '/portals/acme/feedback/items/boats' }],
      footer: 'You voted for it.',
    },
    { t, baseUrl: 'https://plan.example', preferencesUrl: 'https://plan.example/u' },
  );
  expect(html).not.toContain('<script');
  expect(html).not.toMatch(/https?:\/\/(?!plan\.example)/);
  for (const part of [
    'It is "done" & shipped.',
    '123456',
    'See it',
    'You voted for it.',
    'Boats & more',
    'https://plan.example/u',
  ]) {
    expect(text).toContain(part);
  }
  expect(html).toContain('123456');
  expect(html).toContain('href="https://plan.example/portals/acme/feedback/x?a=1&#38;b=&#34;"');
});

test.each([
  ['Tidepool', '"Tidepool (via Plotline)" <no-reply@plan.example>'],
  ['The "Pool" \\ Co', '"The \\"Pool\\" \\\\ Co (via Plotline)" <no-reply@plan.example>'],
  ['Pool\r\nBcc: eve@example.com', '"Pool Bcc: [address removed] (via Plotline)" <no-reply@plan.example>'],
])('a portal is the sender by its name, at our own address: %s', (name, shown) => {
  expect(senderNamed(name, 'Plotline <no-reply@plan.example>')).toBe(shown);
  expect(senderNamed(name, 'no-reply@plan.example')).toBe(shown);
  expect(senderNamed(undefined, 'Plotline <no-reply@plan.example>')).toBe('Plotline <no-reply@plan.example>');
});

const NO_REPLY = 'Plotline <no-reply@plan.example>';

/** The name of a sender that is sent as encoded words. */
function decoded(sender: string): string {
  const [, words = ''] = /^((?:=\?UTF-8\?B\?[\w+/=]+\?= ?)+) <no-reply@plan\.example>$/.exec(sender)!;
  for (const word of words.split(' ')) expect(word.length).toBeLessThanOrEqual(75);
  return words
    .split(' ')
    .map((word) => Buffer.from(word.slice(10, -2), 'base64').toString())
    .join('');
}

test.each(['Häfen & Möwen', 'Café '.repeat(30).trim(), '=?utf-8?B?ZXZl?= & Co'])(
  'a name that is not plain is sent as encoded words, none too long: %s',
  (name) => {
    const shown = [...name].slice(0, 60).join('').trim();
    expect(decoded(senderNamed(name, NO_REPLY))).toBe(`${shown} (via Plotline)`);
  },
);

test.each(['潮だまり'.repeat(30), '🦀'.repeat(120), 'नमस्ते '.repeat(17)])(
  'a name is cut where SES would refuse the sender, which may have 320 bytes as it is sent: %s',
  (name) => {
    const sender = senderNamed(name, NO_REPLY);
    expect(sender.length).toBeLessThanOrEqual(320);
    const [shown = ''] = decoded(sender).split(' (via Plotline)');
    expect(shown.length).toBeGreaterThan(20);
    expect(name.startsWith(shown)).toBe(true);
  },
);

test.each([
  ['security@bank.example', '"[address removed] (via Plotline)" <no-reply@plan.example>'],
  ['Bank <it@bank.example>', '"Bank <[address removed]> (via Plotline)" <no-reply@plan.example>'],
  [`Bank${'\u3000'.repeat(50)}x`, '"Bank x (via Plotline)" <no-reply@plan.example>'],
])('a name shows no other address, and does not push ours out of sight: %s', (name, sender) => {
  expect(senderNamed(name, NO_REPLY)).toBe(sender);
});

test('a mail of a portal has its colors and name, and the whole update with links to the service', () => {
  const { html } = renderMail(
    { title: 'Shipped', paragraphs: [], footer: 'You follow it.' },
    {
      t,
      baseUrl: 'https://plan.example',
      brand: {
        name: 'Tidepool',
        color: '#0f766e',
        path: '/portals/tidepool/feedback',
        logo: '/portal-images/1',
      },
      published: {
        text: 'See *this*',
        markup: new Html(
          '<h2>More</h2><table><thead><tr><th>a</th></tr></thead></table><p><a href="/x">this</a><img src="/i" srcset="/n 1w" sizes="9vw"></p><pre><code>a = 1</code></pre>',
        ),
      },
    },
  );
  expect(html).toContain('#0f766e');
  expect(html).not.toContain('#3448c5');
  expect(html).toContain('href="https://plan.example/portals/tidepool/feedback"');
  expect(html).toContain('<a class="plain" style="color:#0f766e" href="https://plan.example/x">this</a>');
  expect(html).toContain('src="https://plan.example/i"');
  expect(html).toMatch(
    /<img\s+src="https:\/\/plan\.example\/portal-images\/1"\s+alt=""\s+width="32"\s+height="32"[^>]*>\s*<bdi>Tidepool/,
  );
  expect(html).toMatch(/<th style="[^"]*border:1px solid/);
  // A heading of the text is no larger than the title, and cells do not touch.
  expect(html).toMatch(/<h2 style="font-size:17px;[^>]*>More/);
  expect(html).toMatch(/<thead><tr><th style="padding:[^>]*>a/);
  expect(html).toMatch(/<pre style="[^"]*background-color:[^"]*monospace[^"]*"><code style="[^"]*monospace/);
  // Some programs would look for it next to the mail.
  expect(html).not.toContain('/n 1w');
});
