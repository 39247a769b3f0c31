/** Whether a text has what a mention begins with. */
export const mayMention = (markdown: string): boolean => /[@＠]/u.test(markdown);

/**
 * The ids of the people whom a Markdown text mentions: those whose mention stands out where people read it. The parser is
 * imported for texts that may have one.
 */
export async function findMentioned(
  markdown: string,
  people: readonly { id: string; name: string }[],
): Promise<ReadonlySet<string>> {
  if (people.length === 0 || !mayMention(markdown)) return new Set();
  const { mentionedIn } = await import('./mentioned-in.ts');
  return new Set(mentionedIn(markdown, people));
}
