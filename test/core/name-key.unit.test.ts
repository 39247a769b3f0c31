import { expect, test } from 'vitest';
import { nameKey, trimmedName } from '../../shared/kernel/core/name-key.ts';

/** The same name in two forms, in the scripts of 20 languages and more. */
const same: [string, string, string][] = [
  ['German', 'Qualität', 'QUALITÄT'.normalize('NFD')],
  ['German, sharp s', 'Straße', 'STRASSE'],
  ['French', 'Éléments à vérifier', 'éléments à vérifier'.normalize('NFD')],
  ['Spanish', 'Diseño', 'DISEN\u0303O'],
  ['Portuguese', 'Avaliação', 'avaliac\u0327a\u0303o'],
  ['Polish', 'Źródło', 'ŹRÓDŁO'.normalize('NFD')],
  ['Czech', 'Příští', 'PŘÍŠTÍ'.normalize('NFD')],
  ['Vietnamese', 'Chất lượng', 'CHẤT LƯỢNG'.normalize('NFD')],
  ['Turkish', 'İnceleme', 'I\u0307nceleme'],
  ['Greek, final sigma', 'Έλεγχος', 'ΈΛΕΓΧΟΣ'],
  ['Russian', 'Ошибка й', 'ОШИБКА Й'.normalize('NFD')],
  ['Ukrainian', 'Їжак', 'їжак'.normalize('NFD')],
  ['Armenian, ligature', 'Թև', 'թեւ'],
  ['Georgian', 'ხარისხი', 'ᲮᲐᲠᲘᲡᲮᲘ'],
  ['Arabic, presentation forms', 'خطأ', '\uFEA7\uFEC4\uFE84'],
  ['Persian, joiner', 'می\u200cخواهم', 'میخواهم'],
  ['Hebrew, presentation forms', 'שׁלום', '\uFB2Aלום'],
  ['Hindi, nukta', 'क़िस्म', 'क\u093cिस्म'],
  ['Bengali', 'মান য়', 'মান \u09AF\u09BC'],
  ['Tamil', 'தரம் கொ', 'தரம் க\u0BC6\u0BBE'],
  ['Thai', 'คุณภาพ', 'คุณ\u200bภาพ'],
  ['Japanese, half width', 'バグ', 'ﾊﾞｸﾞ'],
  ['Japanese, full width', 'ＢＵＧ１', 'bug1'],
  ['Korean', '품질', '품질'.normalize('NFD')],
  ['Chinese, compatibility', '金', '\uF90A'],
  ['Ligature', 'ﬁx', 'FIX'],
  ['Emoji, selector', '❤', '❤\uFE0F'],
  ['two blanks', 'Needs design', 'needs  design'],
  ['no-break space', 'Needs design', 'Needs\u00a0design'],
  ['ideographic space', 'Needs design', 'Needs\u3000design'],
  ['zero width space', 'Needs design', 'Needs\u200b design'],
  ['soft hyphen', 'Needs design', 'Needs de\u00adsign'],
  ['byte order mark', 'Needs design', '\ufeffNeeds design'],
  ['edges', 'Needs design', ' \u2003Needs design\u200b '],
];

test.each(same)('%s: %s and %s are one name', (_, one, other) => {
  expect(nameKey(other)).toBe(nameKey(one));
});

test.each([
  ['café', 'cafe'],
  ['Kızıl', 'Kizil'],
  ['résumé', 'resume'],
  ['ガ', 'カ'],
  ['C', 'C++'],
  ['a b', 'ab'],
  ['🚀', '🎉'],
  ['e-mail', 'email'],
  ['日', '曰'],
])('%s and %s are two names', (one, other) => {
  expect(nameKey(other)).not.toBe(nameKey(one));
});

test('a key is its own key', () => {
  for (const [, one, other] of same) {
    for (const name of [one, other]) expect(nameKey(nameKey(name))).toBe(nameKey(name));
  }
});

test('a stored name keeps what is inside, composed and without blanks at the edges', () => {
  expect(trimmedName(' \u200bQualita\u0308t  A\u00a0\ufeff')).toBe('Qualität  A');
  expect(trimmedName('می\u200cخواهم')).toBe('می\u200cخواهم');
});
