import { describe, expect, test } from 'vitest';
import { ApiError } from '../../shared/kernel/core/errors.ts';
import { parseFilter } from '../../shared/planning/filters/filter-language.ts';

/** What a filter means, written shortly: `&`, `|`, `!` with brackets around all parts, `'text'` for texts. */
function meaning(filter: string): string {
  const { expression, sort } = parseFilter(filter);
  const shown = (one: typeof expression): string => {
    if (one === undefined) return '';
    if ('text' in one) return `'${one.text}'`;
    if ('not' in one) return `!${shown(one.not)}`;
    if ('word' in one) {
      const values = one.word.values.map(({ text, quoted }) => (quoted ? `<${text}>` : text));
      return `${one.word.key}:${values.join(',')}`;
    }
    const [parts, sign] = 'all' in one ? [one.all, '&'] : [one.any, '|'];
    return `(${parts.map(shown).join(` ${sign} `)})`;
  };
  return shown(expression) + (sort ? ` by ${sort.join(',')}` : '');
}

test.each<[string, string]>([
  ['is:open OR priority:high', '(is:open | priority:high)'],
  ['is:open priority:high OR is:blocked', '((is:open & priority:high) | is:blocked)'],
  ['is:open AND (priority:high OR is:blocked)', '(is:open & (priority:high | is:blocked))'],
  ['(is:open OR is:blocked) -label:bug', '((is:open | is:blocked) & !label:bug)'],
  ['NOT label:bug', '!label:bug'],
  ['NOT (label:bug OR label:ui)', '!(label:bug | label:ui)'],
  ['-(label:bug is:open)', '!(label:bug & is:open)'],
  ['NOT(is:open)OR(is:blocked)', '(!is:open | is:blocked)'],
  ['NOT NOT is:open', '!!is:open'],
  ['((is:open))', 'is:open'],
  ['is:open login OR pass word', "((is:open & 'login') | 'pass word')"],
  ['login is:open page', "(is:open & 'login page')"],
  ['NOT login', "!'login'"],
  ['-login', "'-login'"],
  ['sort:-priority is:open OR is:blocked', '(is:open | is:blocked) by -priority'],
  ['is:open OR is:blocked sort:due', '(is:open | is:blocked) by due'],
  ['readPage() f(x)', "'readPage() f(x)'"],
  ['(call readPage())', "'call readPage()'"],
  ['"OR" "(" login', `'"OR" "(" login'`],
  ['ORDER NOTE ANDROID', "'ORDER NOTE ANDROID'"],
  ['search and replace or die', "'search and replace or die'"],
  ['is:open search and replace', "(is:open & 'search and replace')"],
  ['label:"none"', 'label:<none>'],
  ['label:none,"none"', 'label:none,<none>'],
  [String.raw`label:"say \"hi\""`, 'label:<say "hi">'],
  [String.raw`label:"C:\temp\\"`, String.raw`label:<C:\temp\>`],
  ['label:bug, "needs design"', 'label:bug,<needs design>'],
  ['label:bug, is:open', '(label:bug & is:open)'],
  ['label:bug, OR is:open', '(label:bug | is:open)'],
  ['label:a(b)', 'label:a(b)'],
  ['label:"(a OR b)"', 'label:<(a OR b)>'],
  ['at 10:30 https://x.example', "'at 10:30 https://x.example'"],
  ['walrus | 🦭', "'walrus | 🦭'"],
  ['- 🦭 walrus,🦭', "'- 🦭 walrus,🦭'"],
  ['label:🦭,"🦭 🦭"', 'label:🦭,<🦭 🦭>'],
  ['🚀 OR →', "('🚀' | '→')"],
  ['', ''],
])('%s means %s', (filter, expected) => {
  expect(meaning(filter)).toBe(expected);
});

test.each(['read(x)', 'f(a:b)', '"login(priority:high)"', 'call(f(x))'])('%s is searched for', (filter) => {
  expect(messageOf(filter)).toMatch(/^accepted: /);
});

const messageOf = (filter: string): string => {
  try {
    return `accepted: ${meaning(filter)}`;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.fields[0]!.message;
  }
};

describe('what cannot be said is refused with the way to say it', () => {
  test.each<[string, string]>([
    ['is:open OR', 'has OR without a condition on both sides'],
    ['OR is:open', 'has OR without a condition on both sides'],
    ['is:open OR OR is:done', 'has OR without a condition on both sides'],
    ['AND', 'has AND without a condition'],
    ['is:open AND OR is:done', 'without a condition on both sides'],
    ['is:open NOT', 'has NOT without a condition behind it; to search for the word, put it into quotes'],
    ['(is:open OR ) is:done', 'has OR without a condition'],
    ['(is:open', 'has a ( without its ); add it'],
    ['NOT (', 'has a ( without its ); add it'],
    ['(', 'has a ( without its ); add it'],
    ['is:open -((', 'has a ( without its ); add it'],
    ['🦭 OR (🦭', 'has a ( without its ); add it'],
    ['🦭)', 'has a ) without its (; add it'],
    ['OR 🦭', 'has OR without a condition on both sides'],
    ['due: 2026-11-02', 'has due: without a value; write it right after the colon, as in label:bug'],
    ['date:today', 'did you mean due:?'],
    ['is:open)', 'has a ) without its (; add it'],
    [':)', 'put what has the bracket into quotes'],
    ['()', 'has (), brackets without a condition'],
    ['label:(bug OR ui)', '(label:a OR label:b) or label:a,b'],
    ['login(priority:high)', 'has a ( with a condition directly behind a word; put a blank before it'],
    ['is:open(label:a OR label:b)', 'put a blank before it'],
    ['"login page"(-label:a)', 'put a blank before it'],
    ['(is:open sort:due) is:done', 'has sort: in brackets'],
    ['is:open OR sort:due', 'sort: in brackets or behind an operator'],
    ['-sort:due', 'sort:-priority'],
    ['is:open or priority:high', 'has or next to a condition; write OR'],
    ['is:open Or login', 'write OR'],
    ['is:open and priority:high', 'write AND'],
    ['is:open not label:bug', 'write NOT'],
    ['is:open || is:done', 'has ||; write OR'],
    ['is:open && is:done', 'has &&; write a space or AND'],
    ['!label:bug', 'write -label:bug'],
    ['priority:high & is:open', 'has & next to a condition; write a space or AND'],
    ['priority:high ＆ is:open', 'write a space or AND'],
    ['login & is:open', 'write a space or AND'],
    ['(is:open OR is:done) & label:bug', 'write a space or AND'],
    ['is:open | is:done', 'has | next to a condition; write OR, or put it into quotes'],
    ['is:open ｜ is:done', 'write OR'],
    ['is:open + label:bug', 'write a space or AND'],
    ['is:open , label:bug', 'write a space for both, or OR'],
    ['is:open ; label:bug', 'write a space for both, or OR'],
    ['is:open / is:done', 'write OR'],
    ['! label:bug', 'has ! next to a condition; write NOT'],
    ['is:open !(label:bug)', 'has !(; write -( or NOT ('],
    ['priority=high', 'write priority:high'],
    ['label!=bug', 'write -label:bug'],
    ['due<=2w', 'write due:<=2w'],
    ['author:me', 'did you mean reporter:?'],
    ['milestone:Now', 'did you mean sprint:?'],
    ['sort:due sort:created', 'more than once'],
    ['is:open - label:Bug', 'write - right before what is not wanted, as in -label:bug'],
    ['is:open – label:Bug', 'write - right before what is not wanted'],
    ['- label:Bug', 'write - right before what is not wanted'],
    ['is:open -- (label:a OR label:b)', 'write - right before what is not wanted'],
    ['NOT - label:Bug', 'write - right before what is not wanted'],
    ['priority:high = is:open', 'has = next to a condition; leave it out'],
    ['is:open • label:Bug', 'has • next to a condition; leave it out'],
    ['· is:open · label:Bug', 'has · next to a condition; leave it out'],
    ['login │ is:open', 'has │ next to a condition; leave it out'],
    ['is:open ... label:Bug', 'leave it out'],
    ['& is:open', 'write a space or AND'],
    ['--label:Bug', 'has --label:Bug; write -label:Bug for what is not wanted'],
    ['—label:Bug', 'write -label:Bug'],
    ['!tag:Bug', 'write -tag:Bug'],
    ['!cf.severity:high', 'write -cf.severity:high'],
    ['+label:Bug', 'has +label:Bug; write label:Bug'],
    ['•label:Bug', 'write label:Bug'],
    ['--(is:open)', 'has --(; write -( or NOT ('],
    ['+(is:open)', 'write ( without it'],
    ['cf.severity=high', 'write cf.severity:high'],
    ['state=Done', 'write status:Done'],
    ['priority = high', 'has priority = high; write priority:high'],
    ['login priority= "very high"', 'write priority:"very high"'],
    ['due ≤2w', 'write due:<=2w'],
    ['status != Done', 'write -status:Done'],
    ['status : Done', 'write status:Done'],
    ['status is Done', 'has status is Done; write status:Done, or put it into quotes'],
    ['is:open status IS NOT Done', 'write -status:Done'],
    ['status is "In Progress" AND is:open', 'write status:"In Progress"'],
    ['status is In Progress and is:open', 'write status:"In Progress"'],
    ['label in (Bug, Needs design)', 'write label:Bug,"Needs design"'],
    ['is:open AND label NOT IN ("Bug", Design)', 'write -label:"Bug",Design'],
    ['label:"Bug', 'has a " without its second one; add it'],
    ['label:a,"Bug is:open', 'has a " without its second one'],
    ['label:27"', 'has a " without its second one'],
    ['"needs design is:open', 'has a " without its second one'],
    ['27" is:open', 'has a " without its second one'],
    [Array.from({ length: 51 }, () => 'is:open').join(' OR '), 'more than 50 conditions'],
  ])('%s: %s', (filter, expected) => {
    expect(messageOf(filter)).toContain(expected);
  });

  test.each([
    ['R & D', "'R & D'"],
    ['&', "'&'"],
    ['→', "'→'"],
    ['🚀', "'🚀'"],
    ['is:open 🚀', undefined],
    ['is:open "&" label:bug', undefined],
    ['a | b', "'a | b'"],
    ['a + b', "'a + b'"],
    ['is:open &', undefined],
    ['is:open -', undefined],
    ['-', "'-'"],
    ['•', "'•'"],
    ['=', "'='"],
    ['→ label:bug', undefined],
    ['is:open 🇩🇪 label:bug', undefined],
    ['is:open "-" label:bug', undefined],
    ['"status is Done"', `'"status is Done"'`],
    ['is:open "label in (a, b)"', undefined],
    ['login page status is wrong', "'login page status is wrong'"],
    ['label is cut off on phones', "'label is cut off on phones'"],
    ['27" monitor', `'27" monitor'`],
    ['"needs des', `'"needs des'`],
    ['https://x.example/?a=b', "'https://x.example/?a=b'"],
  ])('signs that no condition is behind are searched for: %s', (filter, expected) => {
    if (expected === undefined) expect(() => parseFilter(filter)).not.toThrow();
    else expect(meaning(filter)).toBe(expected);
  });

  test('brackets can be as deep as a filter is long', () => {
    expect(meaning(`${'('.repeat(245)}x${')'.repeat(245)}`)).toBe("'x'");
    expect(messageOf('('.repeat(500))).toContain('has');
  });
});
