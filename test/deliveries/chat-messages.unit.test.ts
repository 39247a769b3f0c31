import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ChatMessage } from '../../shared/events/chats/chat-kind.ts';
import { slack } from '../../shared/events/chats/slack.ts';
import { teams } from '../../shared/events/chats/teams.ts';
import { linesOf, readSlack, readTeams } from './chat-services.ts';

const LINK = 'https://plan.acme.dev/stories/019aa1c3';

const told = (fields: Partial<ChatMessage> = {}): ChatMessage => ({
  title: 'ENG-12 Fix the login',
  activities: ['Ada Lovelace created it.', 'Grace Hopper moved it to Done.'],
  link: LINK,
  ...fields,
});

const inSlack = (message: ChatMessage) => readSlack(JSON.stringify(slack.toMessage(message)));
const inTeams = (message: ChatMessage) => readTeams(JSON.stringify(teams.toMessage(message)));

test('a message of Slack has the story, who did what, a link, and a text for notifications', () => {
  expect(inSlack(told())).toMatchObject({
    text: 'ENG-12 Fix the login: Ada Lovelace created it. Grace Hopper moved it to Done.',
    blocks: [
      { type: 'header', text: { type: 'plain_text', text: 'ENG-12 Fix the login' } },
      { type: 'section', text: { text: 'Ada Lovelace created it.\nGrace Hopper moved it to Done.' } },
      { type: 'context', elements: [{ text: `<${LINK}|Open in Plotline>` }] },
    ],
  });
  expect(inSlack(told({ link: null })).blocks).toHaveLength(2);
});

test('a card of Teams has the story, who did what, and a link', () => {
  const card = inTeams(told());
  expect(linesOf(card)).toEqual([
    'ENG-12 Fix the login',
    'Ada Lovelace created it.',
    'Grace Hopper moved it to Done.',
  ]);
  expect(card.actions).toEqual([{ type: 'Action.OpenUrl', title: 'Open in Plotline', url: LINK }]);
  expect(inTeams(told({ link: null })).actions).toBeUndefined();
});

const HOSTILE = [
  '<!channel> <!here|x> <@U123> <#C123> <https://evil.example|Sign in>',
  '@here @channel @everyone @ada',
  '<at>Everyone</at> [Sign in](https://evil.example) ![](http://evil.example/x.png)',
  '*bold* _italic_ ~struck~ `code` ```\nblock\n``` # Heading\n- item\n> quote',
  'www.evil.example mailto:a@b.example &lt;!channel&gt; &amp;',
  'Right \u202eto left\u0000 and \ud800 lone',
];

test.each(HOSTILE)('what people write is no mention, link or formatting in Slack: %j', (text) => {
  const message = slack.toMessage(told({ title: text, activities: [text] }));
  const written = JSON.stringify({ ...message, blocks: (message as any).blocks.slice(0, 2) });
  expect(written).not.toMatch(/<|>|&(?!(amp|lt|gt);)/);
  expect(written).not.toMatch(/@\w|\w:\/\/|www\./);
  // Formatting is read in mrkdwn only.
  expect(message).toMatchObject({
    mrkdwn: false,
    blocks: [{ text: { type: 'plain_text' } }, { text: { type: 'plain_text' } }, {}],
  });
});

test.each(HOSTILE)('what people write is no mention, link or formatting in Teams: %j', (text) => {
  const card = inTeams(told({ title: text, activities: [text] }));
  expect(linesOf(card).join('\n')).not.toMatch(/<\/?at|@\w|\w:\/\/|www\.|\]\(/);
  // Text runs are not read as Markdown, unlike text blocks.
  expect(card.body.map(({ type }) => type)).toEqual(['RichTextBlock', 'RichTextBlock']);
});

test('text is readable as it was written, but for invisible characters', () => {
  const title = '*Fix* <b> & "a_b" [x](y) 🦀 日本 @ada';
  const visible = (text: string) => text.replaceAll('\u2060', '');
  expect(visible(linesOf(inTeams(told({ title })))[0]!)).toBe(title);
  const shown = inSlack(told({ title }))
    .text.replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
  expect(visible(shown)).toContain(title);
});

test('messages of any length are taken by both, and say what they left out', () => {
  const long = fc.record({
    title: fc.string({ minLength: 1, maxLength: 2_000, unit: 'grapheme' }),
    activities: fc.array(
      fc.string({
        minLength: 1,
        maxLength: 1_000,
        unit: fc.constantFrom('&', '@a', '<', '🦀', '日', 'a', '"'),
      }),
      {
        minLength: 1,
        maxLength: 60,
      },
    ),
  });
  fc.assert(
    fc.property(long, ({ title, activities }) => {
      const message = told({ title: `ENG-1 ${title}`, activities });
      inSlack(message);
      const lines = linesOf(inTeams(message)).slice(1);
      if (lines.length < activities.length)
        expect(lines.at(-1)).toBe(`… and ${activities.length - lines.length + 1} more`);
    }),
  );
});

test.each([
  [200, 'ok', undefined],
  [429, 'rate_limited', { error: 'Slack responded with 429 (rate_limited).' }],
  [400, 'invalid_payload', { error: 'Slack responded with 400 (invalid_payload).' }],
  [500, '<html>', { error: 'Slack responded with 500.' }],
  [404, 'no_service', { error: 'Slack responded with 404 (no_service).', gone: true }],
  [403, 'invalid_token', { error: 'Slack responded with 403 (invalid_token).', gone: true }],
  [410, '', { error: 'Slack responded with 410.', gone: true }],
])('Slack answers %d %s', (status, body, refusal) => {
  expect(slack.refusal({ status, body })).toEqual(refusal);
});

test.each([
  [202, '', undefined],
  [200, '1', undefined],
  [
    200,
    'Webhook message delivery failed with error: … returned HTTP error 429',
    { error: expect.any(String) },
  ],
  [429, '', { error: 'Microsoft Teams responded with 429.' }],
  [404, '', { error: 'Microsoft Teams responded with 404.', gone: true }],
  [410, '', { error: 'Microsoft Teams responded with 410.', gone: true }],
])('Teams answers %d %s', (status, body, refusal) => {
  expect(teams.refusal({ status, body })).toEqual(refusal);
});
