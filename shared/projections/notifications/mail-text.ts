import { excerptOf, plainWords } from '../../feedback/markdown/excerpt.ts';
import type { queueUserMail } from '../../identity/mail/queue-user-mail.ts';
import { EXCERPT_MAX_CHARACTERS } from '../../planning/news/news.ts';

/** The beginning of what a visitor or the team wrote in Markdown, as words alone, without e-mail addresses. */
export const plainExcerpt = (markdown: string): string => excerptOf(markdown, EXCERPT_MAX_CHARACTERS);

type MailToUser = Parameters<typeof queueUserMail>[3];

/** A mail whose paragraphs are words alone; those of members' mails have addresses. */
export const plainMail = (mail: MailToUser): MailToUser => ({
  ...mail,
  body: {
    ...mail.body,
    paragraphs: mail.body.paragraphs.map((text) => (typeof text === 'string' ? plainWords(text) : text)),
  },
});
