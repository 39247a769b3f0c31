import { expect, test } from 'vitest';
import { mentionedIn, splitAtMentions } from '../../shared/planning/news/mentions.ts';

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
