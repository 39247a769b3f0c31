import type { Form } from '../../kernel/api/http/form.ts';
import type { Board, BoardInput } from '../../feedback/portals/portal.ts';

/** The text of a field without its outer space; empty if it was not sent. */
export const linesOf = (form: Form, name: string): string =>
  (form[name] ?? '').replaceAll('\r\n', '\n').trim();

/** The name of a field of a board, or of the new one. */
export const boardField = (id: string, field: 'name' | 'description' | 'position'): string =>
  `board:${id}:${field}`;

/** The id in the fields of the board that is to be added. */
export const NEW_BOARD = 'new';

/** The boards as a form has them, by position: without those whose name was emptied, and with a new one if it has a name. */
export function boardsOf(form: Form, known: readonly Pick<Board, 'id'>[]): BoardInput[] {
  const sent = [...known.map(({ id }) => id), NEW_BOARD].map((id, index) => ({
    id,
    name: linesOf(form, boardField(id, 'name')),
    description: linesOf(form, boardField(id, 'description')) || null,
    place: placeOf(form[boardField(id, 'position')], index + 1),
  }));
  return sent
    .filter(({ name }) => name !== '')
    .sort((one, other) => one.place - other.place)
    .map(({ id, name, description }) => ({ ...(id === NEW_BOARD ? {} : { id }), name, description }));
}

/** Where a board goes: one that takes the place of another comes before it, or after it if it was above. */
function placeOf(written: string | undefined, position: number): number {
  const place = Number(written ?? position);
  if (Number.isNaN(place) || place === position) return position;
  return place < position ? place - 0.5 : place + 0.5;
}
