import { entryOf } from './preset.ts';

/** The addresses of a row's attachments, by their names. */
export type Attachments = ReadonlyMap<string, string>;

/** What stands for what is no text: noncharacters of Unicode. */
const [KEPT, KEPT_END] = ['\uFDD0', '\uFDD1'];
/** An edge of words that is not shown: where a color begins or ends. */
export const INVISIBLE_EDGE = '\uFDD2';

const ADDRESS = /^(?:https?|ftp|file|mailto|tel):\S+$/i;
/** Files that are shown, not only named, where they are written as pictures. */
const PICTURE = /\.(?:png|jpe?g|gif|svg|webp|bmp|tiff?|heic|avif|ico)$/i;
const MEDIA = /\.(?:png|jpe?g|gif|svg|webp|bmp|tiff?|heic|avif|ico|mp4|mov|webm|avi|mkv|mp3|wav|pdf)$/i;
const FILE_NAME = /^[^|]+\.[a-z0-9]{2,5}$/i;
/** How a link is shown in Jira. */
const SMART_LINK = /^smart-(?:link|card|embed)$/;

/** What is one thing within a line: markup in it is none. */
const ATOM = new RegExp(
  [
    // A forced break: at the end of words, but no path such as \\server\share or C:\\temp.
    String.raw`(?<break>(?<![\\:])\\\\(?=\s|$|\|)[^\S\n]*|(?<=(?:^|\s)[\p{L}\p{N},]+[.!?)]?)\\\\(?=[\p{L}]+(?:[\s.,!?]|$)))`,
    String.raw`\\(?<escaped>[*_\-+^~?!|[\]{}#(])`,
    // No template such as \${{ secrets.KEY }} or {{ name }}.
    String.raw`(?<![{$])\{\{(?!\s)(?<mono>(?:[^{}\\\n]|\\.|\{[^{}\n]*\})+?)(?<!\s)\}\}`,
    String.raw`\[(?<link>(?:[^[\]\\\n]|\\.)+)\]`,
    String.raw`(?<![\p{L}\p{N}!])!(?<image>[^\s!|][^!|\n]*)(?:\|[^!\n]*)?!(?![\p{L}\p{N}])`,
    String.raw`(?:https?|ftp):\/\/[^\s|[\]{}<>"\uFDD0-\uFDD4]+`,
    // Code as Markdown has it, which many write here as well.
    '`[^`\\n]+`',
    String.raw`\{anchor:(?<anchor>[^{}\n]*)\}`,
  ].join('|'),
  'gu',
);

/** One line of wiki markup as Markdown; `\n` in it is a forced break. */
export function inlineMarkdown(line: string, attachments: Attachments): string {
  const kept: string[] = [];
  const keep = (text: string) => `${KEPT}${kept.push(text) - 1}${KEPT_END}`;
  const atoms = line.replace(ATOM, (whole: string, ...rest: unknown[]) => {
    const found = rest.at(-1) as Record<string, string | undefined>;
    if (found['break'] !== undefined) return '\n';
    if (found['anchor'] !== undefined) return '';
    return keep(atomOf(whole, found, attachments));
  });
  return phrases(iconsIn(atoms)).replace(/\uFDD0(\d+)\uFDD1/g, (_, index: string) => kept[Number(index)]!);
}

function atomOf(whole: string, found: Record<string, string | undefined>, attachments: Attachments): string {
  const { escaped, mono, link, image } = found;
  // Markdown has these as well; the others are text there.
  if (escaped !== undefined) return '{}(|^+'.includes(escaped) ? escaped : whole;
  if (mono !== undefined) return codeSpan(mono.replace(/\\([*_\-+^~?!|[\]{}#])/g, '$1'));
  if (link !== undefined) return linkOf(link, attachments) ?? `[${textWithin(link, attachments)}]`;
  if (image !== undefined)
    return imageOf(image, attachments) ?? `!${textWithin(whole.slice(1), attachments)}`;
  return whole;
}

/** What was no markup as a whole can contain some. */
const textWithin = (text: string, attachments: Attachments): string => inlineMarkdown(text, attachments);

/** Code in a line, in more marks than it has itself. */
export function codeSpan(code: string): string {
  const marks = '`'.repeat(longestTicks(code) + 1);
  const space = /^`|`$/.test(code) ? ' ' : '';
  return `${marks}${space}${code}${space}${marks}`;
}

export const longestTicks = (code: string): number =>
  (code.match(/`+/g) ?? []).reduce((most, { length }) => Math.max(most, length), 0);

/** `[text|address]` and its other forms; undefined for text in brackets. */
function linkOf(inner: string, attachments: Attachments): string | undefined {
  const person = /^~(?:accountid:)?([^|]+)$/.exec(inner)?.[1];
  if (person !== undefined) return `@${person}`;
  const parts = inner.split('|').map((part) => part.trim());
  if (SMART_LINK.test(parts.at(-1)!)) parts.pop();
  const [first = '', second] = parts;
  if (first.startsWith('^')) return fileOf(first.slice(1), attachments);
  if (second?.startsWith('^')) {
    const url = attachments.get(second.slice(1));
    return url === undefined ? first : linked(inlineMarkdown(first, attachments), url);
  }
  // A place in the page itself, which is elsewhere now.
  if (second?.startsWith('#')) return inlineMarkdown(first, attachments);
  const address = second ?? first;
  if (!ADDRESS.test(address)) return undefined;
  if (second === undefined || first === '' || first === address) return `<${address}>`;
  return linked(inlineMarkdown(first, attachments), address);
}

const linked = (text: string, address: string): string =>
  `[${text}](${/[()\s]/.test(address) ? `<${address}>` : address})`;

/** `[^plan.pdf]`; a class of a regular expression such as `[^a-z]` is undefined. */
function fileOf(name: string, attachments: Attachments): string | undefined {
  const url = attachments.get(name);
  if (url !== undefined) return linked(name, url);
  return FILE_NAME.test(name) ? name : undefined;
}

/** `!shot.png!` as a picture at the address of the attachment; undefined for words between exclamation marks. */
function imageOf(name: string, attachments: Attachments): string | undefined {
  const url = attachments.get(name) ?? (ADDRESS.test(name) ? name : undefined);
  if (url === undefined) return MEDIA.test(name) ? name : undefined;
  const shown = url === name ? '' : name;
  return PICTURE.test(name) || shown === '' ? `!${linked(shown, url)}` : linked(name, url);
}

/** Icons by their names. */
const iconTable = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(text.split('|').map((pair) => pair.split(' '))) as Record<string, string>;

/** Jira's icons that no sentence begins with. */
const icons = iconTable('/ ✅|x ❌|! ⚠️|* ⭐|flag 🚩');
/** Those that count only where nothing else is: in a cell of a table. */
const loneIcons = { ...icons, ...iconTable('+ ➕|- ➖|? ❓|i ℹ️|y 👍|n 👎|on 💡|off 💡') };

const iconsIn = (text: string): string =>
  text.replace(
    /^(\s*)\(([^\s()]{1,4})\)(?=(\s*)($|\s))/,
    (whole, before: string, name: string, _s, rest: string) => {
      const icon = entryOf(rest === '' ? loneIcons : icons, name);
      return icon === undefined ? whole : `${before}${icon}`;
    },
  );

/** What a phrase begins with: no space, and no sign that follows words or is in code. */
const START = String.raw`(?![\s.,;:!/\\=)\]}>|])(?!["'“”‘’«»](?![\p{L}\p{N}\uFDD0]))(?![*_+~^?-]\s)`;
const NO_DIGIT = String.raw`(?!\p{N})`;
/** What is before a phrase, and after it: text goes on within words. */
const BEFORE = String.raw`(?:^|(?<=[\s([{<"'“‘«„>|,;:—–¿¡*_+\uFDD2-]))`;
const AFTER = String.raw`(?=$|[\s)\]}<"'“”’»|,;:.!?…—–*_+\uFDD2-])`;
const LETTER = String.raw`[\p{L}\p{N}]`;

const escapedSign = (sign: string): string => sign.replace(/[*+^?]/g, String.raw`\$&`);

/** Phrases between a sign, which has a word's edge on its outer side or is in braces; `inner` ones are within words. */
function phrasePattern(sign: string, { inner = false, start = '' } = {}): RegExp {
  const [one, first] = [escapedSign(sign), escapedSign(sign[0]!)];
  const content = inner
    ? String.raw`(?:[^${first}\n]|(?<=${LETTER})${one}(?=${LETTER}))+?`
    : String.raw`[^${first}\n]+?`;
  return new RegExp(
    String.raw`(?:\{${one}\}|${BEFORE}(?<!${first})${one}(?!${first})${start})${START}(${content})(?<=[^\s([{/\\=&|<${first}])(?<!\s[*_+~^?-])(?:\{${one}\}|${one}${AFTER}(?!${first}))`,
    'gu',
  );
}

const around = (marks: string) => (text: string) => `${marks}${text}${marks}`;
const lettersOf = (digits: string) => (text: string) =>
  /^[\d+-]+$/.test(text) ? [...text].map((one) => [...digits]['0123456789+-'.indexOf(one)]).join('') : text;

/** Markdown has no sign for what is underlined, raised or lowered; digits have characters of their own for it. */
const phraseRules: readonly [RegExp, (text: string) => string][] = [
  [phrasePattern('*', { inner: true }), around('**')],
  [phrasePattern('_', { inner: true }), around('*')],
  [phrasePattern('??'), around('*')],
  [phrasePattern('-', { inner: true, start: `${NO_DIGIT}(?!.-)` }), around('~~')],
  [phrasePattern('+', { start: `${NO_DIGIT}(?!.\\+)` }), (text) => text],
  [phrasePattern('^'), lettersOf('⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻')],
  [phrasePattern('~'), lettersOf('₀₁₂₃₄₅₆₇₈₉₊₋')],
];

const phrases = (text: string): string =>
  phraseRules.reduce(
    (converted, [pattern, markdown]) =>
      converted.replace(pattern, (whole: string, inner: string) =>
        /[\p{L}\p{N}\uFDD0]/u.test(inner) ? markdown(inner) : whole,
      ),
    text,
  );
