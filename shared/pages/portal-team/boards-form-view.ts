import type { Form } from '../../kernel/api/http/form.ts';
import type { Board, Portal } from '../../feedback/portal/portal.ts';
import { html, type Fragment, type Html } from '../../kernel/html/html.ts';
import { addresses } from '../portal/addresses.ts';
import type { PageTexts } from '../messages/page-messages.ts';
import { button, teamForm, textField, type FormBinding } from '../kit/form-view.ts';
import { boardField, NEW_BOARD } from './settings-fields.ts';

interface BoardsForm extends FormBinding {
  portal: Pick<Portal, 'slug' | 'updatedAt' | 'boards'>;
}

/** The boards of a portal in their order, each with buttons that move or remove it, and fields for a new one. */
export function boardsForm(binding: BoardsForm, refused: Form | undefined): Html {
  const { t, portal } = binding;
  const last = portal.boards.length - 1;
  // Enter does what the first button of a form does.
  return teamForm(
    binding,
    addresses.manageBoards(portal.slug),
    { version: portal.updatedAt },
    html`
      <button type="submit" hidden></button>
      ${portal.boards.map((board, index) =>
        boardRow(t, board, refused, [
          index > 0 && arrow('up', board.id, t.text('settings.boardUp', { name: board.name })),
          index < last && arrow('down', board.id, t.text('settings.boardDown', { name: board.name })),
          last > 0 &&
            html`<button type="submit" class="button quiet" name="remove" value="${board.id}" formnovalidate>
              ${t.text('settings.boardRemove', { name: board.name })}
            </button>`,
        ]),
      )}
      ${boardRow(t, { id: NEW_BOARD, name: '', description: null }, refused, undefined)}
      ${button(t.text('settings.saveBoards'))}
    `,
  );
}

/** Drawn, since not every font has arrows. */
const arrowPaths = { up: 'M8 13V3M3.5 7.5 8 3l4.5 4.5', down: 'M8 3v10M3.5 8.5 8 13l4.5-4.5' } as const;

const arrow = (act: 'up' | 'down', id: string, label: string): Html =>
  html`<button type="submit" class="button quiet" name="${act}" value="${id}" aria-label="${label}">
    <svg
      viewBox="0 0 16 16"
      width="16"
      height="16"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      stroke-width="2"
      stroke-linecap="round"
      stroke-linejoin="round"
    >
      <path d="${arrowPaths[act]}" />
    </svg>
  </button>`;

function boardRow(
  t: PageTexts,
  { id, name, description }: Board,
  refused: Form | undefined,
  acts: Fragment,
): Html {
  const isNew = id === NEW_BOARD;
  const value = (part: 'name' | 'description', stored: string | null) =>
    refused ? refused[boardField(id, part)] : stored;
  return html`<fieldset>
    <legend>${isNew ? t.text('settings.newBoard') : html`<bdi>${name}</bdi>`}</legend>
    <div class="row">
      ${textField(`${id}-name`, t.text('settings.name'), {
        name: boardField(id, 'name'),
        value: value('name', name),
        required: !isNew,
        max: 120,
      })}
      ${textField(`${id}-about`, t.text('settings.boardAbout'), {
        name: boardField(id, 'description'),
        value: value('description', description),
        max: 300,
      })}
    </div>
    ${acts !== undefined && html`<div class="acts">${acts}</div>`}
  </fieldset>`;
}
