import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

/** The files of some folders that a file reaches by imports, types too, and itself. */
function reachedIn(folders: readonly string[], file: string): string[] {
  const reached = new Set([resolve(root, file)]);
  for (const path of reached) {
    const text = readFileSync(path, 'utf8');
    for (const [, specifier] of text.matchAll(/\bfrom '(\.[^']+)'|\bimport\('(\.[^']+)'\)/g)) {
      const next = specifier && resolve(dirname(path), specifier);
      if (next && folders.some((folder) => dirname(next) === resolve(root, folder))) reached.add(next);
    }
  }
  return [...reached].map((path) => path.slice(root.length + 1)).sort();
}

/** Where the noun is: its operations, what others stand on, and what its fields refer to. */
const OF_STORIES = ['shared/planning/stories', 'shared/planning/story', 'shared/planning/story-references'];

test('a reader who follows createStory reads six files of its noun at most', () => {
  expect(reachedIn(OF_STORIES, 'shared/planning/stories/create-story.ts')).toEqual([
    'shared/planning/stories/create-story.ts',
    'shared/planning/story-references/references.ts',
    'shared/planning/story/story-access.ts',
    'shared/planning/story/story-rules.ts',
    'shared/planning/story/story-store.ts',
    'shared/planning/story/story.ts',
  ]);
});
