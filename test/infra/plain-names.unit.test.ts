import { Linter, type Rule } from 'eslint';
import { parser } from 'typescript-eslint';
import { expect, test } from 'vitest';
import { plainNames } from '../../infra/tooling/plain-names.ts';

/** The messages of the rule about a text. */
function messagesOf(text: string): string[] {
  const plugins = { plotline: { rules: { names: plainNames as unknown as Rule.RuleModule } } };
  const found = new Linter().verify(text, [
    { languageOptions: { parser: parser }, plugins, rules: { 'plotline/names': 'error' } },
  ]);
  return found.map(({ message }) => message);
}

test.each([
  ['const toldBy = 1;', 'toldBy has the unusual word "told"'],
  ['const MEANT_MAX = 1;', 'MEANT_MAX has the unusual word "meant"'],
  ['function deedOf() {}', 'deedOf has the unusual word "deed"'],
  ['class ReadAgain {}', 'ReadAgain has the unusual word "again"'],
  ['for (const { id, ...beside } of []) run(id);', 'beside has the unusual word "beside"'],
  ['run((whose) => 1);', 'whose has the unusual word "whose"'],
  ['interface Page { meantStory: string }', 'meantStory has the unusual word "meant"'],
  ['type Page = { tellOwner(): void };', 'tellOwner has the unusual word "tell"'],
  ['interface Context { now: Date }', 'Context does not say of what it is'],
  ['export type Place = string;', 'Place does not say of what it is'],
])('a declared name with an unusual word is found in %s', (text, problem) => {
  expect(messagesOf(text)).toEqual([expect.stringContaining(problem)]);
});

test.each([
  ["import { toldBy } from './told.ts';", 'a name of another file'],
  ['const hotel = telegram(against, retold);', 'a word that only begins or ends like one'],
  ['interface StoryPlace { context: Context }', 'a type that says of what it is'],
  ['run({ told: 1 }.told);', 'a property, which others may have named'],
])('%s has no problem: %s', (text) => {
  expect(messagesOf(text)).toEqual([]);
});
