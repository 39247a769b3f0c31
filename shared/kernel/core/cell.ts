import { newId } from './id.ts';

/** The variable with the number of the cell that an environment is, if it is not the first one of its service. */
export const CELL_VARIABLE = 'CELL';

/** The first cell has no number; twelve bits of an id hold those of the others. */
export const CELL_MAX = 4_095;

/**
 * The id of a new workspace. In a cell with a number, it is a UUID version 8 (RFC 9562) that has the number in the place of
 * the twelve bits after the version; otherwise, and in everything else, it is one of version 7. Tokens begin with it, so
 * that the edge finds the cell of a request without looking anything up.
 */
export function newWorkspaceId(now: Date, cell: string | undefined): string {
  const id = newId(now);
  if (!cell) return id;
  return `${id.slice(0, 14)}8${Number(cell).toString(16).padStart(3, '0')}${id.slice(18)}`;
}
