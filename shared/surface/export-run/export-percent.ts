import { exportParts } from './export-parts.ts';
import { partOf } from './export-lines.ts';
import type { Export } from '../exports/export.ts';
import type { ExportPosition } from '../exports/export-store.ts';

/** As many stories as all else takes as long as, about. */
const REST = 500;

const STORIES_PART = exportParts.findIndex(({ name }) => name === 'stories');

/** About how much of an export is done. `stories` is how many numbers its teams have drawn. */
export function percentOf(
  { files }: Pick<Export, 'files'>,
  { part }: Pick<ExportPosition, 'part'>,
  stories: number,
): number {
  const copied = files
    .filter(({ name }) => partOf(name) === 'stories')
    .reduce((sum, { resources }) => sum + resources, 0);
  const ofStories = part > STORIES_PART ? 1 : Math.min(1, copied / Math.max(1, stories));
  const done = (stories * ofStories + (REST * part) / exportParts.length) / (stories + REST);
  return Math.min(99, Math.floor(100 * done));
}
