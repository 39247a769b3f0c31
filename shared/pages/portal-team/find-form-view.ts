import type { FeedbackItem, ItemStatus } from '../../feedback/items/item.ts';
import { itemStatuses } from '../../feedback/items/item.ts';
import type { Board } from '../../feedback/portal/portal.ts';
import { html, type Fragment, type Html } from '../../kernel/html/html.ts';
import type { PageTexts } from '../messages/page-messages.ts';
import { addresses } from '../portal/addresses.ts';
import { searchField } from '../portal/search-form-view.ts';

export type InboxShows = 'new' | 'comments' | 'hidden' | 'all';

/** What is chosen among the ideas of a list. */
export interface IdeaFilter {
  /** The board whose ideas alone are listed, and what is searched for among them. */
  boardId: string | undefined;
  q: string | undefined;
  /** The status and the public tag of the listed ideas, on the list of all of them. */
  status: ItemStatus | undefined;
  tag: string | undefined;
}

interface Finding extends IdeaFilter {
  t: PageTexts;
  slug: string;
  boards: readonly Board[];
  shows: InboxShows;
  byVotes: boolean;
  items: readonly Pick<FeedbackItem, 'tags'>[];
}

/** The value of the page's query for the order by votes. */
export const BY_VOTES = 'votes';
/** Whether it is a list of ideas that all visitors can find: what is hidden has no place by votes. */
export const isSorted = (show: InboxShows): boolean => show === 'new' || show === 'all';

/** The most characters of a tag. */
export const TAG_MAX_CHARACTERS = 40;

/** Finds ideas of the list that is shown, by words, board, status and tag; their status is set in place. */
export const findForm = (finding: Finding): Html => {
  const { t, slug, shows, byVotes, boards, boardId, q } = finding;
  return html`<form class="search" role="search" action="${addresses.manage(slug)}">
    ${shows !== 'new' && html`<input type="hidden" name="show" value="${shows}" />`}
    ${byVotes && isSorted(shows) && html`<input type="hidden" name="sort" value="${BY_VOTES}" />`}
    ${searchField(q, t)}
    ${
      boards.length > 1 &&
      choice('board', t.text('form.board'), {
        none: t.text('list.allBoards'),
        choices: boards.map(({ id, name }) => ({ value: id, text: name })),
        chosen: boardId,
      })
    }
    ${shows === 'all' && statusAndTag(finding)}
    <button type="submit" class="button second">${t.text('list.searchButton')}</button>
  </form>`;
};

/** A tag is offered where an idea that is shown has it; others can be written. */
function statusAndTag({ t, status, tag, items }: Finding): Fragment {
  const offered = [...new Set(items.flatMap(({ tags }) => tags))].sort();
  return [
    choice('status', t.text('list.status'), {
      none: t.text('list.anyStatus'),
      choices: itemStatuses.map((value) => ({ value, text: t.text(`status.${value}`) })),
      chosen: status,
    }),
    html`<label class="hidden" for="tag">${t.text('inbox.tag')}</label>
      <input
        id="tag"
        name="tag"
        list="tags-shown"
        maxlength="${TAG_MAX_CHARACTERS}"
        placeholder="${t.text('inbox.tag')}"
        value="${tag}"
      />
      <datalist id="tags-shown">${offered.map((one) => html`<option value="${one}"></option>`)}</datalist>`,
  ];
}

interface SelectChoices {
  none: string;
  choices: readonly { value: string; text: string }[];
  chosen: string | undefined;
}

const choice = (name: string, label: string, { none, choices, chosen }: SelectChoices): Html =>
  html`<label class="hidden" for="${name}">${label}</label>
    <select id="${name}" name="${name}">
      <option value="">${none}</option>
      ${choices.map(
        ({ value, text }) =>
          html`<option value="${value}" ${value === chosen && html`selected`}>${text}</option>`,
      )}
    </select>`;
