/** Letters that Unicode does not decompose into a base letter and an accent. */
const UNDECOMPOSED: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  þ: 'th',
};
const UNDECOMPOSED_LETTER = new RegExp(`[${Object.keys(UNDECOMPOSED).join('')}]`, 'g');

const ASCII = /^[\x20-\x7e]*$/;

/** Soft hyphens, joiners, variation selectors: what no reader sees. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;

/** Returns a text without differences of case, accents and width, so that `Ｃafé` and `cafe` are the same. */
export function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  const lower = text.normalize('NFKD').replaceAll(INVISIBLE, '').toLowerCase();
  // Only the marks of alphabets: those of Thai or Japanese distinguish letters.
  const plain = lower.replaceAll(/[\u0300-\u036f\u0483-\u0487]/g, '').normalize('NFC');
  return plain.replaceAll(UNDECOMPOSED_LETTER, (letter) => UNDECOMPOSED[letter]!);
}
