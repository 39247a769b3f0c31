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
