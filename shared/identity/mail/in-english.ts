import { loadMailTexts } from './load-mail-texts.ts';
import { textIn, type MailMessage, type MailText } from './mail-text.ts';
import type { MailContent } from './mail.ts';
import { translatedBody } from './translate-mail.ts';

type Texts<Text> = Pick<MailContent<Text>, 'subject' | 'body' | 'messages'>;

/** The texts of a mail as they are stored: in English, with the messages that they are translated from. */
export async function inEnglish({ subject, body, messages: known }: Texts<MailText>): Promise<Texts<string>> {
  const english = await loadMailTexts('en');
  const messages: Record<string, MailMessage> = { ...known };
  const say = (text: MailText): string => {
    if (typeof text === 'string') return text;
    const said = textIn(english, text)!;
    messages[said] = text;
    return said;
  };
  return {
    subject: say(subject),
    body: translatedBody(body, say),
    ...(Object.keys(messages).length > 0 && { messages }),
  };
}
