import { expect, test } from 'vitest';
import { mentionedIn } from '../../shared/planning/news/mentions.ts';

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
