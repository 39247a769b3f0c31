import { Linter, type Rule } from 'eslint';
import { expect, test } from 'vitest';
import { testTitles } from '../../infra/tooling/test-titles.ts';

/** The messages of the rule about the text of a test file. */
function messagesOf(text: string): string[] {
  const plugins = { plotline: { rules: { titles: testTitles as unknown as Rule.RuleModule } } };
  const found = new Linter().verify(text, [{ plugins, rules: { 'plotline/titles': 'error' } }]);
  return found.map(({ message }) => message);
}

const run = '() => {}';

test.each([
  ['of another workspace', 'begins with "of", without a comma'],
  ['with a cursor of another list', 'begins with "with", without a comma'],
  ['and again', 'begins with "and", which continues another sentence'],
  ['who has not signed in reads nothing', 'begins with "who", which continues another sentence'],
  ['it is visible to the team', 'begins with "it", which continues another sentence'],
  ['refuses what is no time zone', 'begins with the verb "refuses", without a subject'],
  ['the rest', 'is too short'],
  ['%s', 'is too short'],
  ['a member sees nobody else', 'uses the unusual word "nobody"'],
])('a title that is no sentence is found: %s', (title, problem) => {
  for (const call of ['test', 'it', 'test.each([1])', 'test.skipIf(slow)', 'test.each`a`']) {
    expect(messagesOf(`${call}('${title}', ${run})`)).toEqual([expect.stringContaining(problem)]);
  }
  expect(messagesOf(`test(\`${title}\`, ${run})`)).toEqual([expect.stringContaining(problem)]);
});

test('a title that continues its describes is read as one sentence with them', () => {
  const within = (outer: string, title: string) =>
    messagesOf(
      `describe.each([1])('${outer}', () => { describe('a cursor', () => { test('${title}', ${run}) }) })`,
    );
  expect(within('in pages,', 'of another list is refused')).toEqual([]);
  expect(within('in pages', 'of another list is refused')).toEqual([
    expect.stringContaining('The title "in pages a cursor of another list is refused" begins with "in"'),
  ]);
  expect(within('over HTTP,', 'is for nobody else')).toEqual([expect.stringContaining('"nobody"')]);
});

test.each([
  'a cursor of another list is refused',
  '%s is refused',
  'in more than 100 teams, the request must name one',
  'changes since a moment ago are three round trips',
])('a title that is a sentence is not found: %s', (title) => {
  expect(messagesOf(`test('${title}', ${run})`)).toEqual([]);
  expect(messagesOf(`pattern.test('of')`)).toEqual([]);
});
