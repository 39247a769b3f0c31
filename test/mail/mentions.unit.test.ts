import { expect, test } from 'vitest';
import { renderComment, renderCommentForMembers } from '../../shared/feedback/markdown/markdown.ts';
import { withMentions } from '../../shared/pages/planning/mentions-view.ts';
import { mentionedIn } from '../../shared/planning/news/mentioned-in.ts';
import { splitAtMentions } from '../../shared/planning/news/mentions.ts';
import { growthOf, LINEAR_MAX } from '../support/growth.ts';

const people = [
  { id: 'ada', name: 'Ada Lovelace' },
  { id: 'grace', name: 'Grace Hopper' },
  { id: 'other-grace', name: 'Grace Kelly' },
  { id: 'zoe', name: 'Zoë' },
];

test.each([
  ['@ada please look', ['ada']],
  ['Ask @Ada Lovelace, or @zoë.', ['ada', 'zoe']],
  ['@Grace could be two people', []],
  ['@grace hopper is one', ['grace']],
  ['write to max@ada.example', []],
  ['@adamant is nobody', []],
  ['(@ADA)', ['ada']],
])('the mentions of a comment are found: %s', (text, expected) =>
  expect(mentionedIn(text, people)).toEqual(expected),
);

test('a text is split at its mentions, each as long as possible', () => {
  const written = '@Ada Lovelace and (@grace kelly), not a@zoë or @Adamant';
  const parts = splitAtMentions(written, [...people, { id: 'other-zoe', name: 'Zoë' }]);
  expect(parts).toEqual([
    { text: '@Ada Lovelace', ids: ['ada'] },
    { text: ' and (', ids: [] },
    { text: '@grace kelly', ids: ['other-grace'] },
    { text: '), not a@zoë or @Adamant', ids: [] },
  ]);
  expect(splitAtMentions('@@zoë', [...people, { id: 'other-zoe', name: 'Zoë' }])).toEqual([
    { text: '@', ids: [] },
    { text: '@zoë', ids: ['zoe', 'other-zoe'] },
  ]);
  expect(splitAtMentions('', people)).toEqual([]);
});

test.each([
  ['@ada/member of the packages', []],
  ['see @ada/2fa', []],
  ['@ada@social.example', []],
  ['@ada.example is a handle', []],
  ['@zoë.ada', []],
  ['@zoë/日本', []],
  ['@ada. Then @zoë/', ['ada', 'zoe']],
  ['@ada./?', ['ada']],
  ['@ada… and @zoë@', ['ada', 'zoe']],
  ['(@ada)/x', ['ada']],
])('a mention ends where a name or an address does not go on: %s', (text, expected) =>
  expect(mentionedIn(text, people)).toEqual(expected),
);

test('a slash between two mentions is none of a path', () => {
  expect(mentionedIn('@Ada/@Zoë', people)).toEqual(['ada', 'zoe']);
  expect(mentionedIn('e.test/@Ada/@Zoë', people)).toEqual([]);
});

test.each(['a.', 'a+', 'a-', 'a:', '1.', 'a', 'e.test/', '@Ada/', 'e.test/ @Ada '])(
  'mentions in longer texts take no longer for each character: %s',
  (part) => expect(growthOf(part, (text) => splitAtMentions(`${text}@`, people))).toBeLessThan(LINEAR_MAX),
);

/** Whom the page of a comment shows as mentioned. */
const shownIn = (text: string): string[] => {
  const people = [{ id: 'max', name: 'Max Power' }];
  const { text: page } = withMentions(renderCommentForMembers(text), { people, memberId: 'max' });
  return page.includes('class="mention own"') ? ['max'] : [];
};

test.each([
  ['Hi @Max', true],
  ['**@Max**, see *@max power*', true],
  ['- a list with @Max', true],
  ['## @Max', true],
  ['| a | b |\n|---|---|\n| @Max | 2 |', true],
  ['＠ＭＡＸ', true],
  ['@Max\u00a0Power', true],
  ['> quoted\n\n@Max', true],
  ['`code` @Max', true],
  ['Not `@Max`', false],
  ['``a ` @Max``', false],
  ['```\n@Max\n```', false],
  ['~~~js\n@Max()\n~~~', false],
  ['    @Max', false],
  ['- item\n\n      @Max', false],
  ['> @Max said so', false],
  ['> > deeper\n> @Max', false],
  ['- > @Max', false],
  ['\\@Max', false],
  ['a &#64;Max', false],
  ['https://social.example/@Max', false],
  ['[@Max](https://social.example)', false],
  ['<https://social.example/@Max>', false],
  ['![@Max](https://social.example/a.png)', false],
  ['![](https://social.example)@Max', false],
  ['![a picture](https://social.example)@Max', true],
  ['max@max.example', false],
  ['mailto:@max', true],
  ['@Maximilian', false],
  ['你好@Max', true],
  ['สวัสดีครับ@Max', true],
  ['ありがとう@Max', true],
  ['안녕@Max님', true],
  ['你好@Max，请看', true],
  ['@Max请看www.example.com', true],
  ['@Maxさん', true],
  ['你好@Maximilian', false],
  ['用户@max.example', false],
  ['用户@max-例子.中国', false],
  ['你好max@max', false],
  ['привет@Max', false],
  ['www.e.com/@Max', false],
  ['(see www.e.com/users/@Max)', false],
  ['e.com:8080/?u=@Max', false],
  ['看www.e.com/@Max', false],
  ['看www.e.com/a，@Max', true],
  ['www.e.com/a @Max', true],
  ['Ada/@Max, and/or/@Max', false],
  ['/@Max', false],
  ['localhost/@Max', false],
  ['see www.youtube.com/@Max Power', false],
  ['chrome://a;@Max', false],
  ['ftp://u@max.example/', false],
  ['(ftp://u@max)', false],
  ['<https://e.test>@Max', false],
  ['www.e.test/**@Max**', false],
  ['see https://e.test/a, @Max', true],
  ['see https://e.test,@Max', true],
  ['https://e.test/a\n@Max', true],
  ['- https://e.test/a\n- @Max', true],
  ['| https://e.test/a | @Max |\n|---|---|', true],
  ['[a page](https://e.test)@Max', true],
  ['git+ssh://用户@Max/a', false],
  ['http://localhost:3000/?u=@Max', false],
  ['localhost:3000/?u=@Max', false],
  ['127.0.0.1/?u=@Max', false],
  ['e.test?u=@Max', false],
  [`e.test/${'a/'.repeat(300)}?u=@Max`, false],
  ['e.test?@Max', true],
  ['10:00/11:00 @Max', true],
  ['e.test/a @Max', true],
  ['これ@Max Power さん', true],
  ['これ@Max Powerさん', true],
  ['@Maxサン', true],
  ['@Max님', true],
  ['@Maxครับ', true],
])('a mention notifies where readers see one: %j, %j', (text, isMention) => {
  const mentioned = mentionedIn(text, [{ id: 'max', name: 'Max Power' }]);
  expect(mentioned).toEqual(isMention ? ['max'] : []);
  expect(shownIn(text)).toEqual(mentioned);
});

test.each([
  ['José', 'jose\u0301'],
  ['Nguyễn An', '@NGUYỄN AN'.normalize('NFD').slice(1)],
  ['한글', '한글'.normalize('NFD')],
  ['Οδυσσεύς', 'Οδυσσεύς'],
  ['Müller-Lüdenscheidt', 'MÜLLER-LÜDENSCHEIDT'],
  ['佐藤', '佐藤'],
  ['佐藤', '佐藤さん'],
])('%s is mentioned as %s', (name, written) => {
  expect(mentionedIn(`(@${written})`, [{ id: 'one', name }])).toEqual(['one']);
});

test.each([
  ['Groß', '@GROSS', true],
  ['Max', '@Max\u00adimilian', false],
  ['Max', 'a\u200b@Max', false],
  ['Max', '\u200b@Max\u200b', true],
  ['Max', '@\u200bMax', false],
  ['علی', '@علی\u200cرضا', false],
  ['علی\u200cرضا', '@علیرضا', true],
  ['𞤀𞤣', '@𞤀𞤣𞤢', false],
  ['𞤀𞤣', '𞤢@𞤀𞤣', false],
  ['𞤀𞤣', '@𞤀𞤣 𞤢', true],
])('names in mentions are those that readers see: %s in %j', (name, text, isMention) => {
  expect(mentionedIn(text, [{ id: 'one', name }])).toEqual(isMention ? ['one'] : []);
});

test('a name that a word of its own script goes on from mentions no one', () => {
  expect(mentionedIn('@佐藤健', [{ id: 'one', name: '佐藤' }])).toEqual([]);
  expect(mentionedIn('@민수님', [{ id: 'one', name: '민수' }])).toEqual([]);
});

test('the longest name is meant, and no shorter one of someone else', () => {
  const both = [
    { id: 'max', name: 'Max' },
    { id: 'power', name: 'Max Power' },
  ];
  expect(mentionedIn('@Max Power', both)).toEqual(['power']);
  expect(mentionedIn('@Max, power', both)).toEqual(['max']);
});

test('an escaped sign is read as a sign, and hides no address from the public', () => {
  expect(renderCommentForMembers('\\@Max').text).toBe('<p><span>@</span>Max</p>\n');
  expect(renderComment('write to max\\@ada.example').text).not.toContain('ada.example');
});
