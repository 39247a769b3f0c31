/** How programs introduce the mail that they quote, with its time: `On 24 Nov 2026, Tidepool wrote:`. */
const INTRODUCTIONS = [
  /^On\b.*\bwrote\s?:$/i,
  /^Am\b.*\bschrieb\b.*:$/i,
  /^Le\b.*\ba écrit\s?:$/i,
  /^El\b.*\bescribió\s?:$/i,
  /^(?:Il|Il giorno)\b.*\bha scritto\s?:$/i,
  /^(?:Em|A)\b.*\bescreveu\s?:$/i,
  /^(?:Op)\b.*\bschreef\b.*:$/i,
  /^(?:Den|På)\b.*\bskrev\b.*:$/i,
  /^(?:W dniu|Dnia)\s.*(?:napisał|pisze).*:$/i,
  /^\d{4}年.*\d:\d\d.*[::]$/,
  /^\d{4}\/\d.*のメール[::]$/,
  /^في .*(?:كتب|بواسطة).*:$/,
];

/** The sender's address, as introductions have it. */
const ADDRESS = /<[^<>\s]+@[^<>\s]+>.{0,40}$/;

/** A day with its year, in digits of any script: of a date, and not of a page or a price. */
const FULL_DATE =
  /(?<!\p{Nd})(?:\p{Nd}{1,2}[./-]\p{Nd}{1,2}[./-](?:\p{Nd}{4}|\p{Nd}{2})|\p{Nd}{4}[-/.年년]\s?\p{Nd}{1,2}[-/.月월]\s?\p{Nd}{1,2})(?!\p{Nd})/u;
const YEAR = /(?<!\p{Nd})(?:19|20|25|١٩|٢٠|۲۰)\p{Nd}{2}(?!\p{Nd})/u;
const DAY = /(?<![\p{Nd}:.])\p{Nd}{1,2}(?![\p{Nd}%h]|[:.]\p{Nd})/u;

const hasFullDate = (text: string): boolean =>
  FULL_DATE.test(text) || (YEAR.test(text) && DAY.test(text.replace(YEAR, '')));

/**
 * Whether a line, which may have been broken into several, introduces quoted mail: it ends with a colon and has a full date
 * and, in a language that is not known, marked lines below it. Without those, nothing is sure but the sender's address.
 */
export function introduces(line: string, isQuotedBelow: boolean): boolean {
  if (!/[::]$/.test(line)) return false;
  const hasAddress = line.includes('<') && ADDRESS.test(line);
  if (isQuotedBelow && hasAddress) return true;
  if (!hasFullDate(line)) return false;
  return isQuotedBelow || (hasAddress && INTRODUCTIONS.some((one) => one.test(line)));
}

/** Lines before which programs quote a mail without marking its lines. */
export const SEPARATOR =
  /^(?:_{20,}|-{2,}\s?(?:Original Message|Ursprüngliche Nachricht|Message d['’]origine|Mensaje original|元のメッセージ|الرسالة الأصلية|Forwarded message|Weitergeleitete Nachricht|Message transféré|転送されたメッセージ)\s?-{2,}|-{5,}\s?\p{L}[\p{L}\p{M} '’]{3,40}\s?-{5,})$/iu;

/** A line of the head of a mail, such as `Sendt: 24. november 2026 10:12`, also in bold. */
const FIELD = /^[*_]{0,3}\p{L}[\p{L}\p{M} .'’-]{0,24}[*_]{0,3}\s?[::][*_]{0,3}\s*\S/u;
const FROM =
  /^[*_]*(?:From|Von|De|Da|Fra|Från|Van|Od|Lähettäjä|Feladó|Kimden|De la|От|Від|Από|Saatja|发件人|寄件者|差出人|보낸 사람|من|מאת|Từ|จาก)[*_]*\s?[::]/iu;
const SENT =
  /^[*_]*(?:Sent|Date|Gesendet|Datum|Envoyé|Enviado|Enviada|Enviado em|Fecha|Data|Inviato|Sendt|Dato|Skickat|Verzonden|Wysłano|Wysłane|Lähetetty|Odesláno|Odoslané|Elküldve|Gönderme Tarihi|Gönderildi|Trimis|Отправлено|Дата|Надіслано|Στάλθηκε|Saadetud|发送时间|日期|寄件日期|送信日時|日付|보낸 날짜|날짜|تم الإرسال|التاريخ|נשלח|Đã gửi|วันที่)(?: el)?[*_]*\s?[::]/iu;
const ANY_ADDRESS = /[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+/;

/** The most lines of a head that are looked at. */
const FIELDS_MAX = 6;
const FIELD_MAX_CHARACTERS = 300;

/**
 * Whether the head of a quoted mail begins at a line, as Outlook writes it without other marks: the fields for its sender
 * and its time or, in any language, three that have a full date and either an address or the subject of the reply.
 */
export function isFieldBlock(lines: readonly string[], at: number, subject: string): boolean {
  const first = lines[at]!.trim();
  if (first.length > FIELD_MAX_CHARACTERS || !FIELD.test(first)) return false;
  const fields: string[] = [];
  for (const line of lines.slice(at, at + FIELDS_MAX)) {
    const field = line.trim();
    if (field.length > FIELD_MAX_CHARACTERS || !FIELD.test(field)) break;
    fields.push(field);
  }
  if (FROM.test(first) && lines.slice(at + 1, at + 4).some((line) => SENT.test(line.trim()))) return true;
  const topic = subject.replace(/^(?:\p{L}{1,4}(?:\[\d+\])?\s?[::]\s*)+/u, '').trim();
  const isKnown =
    fields.some((field) => ANY_ADDRESS.test(field)) ||
    (topic.length > 3 && fields.some((field) => field.endsWith(topic)));
  return fields.length >= 3 && isKnown && fields.some(hasFullDate);
}
