/** How programs introduce the mail that they quote, with its time, on one line or several: `On 24 Nov 2026, Tidepool wrote:`. */
const INTRODUCTIONS = [
  /^On\b.*\bwrote\s?:$/i,
  /^Am\b.*\bschrieb\b.*:$/i,
  /^Le\b.*\ba écrit\s?:$/i,
  /^El\b.*\bescribió\s?:$/i,
  /^\d{4}年.*\d:\d\d.*[::]$/,
  /^\d{4}\/\d.*のメール[::]$/,
  /^في .*(?:كتب|بواسطة).*:$/,
];

/** An introduction in any language: the sender's address, and a colon at the end. */
const ANY_INTRODUCTION = /<[^<>\s]+@[^<>\s]+>.{0,40}[::]$/;

/** Lines before which programs quote a mail without marking its lines. */
const SEPARATOR =
  /^(?:_{20,}|-{2,}\s?(?:Original Message|Ursprüngliche Nachricht|Message d['’]origine|Mensaje original|元のメッセージ|الرسالة الأصلية|Forwarded message|Weitergeleitete Nachricht|Message transféré|転送されたメッセージ)\s?-{2,})$/i;

const FIRST_FIELD = /^[*_]*(?:From|Von|De|差出人|من)\s?[::]/i;
const SECOND_FIELD =
  /^[*_]*(?:Sent|Date|Gesendet|Datum|Envoyé|Enviado|Fecha|送信日時|日付|تم الإرسال|التاريخ)(?: el)?\s?[::]/i;

/** What phones add below a text. */
const PHONE_SIGNATURE =
  /^(?:(?:Sent from|Get Outlook for|Von mei\w+ .* gesendet|Gesendet (?:von|mit)|Holen Sie sich Outlook|Envoyé (?:de|depuis|à partir)|Obtenez Outlook|Télécharger Outlook|Enviado desde|Obtener Outlook|أُ?رسل(?:ت)? من)\b.*|.*から送信|Outlook for \w+ ?を入手.*)$/iu;

/** Longer lines are none: the search for one takes time with the square of the line's length. */
const PHONE_SIGNATURE_MAX_CHARACTERS = 200;

const SIGNATURE = /^--\s?$/;
const QUOTED = /^\s{0,3}>/;

/** The most lines that an introduction is broken into, and its most characters. */
const INTRODUCTION_LINES = 4;
const INTRODUCTION_MAX_CHARACTERS = 400;

/**
 * What someone has written in a reply: the text without quoted mail and signatures, also that between quoted lines and
 * below them. Empty if there is none. Takes time in proportion to the text.
 */
export function replyTextOf(text: string): string {
  const lines = text.replaceAll('\u00a0', ' ').split('\n');
  const own: string[] = [];
  for (let at = 0; at < lines.length;) {
    const rest = restOf(lines, at);
    if (rest === 'none') break;
    if (rest.skipped === 0) own.push(lines[at]!.trimEnd());
    at += Math.max(1, rest.skipped);
  }
  return withoutPhoneSignature(own)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** How many lines from one on are quoted or introduce a quotation; `none` if nothing below is by the writer. */
function restOf(lines: readonly string[], at: number): 'none' | { skipped: number } {
  const line = lines[at]!.trim();
  if (QUOTED.test(lines[at]!)) return { skipped: 1 };
  if (SIGNATURE.test(lines[at]!) || SEPARATOR.test(line) || beginsFields(lines, at)) return 'none';
  for (let count = 1; count <= INTRODUCTION_LINES && lines[at + count - 1]?.trim(); count++) {
    const joined = lines
      .slice(at, at + count)
      .map((one) => one.trim())
      .join(' ')
      // Where an address in brackets was broken off.
      .replace('< ', '<');
    if (joined.length > INTRODUCTION_MAX_CHARACTERS) break;
    const isQuotedBelow = quotesBelow(lines, at + count);
    // Without marks, where the quotation ends cannot be told.
    if (/\p{Nd}/u.test(joined) && INTRODUCTIONS.some((one) => one.test(joined)))
      return isQuotedBelow ? { skipped: count } : 'none';
    if (isQuotedBelow && line.includes('<') && ANY_INTRODUCTION.test(joined)) return { skipped: count };
  }
  return { skipped: 0 };
}

/** Whether the next line with text is quoted. */
function quotesBelow(lines: readonly string[], from: number): boolean {
  const next = lines.slice(from, from + INTRODUCTION_LINES).find((line) => line.trim() !== '');
  return next !== undefined && QUOTED.test(next);
}

/** Whether the fields of a quoted mail begin at a line, as Outlook writes them. */
function beginsFields(lines: readonly string[], at: number): boolean {
  if (!FIRST_FIELD.test(lines[at]!.trim())) return false;
  return lines.slice(at + 1, at + 4).some((line) => SECOND_FIELD.test(line.trim()));
}

function withoutPhoneSignature(lines: readonly string[]): readonly string[] {
  const last = lines.findLastIndex((line) => line.trim() !== '');
  const line = lines[last]?.trim() ?? '';
  const isSignature = line.length <= PHONE_SIGNATURE_MAX_CHARACTERS && PHONE_SIGNATURE.test(line);
  return isSignature ? lines.slice(0, last) : lines;
}
