import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromJira } from '../../../cli/import/presets/jira-markup.ts';
import type { Preset } from '../../../cli/import/presets/preset.ts';
import { presets } from '../../../cli/import/presets/presets.ts';

const attachments = new Map([
  ['shot.png', 'https://acme.test/1/shot.png'],
  ['my plan.pdf', 'https://acme.test/2/my%20plan.pdf'],
]);

test.each([
  // Headings and effects on text.
  ['h1. Title', '# Title'],
  ['my_var_name and _this_', 'my_var_name and *this*'],
  ['h1. Biggest\nh6. Smallest', '# Biggest\n###### Smallest'],
  ['*strong* _emphasis_ ??citation?? -deleted-', '**strong** *emphasis* *citation* ~~deleted~~'],
  ['+inserted+ and ^raised^ and ~lowered~', 'inserted and raised and lowered'],
  ['H{~}2{~}O and 10{^}6{^}', 'H₂O and 10⁶'],
  ['wo{*}r{*}d and {_}all{_}', 'wo**r**d and *all*'],
  ['*_both_* and _*both*_', '***both*** and ***both***'],
  ['{{a_b}} and {{a\\_b}}', '`a_b` and `a_b`'],
  ['bq. Said\nthen', '> Said\n\nthen'],
  ['He: {quote}one\n\ntwo{quote} so', 'He:\n\n> one\n>\n> two\n\nso'],
  ['{color:red}look *here*!{color}', 'look **here**!'],
  ['wo{color:#ff0000}*r*{color}d', 'wo**r**d'],
  // Breaks.
  ['one \\\\ two', 'one  \ntwo'],
  ['above\n----\nbelow', 'above\n\n---\n\nbelow'],
  // Links.
  ['[https://a.test/x_y_z]', '<https://a.test/x_y_z>'],
  ['[the *site*|https://a.test/(x)]', '[the **site**](<https://a.test/(x)>)'],
  ['[https://a.test|https://a.test|smart-link]', '<https://a.test>'],
  ['[Site|https://a.test|smart-card]', '[Site](https://a.test)'],
  ['[mail|mailto:ada@a.test]', '[mail](mailto:ada@a.test)'],
  ['[here|#top] {anchor:top}there', 'here there'],
  ['[~ada] and [~accountid:5b]', '@ada and @5b'],
  ['[^my plan.pdf] and [^gone.zip]', '[my plan.pdf](https://acme.test/2/my%20plan.pdf) and gone.zip'],
  // Pictures.
  ['!shot.png!', '![shot.png](https://acme.test/1/shot.png)'],
  ['see !shot.png|width=300,height=20!.', 'see ![shot.png](https://acme.test/1/shot.png).'],
  ['!https://a.test/b.gif|thumbnail!', '![](https://a.test/b.gif)'],
  ['!my plan.pdf! !gone.png|thumbnail!', '[my plan.pdf](https://acme.test/2/my%20plan.pdf) gone.png'],
  // Lists, of mixed kinds.
  ['* a\n** b\n*# c\n*# d\n* e', '* a\n  * b\n  1. c\n  1. d\n* e'],
  ['# a\n#* b\n#** c\n# d', '1. a\n   * b\n     * c\n1. d'],
  ['- a\n-- b\n - c', '- a\n  - b\n- c'],
  ['* a {code:java}\nx;\n{code}\n* b', '* a\n  ```java\n  x;\n  ```\n* b'],
  // Tables.
  ['||a||b||\n|1|[x|https://a.test]|', '|a|b|\n| --- | --- |\n|1|[x](https://a.test)|'],
  ['|a\nb|{{c|d}}|', '| | |\n| --- | --- |\n|a b|`c\\|d`|'],
  ['||h|v|\n||k|w|', '| | |\n| --- | --- |\n|**h**|v|\n|**k**|w|'],
  ['||ok||\n|(/)|\n|(x)|', '|ok|\n| --- |\n|✅|\n|❌|'],
  // Code, as it is.
  ['{noformat}\n*as it is*\n{noformat}', '```\n*as it is*\n```'],
  ['`ls *a* -b-` and *c*', '`ls *a* -b-` and **c**'],
  ['{code:title=A.java|borderStyle=solid}\n*a*\n{code}', '**A.java**\n\n```\n*a*\n```'],
  ['{noformat}\n```\n{quote}\n{noformat}', '````\n```\n{quote}\n````'],
  ['in {noformat}*a* `b`{noformat} words', 'in `` *a* `b` `` words'],
  [
    '{panel:title=My|bgColor=#fff}\nsee [x|https://a.test]\n{panel}',
    '> **My**\n>\n> see [x](https://a.test)',
  ],
  ['{panel}\n* a\n{panel}', '> * a'],
  ['{expand:More}\n{code}\na\n\n\nb\n{code}\n{expand}', '> **More**\n>\n> ```\n> a\n>\n>\n> b\n> ```'],
  // Escapes.
  ['\\{code} and \\*stars\\*', '{code} and \\*stars\\*'],
  ['(/) done', '✅ done'],
])('the notation %j becomes %j', (wiki, markdown) => {
  expect(fromJira(wiki, attachments)).toBe(markdown);
});

test.each([
  'Great! It works! Thanks!',
  'Call +49 30 1234567 or +1 (555) 010-99, ext. -3 to -1.',
  'x+y+z, a^2 + b^2, 2*3*4, ~/dir and ~/other, ~5 to ~6',
  'path/_a_/x, __init__, snake_case_name and _private',
  'x = *p; y = *q; f(*args, **kwargs); SELECT *, count(*)',
  '"*" or "*", \'_a\', (char *)p, (int *)q, **/*.ts and *.js',
  'C:\\\\Users\\\\ada, C:\\temp, \\\\server\\share\\x and a regex such as [^a-z]+[0-9]',
  '{0} of {1}, ${{ secrets.KEY }}, {{ name }}, {quote} and {code} without an end, {color:red}',
  '-_- ^_^ o_O :) ;) (x) (y) wow!!! really??',
  'an [array] of [a|b], |x| and |y|, a || b, [PAY-1]',
  '-- Ada',
  '---',
  'see https://a.test/a_b_c/-d-/*e*?f=_g_ there',
])('%j is text', (text) => {
  expect(fromJira(text)).toBe(text);
});

test('an argument with a star stays next to bold words', () => {
  expect(fromJira('f(*args) and *bold*')).toBe('f(*args) and **bold**');
});

const word = fc.constantFrom(
  'Ada',
  'sends',
  'größer',
  'the',
  'файл',
  'x',
  'of',
  'done',
  '東京',
  "don't",
  'e-mail',
);
const odd = fc.oneof(
  fc.integer({ min: 0, max: 9_999 }).map((n) => `+${n}`),
  fc.integer({ min: 0, max: 9_999 }).map((n) => `-${n}`),
  fc.tuple(word, word).map((pair) => pair.join('_')),
  fc
    .tuple(word, fc.constantFrom('*', '+', '^', '/', '=', '->', '::', '&&', '??', '\\'), word)
    .map((parts) => parts.join('')),
  fc.constantFrom(
    '*',
    '-',
    '–',
    '+',
    '=',
    '|',
    '||',
    '#1',
    '~',
    '&',
    '@ada',
    '<b>',
    '*/',
    '/*',
    '!=',
    '?',
    '[ ]',
  ),
  fc.constantFrom(
    '*ptr',
    '&ref',
    '--force',
    '-rf',
    '_id',
    '~/x',
    '$HOME',
    '%s',
    '{0}',
    '`ls -l`',
    '(+1)',
    'v1.2-rc',
  ),
  fc.constantFrom(
    '+49',
    '(030)',
    '555-0100',
    '10:30',
    '50%',
    '"so"',
    '(sic)',
    'a[i]',
    'f(x)',
    'http://a.test/_b_',
  ),
);
const end = fc.constantFrom('.', '!', '?', '...', '!!', ':', '');
const sentence = fc
  .tuple(word, fc.array(fc.oneof(word, odd), { maxLength: 12 }), end)
  .map(([first, rest, last]) => `${[first, ...rest].join(' ')}${last}`);

test('10,000 sentences with signs, code and telephone numbers stay as they are', () => {
  fc.assert(
    fc.property(sentence, (text) => {
      expect(fromJira(text)).toBe(text);
    }),
    { numRuns: 10_000 },
  );
});

const preset: Preset = presets.jira;

test('pictures of a row in Jira lead to its attachments', () => {
  const { values, details } = preset.tidy!({
    Description: 'See !shot.png|width=300!',
    Comment: ['12/Mar/26 3:04 PM;ada;[^plan.pdf]'],
    Attachment: [
      '12/Mar/26 3:04 PM;ada;shot.png;https://acme.test/1/shot.png',
      '12/Mar/26 3:04 PM;ada;plan.pdf;https://acme.test/2/plan.pdf',
    ],
  });
  expect(values['description']).toBe('See ![shot.png](https://acme.test/1/shot.png)');
  expect(details?.comments?.[0]?.text).toBe('[plan.pdf](https://acme.test/2/plan.pdf)');
});
