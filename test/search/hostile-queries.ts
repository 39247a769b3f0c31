import fc from 'fast-check';

/** What means something to FTS5, SQL or other search engines. */
const syntax = [
  '"',
  '""',
  "'",
  '*',
  '^',
  '(',
  ')',
  '((',
  '{',
  '}',
  ':',
  '+',
  '-',
  '--',
  '%',
  '_',
  '\\',
  ';',
  ',',
  '.',
  '~',
  'AND',
  'OR',
  'NOT',
  'NEAR',
  'NEAR(a b, 5)',
  'title:',
  '{title body}:',
  'rowid',
  'rank',
  'words MATCH',
  '/*',
  'a*',
  '"a b"*',
  '^a',
  '-"',
  '"-',
  'a OR',
  'NOT a',
  "'; DROP TABLE document; --",
  '?1',
  ':x',
  '@y',
  '$z',
  '\u0301',
  '\u200d',
  '\u202e',
  '\ufeff',
  '👩‍👩‍👧',
  '\u{1f3fd}',
  '\u{1f1e9}\u{1f1ea}',
  'ﷺ',
  'İ',
  'ß',
  'ǆ',
  '東',
  '東京都',
  'ก',
  'กำ',
  '한국어',
];

/** Searches that should find something or nothing, but never fail. */
export const hostileQueries: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      fc.constantFrom(...syntax),
      fc.string({ unit: 'grapheme', maxLength: 12 }),
      fc.string({ unit: 'binary', maxLength: 6 }),
      fc.constantFrom(' ', '  ', '\t'),
      fc.integer({ min: 1, max: 200 }).map((length) => 'a'.repeat(length)),
    ),
    { minLength: 1, maxLength: 20 },
  )
  .map((parts) => parts.join('').slice(0, 600));

/** Searches that take as long as one can make them, from the words that a model has most often. */
export const heavyQueries = (common: readonly string[]): string[] => [
  common.slice(0, 24).join(' '),
  `${common.slice(0, 24).join(' ')} zzzz`,
  `${common.slice(0, 23).join(' ')} a`,
  'a',
  's',
  'a b c d e f g h i j k l m n o p q r s t u v w x',
  `"${common.slice(0, 8).join(' ')}"`,
  `${common
    .slice(0, 20)
    .map((word) => `-${word}`)
    .join(' ')} the`,
  // Words that mean the same as many others, and typing errors.
  'add delete fix bug error crash hang slow improve update docs test config login user show find wrong missing rename',
  'intergration manifets databse reposotory confguration authenication documntation implmentation recieve seperate occured enviroment sucessful defintion refernce respone',
];
