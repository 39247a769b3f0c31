import type { WrittenText } from '../../identity/mail/render-mail.ts';
import { redactEmailAddresses } from '../../kernel/core/email-addresses.ts';
import type { Html } from '../../kernel/html/html.ts';
import { renderComment, renderCommentForMembers } from './markdown.ts';
import { plainTextOf } from './plain-text.ts';

/** What someone wrote in Markdown, as mail shows it: as text without marks, and as markup. */
export const writtenInMail = ({ markdown, isForMembers }: WrittenText): { text: string; markup: Html } => ({
  text: plainTextOf(isForMembers ? markdown : redactEmailAddresses(markdown)),
  markup: (isForMembers ? renderCommentForMembers : renderComment)(markdown),
});
