import type { Preset } from './presets/preset.ts';
import type { SentRows } from './send-rows.ts';

/** What a row was called in the other tool, and the reference of its story. */
export interface ReferenceChange {
  from: string;
  to: string;
}

/** The rows of files whose keys differ from the references of their stories. */
export const referenceChanges = (files: readonly SentRows['outcomes'][]): ReferenceChange[] =>
  files.flatMap((outcomes) =>
    [...outcomes].flatMap(([{ entry }, outcome]) =>
      'reference' in outcome && entry.key !== undefined && entry.key !== outcome.reference
        ? [{ from: entry.key, to: outcome.reference }]
        : [],
    ),
  );

/**
 * Returns what rewrites the references in a text of a row, all at once, so that PAY-1 and PAY-2 can change places.
 * Without a preset, texts stay as they are.
 */
export function referenceRewriter(
  changes: readonly ReferenceChange[],
  { mention, mentionedKey = (found) => found }: Pick<Preset, 'mention' | 'mentionedKey'> = {},
): (text: string, ownKey: string | undefined) => string {
  if (!mention || changes.length === 0) return (text) => text;
  const known = new Map(changes.map(({ from, to }) => [from, to]));
  return (text, ownKey = '') =>
    text.replace(mention, (whole, found: string) => known.get(mentionedKey(found, ownKey)) ?? whole);
}
