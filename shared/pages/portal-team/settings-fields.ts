import type { Form } from '../../kernel/api/http/form.ts';
import { EMBED_ORIGIN, type Board, type BoardInput } from '../../feedback/portal/portal.ts';
import { PageError } from '../session/page-error.ts';
import type { PageTexts } from '../messages/page-messages.ts';

/** The text of a field without its outer space; empty if it was not sent. */
export const linesOf = (form: Form, name: string): string =>
  (form[name] ?? '').replaceAll('\r\n', '\n').trim();

/** The sites that a form has, as origins: people paste them from the address bar. Throws a PageError that names one that is none. */
export const sitesOf = (form: Form): string[] =>
  linesOf(form, 'embedOrigins').split(/\s+/).filter(Boolean).map(originOrThrow);

function originOrThrow(site: string): string {
  const address = site.includes('://') ? site : `https://${site}`;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const origin = url && `${url.protocol}//${url.host}`;
  if (origin !== undefined && url?.href === `${origin}/` && EMBED_ORIGIN.test(origin)) return origin;
  const text = (t: PageTexts) => t.text('problem.notSite', { site });
  throw new PageError(400, 'error.refused', text, { field: 'embedOrigins' });
}

/** The name of a field of a board, or of the new one. */
export const boardField = (id: string, field: 'name' | 'description'): string => `board:${id}:${field}`;

/** The id in the fields of the board that is to be added. */
export const NEW_BOARD = 'new';

/**
 * The boards as a form has them: in their order, but for the one whose button `up`, `down` or `remove` was pressed; with a
 * new one if it has a name.
 */
export function boardsOf(form: Form, known: readonly Pick<Board, 'id'>[]): BoardInput[] {
  const boards = known
    .filter(({ id }) => id !== form['remove'])
    .map(({ id }): BoardInput => ({ id, ...boardIn(form, id) }));
  const added = boardIn(form, NEW_BOARD);
  move(boards, form['up'], -1);
  move(boards, form['down'], 1);
  return added.name === '' ? boards : [...boards, added];
}

const boardIn = (form: Form, id: string) => ({
  name: linesOf(form, boardField(id, 'name')),
  description: linesOf(form, boardField(id, 'description')) || null,
});

/** Swaps a board with the one next to it, if there is one. */
function move(boards: BoardInput[], id: string | undefined, by: 1 | -1): void {
  const from = boards.findIndex((board) => board.id === id);
  const [one, other] = [boards[from], boards[from + by]];
  if (!one || !other) return;
  boards[from] = other;
  boards[from + by] = one;
}
