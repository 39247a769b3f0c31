import { textIn, type MailMessage, type MailText, type MailTexts } from './mail-text.ts';
import type { NewMail } from './mail.ts';
import type { MailBody } from './render-mail.ts';

/** A body with each of its texts as `translate` says it. */
export function translatedBody<Text>(
  { title, paragraphs, action, list, footer, ...others }: MailBody<Text>,
  translate: (text: Text) => string,
): MailBody<string> {
  return {
    ...others,
    title: translate(title),
    paragraphs: paragraphs.map(translate),
    ...(action && { action: { ...action, label: translate(action.label) } }),
    ...(list && { list: list.map((entry) => ({ ...entry, text: translate(entry.text) })) }),
    footer: translate(footer),
  };
}

/** A mail as it is stored: in English, with the messages that its texts are translated from. */
export function inEnglish(
  { subject, body, messages: known, ...others }: NewMail<MailText>,
  english: MailTexts,
): NewMail {
  const messages: Record<string, MailMessage> = { ...known };
  const say = (text: MailText): string => {
    if (typeof text === 'string') return text;
    const said = textIn(english, text)!;
    messages[said] = text;
    return said;
  };
  return {
    ...others,
    subject: say(subject),
    body: translatedBody(body, say),
    ...(Object.keys(messages).length > 0 && { messages }),
  };
}
