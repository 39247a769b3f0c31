import { expect, test } from 'vitest';
import { replyTextOf } from '../../shared/feedback/mail-replies/reply-text.ts';

const QUOTED = `> Ada answered on: Dark mode
>
> Which of your screens is it about?
>
> See the conversation: https://plan.example/portals/tidepool
>
> -- ${''}
> You get this because you follow an idea on Tidepool.`;
const BARE = QUOTED.replaceAll(/^> ?/gm, '');

/** What programs write around the answer `Yes, please.`, by program and language. */
const programs: Readonly<Record<string, string>> = {
  'Gmail, English': `Yes, please.

On Tue, Nov 24, 2026 at 10:12 AM Tidepool (via Plotline) <
no-reply@mail.example> wrote:

${QUOTED}
`,
  'Gmail, German': `Yes, please.

Am Di., 24. Nov. 2026 um 10:12 Uhr schrieb Tidepool (via Plotline) <
no-reply@mail.example>:

${QUOTED}`,
  'Gmail, French': `Yes, please.

Le mar. 24 nov. 2026 à 10:12, Tidepool (via Plotline) <no-reply@mail.example> a
écrit :

${QUOTED}`,
  'Gmail, Spanish': `Yes, please.

El mar, 24 nov 2026 a las 10:12, Tidepool (via Plotline) (<no-reply@mail.example>)
escribió:

${QUOTED}`,
  'Gmail, Japanese': `Yes, please.

2026年11月24日(火) 10:12 Tidepool (via Plotline) <no-reply@mail.example>:

${QUOTED}`,
  'Gmail, Arabic': `Yes, please.

في الثلاثاء، ٢٤ نوفمبر ٢٠٢٦ في ١٠:١٢ ص تمت كتابة ما يلي بواسطة Tidepool <
no-reply@mail.example>:

${QUOTED}`,
  'Gmail, Italian': `Yes, please.

Il giorno mar 24 nov 2026 alle ore 10:12 Tidepool <no-reply@mail.example> ha
scritto:

${QUOTED}`,
  'Apple Mail, English': `Yes, please.

> On 24 Nov 2026, at 10:12, Tidepool (via Plotline) <no-reply@mail.example> wrote:
>${' '}
${QUOTED}`,
  'iPhone, English': `Yes, please.

Sent from my iPhone

> On 24 Nov 2026, at 10:12, Tidepool (via Plotline) <no-reply@mail.example> wrote:
>${' '}
> \uFEFF
${QUOTED}`,
  'iPhone, German': `Yes, please.

Von meinem iPhone gesendet

> Am 24.11.2026 um 10:12 schrieb Tidepool (via Plotline) <no-reply@mail.example>:
>${' '}
${QUOTED}`,
  'Apple Mail, French': `Yes, please.

Envoyé de mon iPad

> Le 24 nov. 2026 à 10:12, Tidepool <no-reply@mail.example> a écrit\u00a0:
>${' '}
${QUOTED}`,
  'iPhone, Japanese': `Yes, please.

iPhoneから送信

2026/11/24 10:12、Tidepool <no-reply@mail.example>のメール:

${QUOTED}`,
  'Outlook, English': `Yes, please.

________________________________
From: Tidepool (via Plotline) <no-reply@mail.example>
Sent: Tuesday, November 24, 2026 10:12 AM
To: Mia <mia@customer.example>
Subject: Ada answered on: Dark mode

${BARE}`,
  'Outlook, German': `Yes, please.

Von: Tidepool (via Plotline) <no-reply@mail.example>
Gesendet: Dienstag, 24. November 2026 10:12
An: Mia <mia@customer.example>
Betreff: Ada answered on: Dark mode

${BARE}`,
  'Outlook, French': `Yes, please.

De : Tidepool (via Plotline) <no-reply@mail.example>
Envoyé : mardi 24 novembre 2026 10:12
À : Mia <mia@customer.example>
Objet : Ada answered on: Dark mode

${BARE}`,
  'Outlook, Japanese': `Yes, please.

差出人: Tidepool (via Plotline) <no-reply@mail.example>
送信日時: 2026年11月24日 10:12
宛先: Mia <mia@customer.example>
件名: Ada answered on: Dark mode

${BARE}`,
  'Outlook, its HTML as Markdown': `Yes, please.

**From:** Tidepool (via Plotline) <no-reply@mail.example>
**Sent:** Tuesday, November 24, 2026 10:12 AM
**Subject:** Ada answered on: Dark mode

${BARE}`,
  'Outlook of old': `Yes, please.

-----Original Message-----
${BARE}`,
  'Outlook on a phone': `Yes, please.

Get Outlook for iOS<https://aka.ms/o0ukef>
________________________________
From: Tidepool <no-reply@mail.example>
Sent: Tuesday, November 24, 2026 10:12:00 AM

${BARE}`,
  'Yahoo, which marks no quoted lines': `Yes, please.

    On Tuesday, November 24, 2026 at 10:12:00 AM GMT+1, Tidepool <no-reply@mail.example> wrote:

${BARE}`,
  'Thunderbird, with a signature': `Yes, please.

--${' '}
Mia Miller
Customer Ltd.`,
  'mutt, which writes below': `On Tue, Nov 24, 2026 at 10:12:00AM +0100, Tidepool wrote:
${QUOTED}

Yes, please.

--${' '}
Mia`,
  'no line between the answer and what is quoted': `Yes, please.
On Tue, Nov 24, 2026 at 10:12 AM Tidepool <no-reply@mail.example> wrote:
${QUOTED}`,
  'nothing quoted': 'Yes, please.',
};

test.each(Object.entries(programs))('%s: only the answer remains', (_, text) => {
  expect(replyTextOf(text)).toBe('Yes, please.');
});

test('the text between quoted lines remains, in its order', () => {
  const text = `On 24 Nov 2026 Tidepool wrote:
> Which screen?
The first.

> And when?
At night.`;
  expect(replyTextOf(text)).toBe('The first.\n\nAt night.');
});

test('text that only looks like a quotation remains', () => {
  const text = `Am Montag schrieb mir der Support:
das geht nicht.

From: what I know, it does.

On reflection, what she wrote:
- one
- two

--- or so ---`;
  expect(replyTextOf(text)).toBe(text);
});

/** The head of a quoted mail as Outlook writes it: sender, time, recipient and subject. */
const heads: Readonly<Record<string, string>> = {
  Danish: `Fra: Tidepool <no-reply@mail.example>
Sendt: 24. november 2026 10:12
Til: Mia <mia@customer.example>
Emne: Ada answered on: Dark mode`,
  Italian: `Da: Tidepool <no-reply@mail.example>
Inviato: martedì 24 novembre 2026 10:12
A: Mia <mia@customer.example>
Oggetto: Ada answered on: Dark mode`,
  Portuguese: `De: Tidepool <no-reply@mail.example>
Enviado: terça-feira, 24 de novembro de 2026 10:12
Para: Mia <mia@customer.example>
Assunto: Ada answered on: Dark mode`,
  Polish: `Od: Tidepool <no-reply@mail.example>
Wysłano: wtorek, 24 listopada 2026 10:12
Do: Mia <mia@customer.example>
Temat: Ada answered on: Dark mode`,
  Russian: `От: Tidepool <no-reply@mail.example>
Отправлено: вторник, 24 ноября 2026 г. 10:12
Кому: Mia <mia@customer.example>
Тема: Ada answered on: Dark mode`,
  Chinese: `发件人: Tidepool <no-reply@mail.example>
发送时间: 2026年11月24日 10:12
收件人: Mia <mia@customer.example>
主题: Ada answered on: Dark mode`,
  'a language that is not known': `Wan: Tidepool <no-reply@mail.example>
Skipun: 24. nofember 2026 10:12
Tu: Mia <mia@customer.example>
Mál: Ada answered on: Dark mode`,
  'bold letters, without addresses': `**Wan:** Tidepool
**Skipun:** 24. nofember 2026 10:12
**Mál:** Ada answered on: Dark mode`,
};

test.each(Object.entries(heads))('the mail that Outlook quotes in %s is no part of the answer', (_, head) => {
  expect(replyTextOf(`Yes, please.\n\n${head}\n\n${BARE}`, 'RE: Ada answered on: Dark mode')).toBe(
    'Yes, please.',
  );
});

test.each([
  'On 24/11/2026 10:12, Tidepool wrote:',
  'Den 24.11.2026 10.12, skrev Tidepool:',
  'Il 24/11/2026 10:12, Tidepool ha scritto:',
  'Em 24/11/2026 10:12, Tidepool escreveu:',
  'W dniu 24.11.2026 o 10:12, Tidepool pisze:',
  'Op 24-11-2026 om 10:12 schreef Tidepool:',
  '24.11.2026 10:12, Tidepool пишет:',
  'On Tue, Nov 24,\n2026 at 10:12 AM, Tidepool wrote:',
])('the introduction %j of marked lines needs no address', (introduction) => {
  expect(replyTextOf(`Yes, please, by 5 pm.\n${introduction}\n${QUOTED}`)).toBe('Yes, please, by 5 pm.');
});

test('lines of the writer that resemble an introduction or a head stay', () => {
  const text = `On page 2 of the manual you wrote:
the export has 3 columns.

Am 5. Punkt schrieb ich:
es sind 12.

Name: Mia
Date: 24 November 2026 10:00
Place: Oslo

It crashes on my iPhone`;
  expect(replyTextOf(text, 'Re: Dark mode')).toBe(text);
});

test.each([
  'Enviado do meu iPhone',
  'Inviato da iPhone',
  'Sendt fra min iPhone',
  'Wysłane z iPhone’a',
  'Verzonden vanaf mijn iPhone',
  'Skickat från min iPhone',
  'Lähetetty iPhonesta',
  'Odesláno z iPhonu',
  'Odoslané z iPhonu',
  'Poslané z môjho iPhonu',
  'Poslano z mojega iPhona',
  'Enviat des del meu iPhone',
  'Išsiųsta iš mano „iPhone“',
  'Nosūtīts no mana iPhone',
  'Sent via my Samsung Galaxy smartphone',
  'מה-iPhone שלי נשלח',
  'Odesláno z mobilu',
  'Отправлено с iPhone',
  'iPhone’umdan gönderildi',
  '发自我的 iPhone',
  '나의 iPhone에서 보냄',
  'Hent Outlook til iOS<https://aka.ms/o0ukef>',
  'Pobierz program Outlook dla systemu iOS',
  '-----Oprindelig meddelelse-----',
])('a phone or program adds %j, which is no part of the answer', (line) => {
  expect(replyTextOf(`Yes, please.\n\n${line}`)).toBe('Yes, please.');
});

test.each([
  'Sent from the office, I hope',
  'Get the mail',
  'Outlook is what I use',
  'I sent it from my phone',
])('the last line %j is the writer’s', (line) => {
  expect(replyTextOf(`Yes.\n${line}`)).toBe(`Yes.\n${line}`);
});

test('a reply that only quotes is empty', () => {
  expect(replyTextOf(QUOTED)).toBe('');
  expect(replyTextOf(`\n\nOn 24 Nov 2026, at 10:12, Tidepool wrote:\n\n${QUOTED}`)).toBe('');
});

test('a long text of lines that might begin a quotation takes no long time', () => {
  const line = `On 1 ${'a <'.repeat(100)}`;
  const text = Array.from({ length: 20_000 }, () => line).join('\n');
  expect(replyTextOf(text)).toBe(text);
});

test('a long last line that might be added by a phone takes no long time', () => {
  const text = `Yes\n${'Von meinem'}${' gesendet'.repeat(200_000)}\u2028x`;
  expect(replyTextOf(text)).toBe(text);
});
