import { proseOf } from '../../kernel/html/prose.ts';
import { splitAtMentions } from './mentions.ts';

/** The ids of the people whom a Markdown text mentions. */
export const mentionedIn = (markdown: string, people: readonly { id: string; name: string }[]): string[] => [
  ...new Set(
    proseOf(markdown).flatMap(({ text, before }) =>
      splitAtMentions(text, people, before).flatMap(({ ids }) => ids),
    ),
  ),
];
