/** An encoding that is not Unicode, with its name for people. */
export interface LegacyEncoding {
  label: string;
  name: string;
}

const WINDOWS_1252: LegacyEncoding = { label: 'windows-1252', name: 'Windows-1252 (Latin-1)' };
const WINDOWS_1250: LegacyEncoding = { label: 'windows-1250', name: 'Windows-1250 (Central European)' };
const WINDOWS_1251: LegacyEncoding = { label: 'windows-1251', name: 'Windows-1251 (Cyrillic)' };
const WINDOWS_1253: LegacyEncoding = { label: 'windows-1253', name: 'Windows-1253 (Greek)' };
const WINDOWS_1254: LegacyEncoding = { label: 'windows-1254', name: 'Windows-1254 (Turkish)' };
const KOI8: LegacyEncoding = { label: 'koi8-r', name: 'KOI8-R' };
const MACINTOSH: LegacyEncoding = { label: 'macintosh', name: 'Mac OS Roman' };

/** How much of a file is looked at: what a language looks like is soon seen. */
const SAMPLE_BYTES = 64 * 1024;

/** Which encoding bytes that are no UTF-8 are in, by what their text would look like in each. */
export function guessEncoding(bytes: Buffer): LegacyEncoding {
  const sample = sampleOf(bytes);
  return eastAsian(sample) ?? (hasRuns(sample) ? cyrillicOrGreek(sample) : latin(sample)) ?? WINDOWS_1252;
}

/** The lines that have bytes beyond ASCII: a table can begin with very many that have none. */
function sampleOf(bytes: Buffer): Buffer {
  const first = bytes.findIndex((byte) => byte > 0x7f);
  const begin = bytes.lastIndexOf(0x0a, first) + 1;
  const end = bytes.lastIndexOf(0x0a, begin + SAMPLE_BYTES) + 1;
  return bytes.subarray(begin, end > first ? end : begin + SAMPLE_BYTES);
}

const decode = (bytes: Buffer, label: string): string => new TextDecoder(label).decode(bytes);
const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** Frequent characters of each language, and words of the headings of trackers. */
const eastAsianTraits: readonly (LegacyEncoding & { usual: RegExp; least: number })[] = [
  { label: 'shift_jis', name: 'Shift JIS', usual: /[\u3041-\u30fe]/g, least: 0.25 },
  { label: 'euc-jp', name: 'EUC-JP', usual: /[\u3041-\u30fe]/g, least: 0.25 },
  { label: 'euc-kr', name: 'EUC-KR', usual: /[\uac00-\ud7a3]/g, least: 0.7 },
  {
    label: 'gb18030',
    name: 'GB 18030',
    usual:
      /[的一是不了在有我他这中大来上个国到说们为和地出道也时年得就要下以生会自着去之过家学对可后小么心多天而能好没日于起还发成事只作当想看文开用主行方又如前所本见经面公同三已老从动两长知样现分标题状态任务描述优先级类型创建完成负责人项目问题修复测试登录页面]/g,
    least: 0.15,
  },
  {
    label: 'big5',
    name: 'Big5',
    usual:
      /[的一是不了在有我他這中大來上個國到說們為和地出道也時年得就要下以生會自著去之過家學對可後小麼心多天而能好沒日於起還發成事只作當想看文開用主行方又如前所本見經面公同三已老從動兩長知樣現分標題狀態任務描述優先順序類型建立完成負責人專案問題修正測試登入頁面]/g,
    least: 0.15,
  },
];

/** The one whose text has most characters that are usual in its language; undefined if none has enough. */
function eastAsian(sample: Buffer): LegacyEncoding | undefined {
  const scored = eastAsianTraits.map((traits) => {
    const text = decode(sample, traits.label);
    // Half-width kana are single bytes in Shift JIS, where other encodings have letters.
    const odd = count(text, /[\ufffd\ue000-\uf8ff\uff61-\uff9f]/g);
    const wide = count(text, /[^\0-\u024f]/g);
    const share = wide === 0 ? 0 : count(text, traits.usual) / wide;
    return { traits, score: odd > wide / 50 || share < traits.least ? 0 : share / traits.least };
  });
  const best = scored.reduce((a, b) => (b.score > a.score ? b : a));
  return best.score > 0 ? best.traits : undefined;
}

/** Of letters of other scripts, most are in words of at least three; of accented ones, more than two are rare. */
const RUN_MIN = 3;

/** Whether most bytes beyond ASCII follow one another, as letters of other scripts do, and accented ones do not. */
function hasRuns(sample: Buffer): boolean {
  let [high, inRuns, run] = [0, 0, 0];
  for (const byte of sample) {
    run = byte > 0x7f ? run + 1 : 0;
    if (run > 0) high++;
    if (run === RUN_MIN) inRuns += RUN_MIN;
    else if (run > RUN_MIN) inRuns++;
  }
  return inRuns > high * 0.6;
}

/** Words have small letters, after a capital one at most. */
function cyrillicOrGreek(sample: Buffer): LegacyEncoding {
  const fits = ({ label }: LegacyEncoding, script: string) => {
    const words = decode(sample, label).match(/[\p{L}\p{M}]+/gu) ?? [];
    const usual = new RegExp(String.raw`^\p{Lu}?\p{Ll}+$`, 'u');
    const own = new RegExp(String.raw`^[${script}]+$`);
    return words.filter((word) => usual.test(word) && own.test(word)).length;
  };
  const candidates = [
    { encoding: WINDOWS_1251, fitting: fits(WINDOWS_1251, '\u0400-\u045f\u0490\u0491') },
    { encoding: KOI8, fitting: fits(KOI8, '\u0400-\u045f') },
    { encoding: WINDOWS_1253, fitting: fits(WINDOWS_1253, '\u0370-\u03ff') },
  ];
  return candidates.reduce((a, b) => (b.fitting > a.fitting ? b : a)).encoding;
}

/** Letters and signs that one encoding shows within words where another has letters of its language. */
function latin(sample: Buffer): LegacyEncoding {
  const western = decode(sample, WINDOWS_1252.label);
  const within = (signs: string) =>
    count(western, new RegExp(String.raw`(?<=[a-zA-Z])[${signs}](?=[a-zA-Z])`, 'g'));
  const letters = within('\u00c0-\u00ff');
  // Of Windows, these are capital letters, dashes and signs.
  const ofMac = within(
    '\u0160\u017d\u0152\u0153\u0161\u017e\u0178\u2020\u2021\u2026\u201e\u02c6\u2030\u0192\u201a\u0081\u008d\u008f\u0090\u009d\u2013\u2014\u02dc\u2022',
  );
  const ofCentral = within('\u00b9\u00b3\u00bf\u00ea\u00e6\u0178\u0153\u00f8\u00ec\u00b6\u00bc\u00be');
  const ofPolish = within('\u00b9\u00b3\u00bf');
  if (
    ofMac > letters &&
    count(western, /[\u017d\u0160\u008f\u0178\u0160\u2013](?=[a-z])/g) > 0 &&
    ofPolish === 0
  )
    return MACINTOSH;
  if (ofPolish > 0 || (ofCentral > 0 && /\u00f8/.test(western) && /[\u00ec\u00e8]/.test(western)))
    return WINDOWS_1250;
  const ofTurkish = count(western, /[\u00fd\u00fe\u00f0]/g);
  const isIcelandic = count(western, /[\u00e1\u00e6\u00ed\u00f3]/g) > 0;
  return ofTurkish > 0 && !isIcelandic ? WINDOWS_1254 : WINDOWS_1252;
}
