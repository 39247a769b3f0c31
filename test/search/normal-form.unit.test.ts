import { expect, test } from 'vitest';
import { finderOf, snippetOf } from '../../shared/kernel/words/highlight.ts';
import { parseTextQuery } from '../../shared/kernel/words/text-query.ts';
import { signsOf, wordsOf } from '../../shared/kernel/words/words.ts';
import { newTextModel, searchIn } from './text-model.ts';

/** The same text as different keyboards, file systems and old systems write it. */
const same: readonly (readonly string[])[] = [
  ['ガラス', 'ガラス'.normalize('NFD'), 'ｶﾞﾗｽ'],
  ['プロジェクト', 'プロジェクト'.normalize('NFD'), 'ﾌﾟﾛｼﾞｪｸﾄ'],
  ['サービス', 'ｻｰﾋﾞｽ', 'サービス'.normalize('NFD')],
  ['한국어', '한국어'.normalize('NFD'), '한국어'.normalize('NFKD')],
  ['言葉', '\u2f94葉'],
  ['Größe', 'Größe'.normalize('NFD'), 'Ｇｒöße'],
  ['tiếng Việt', 'tiếng Việt'.normalize('NFD')],
  ['หน้าจอ', 'หน้าจอ'.normalize('NFD')],
  ['नियम क़ानून', 'नियम क़ानून'.normalize('NFC'), 'नियम क\u093cानून'],
  ['version 12', 'ｖｅｒｓｉｏｎ　１２'],
  ['office', 'oﬃce'],
];

test.each(same)('a text is found however it is composed and however wide it is: %s', async (...forms) => {
  const texts = forms.map((title, at) => ({ id: `${at}`, title: `前 ${title} 後`, description: '' }));
  const inBodies = forms.map((description, at) => ({ id: `b${at}`, title: 'x', description }));
  const model = await newTextModel([...texts, ...inBodies, { id: 'other', title: 'y', description: 'z' }]);
  for (const query of [...forms, ...forms.map((form) => `"${form}"`)])
    expect(searchIn(model, query).toSorted(), query).toEqual(
      [...texts, ...inBodies].map(({ id }) => id).sort(),
    );
});

test.each(same)('what is marked is what is written: %s', (...forms) => {
  for (const query of forms) {
    const finder = finderOf(parseTextQuery(query), []);
    for (const form of forms) {
      const text = `㌔ ½ ｶﾞ… ${form}, ﾊﾟ ${form}`;
      const marked = finder.rangesIn(text).map(({ start, end }) => text.slice(start, end));
      expect(marked.join(' '), text).toBe(`${form} ${form}`.replaceAll('　', ' '));
      expect(finder.mayBeIn(text)).toBe(true);
      expect(snippetOf(`${'ﾊﾟ '.repeat(200)}${form}`, finder)).toContain(form.replaceAll('　', ' '));
    }
  }
});

test('signs are found as they are written', () => {
  expect(signsOf('→ ™ ！').map(({ start }) => start)).toEqual([0, 2, 4]);
  expect(wordsOf('™ ℃ →')).toEqual([]);
});
