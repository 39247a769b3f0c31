import { expect, test } from 'vitest';
import { plainTextOf } from '../../shared/feedback/markdown/plain-text.ts';

test.each([
  [
    'paragraphs stay apart, and marks go',
    '## News\n\nWe **listened**,\nat _last_.\n\nBye',
    'News\n\nWe listened,\nat last.\n\nBye',
  ],
  [
    'a link is followed by its address',
    'See [the idea](https://example.com/x).',
    'See the idea (https://example.com/x).',
  ],
  [
    'an address alone is said once',
    'https://example.com and www.example.com',
    'https://example.com and www.example.com',
  ],
  [
    'lists have dashes or numbers',
    'So:\n- one\n  - two\n- three\n\n3. a\n4. b',
    'So:\n\n- one\n  - two\n- three\n\n3. a\n4. b',
  ],
  ['boxes are characters', '- [x] done\n- [ ] open', '- ☑ done\n- ☐ open'],
  ['quotes are marked as in mail', '> Why?\n> So.\n\nYes', '> Why?\n> So.\n\nYes'],
  ['code is kept', 'Run `x`:\n\n```sh\na\n  b\n```', 'Run x:\n\na\n  b'],
  ['rows are lines', 'T\n\n| a | b |\n| - | - |\n| 1 | 2 |\n| 3 | 4 |', 'T\n\na | b\n1 | 2\n3 | 4'],
  ['what is no Markdown is as it was', 'Plain & <b>simple</b>', 'Plain & <b>simple</b>'],
])('the text part of a mail shows Markdown as plain text: %s', (_, markdown, text) => {
  expect(plainTextOf(markdown)).toBe(text);
});
