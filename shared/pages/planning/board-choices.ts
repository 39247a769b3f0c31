import type { Form } from '../../kernel/api/http/form.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { boardFilterPath, boardPath } from '../../planning/paths/page-paths.ts';

/**
 * What the stories of a board are limited to: the id of their sprint; `yes` for those of the reader; the id of who does them, or
 * `none`; the id of a label; what is searched for, in the language of filters. How they are shown: the field that they are
 * sorted by; and the ids of the statuses of which more are shown, with commas between them.
 */
const names = ['sprint', 'mine', 'assignee', 'label', 'q', 'sort', 'more'] as const;

/** The orders of a board besides that by hand. */
export const boardSorts = ['-createdAt', '-priority', 'endDate', '-updatedAt'] as const;

export type BoardChoices = Partial<Record<(typeof names)[number], string>>;

/** Those among other parameters, as far as they are filled in. */
export const choicesOf = (parameters: Form): BoardChoices => pick((name) => parameters[name]?.trim());

/** The hidden fields of a form on the board, which leads back to the same choices. */
export const choiceFields = (choices: BoardChoices): Record<string, string> =>
  Object.fromEntries(Object.entries(choices).map(([name, value]) => [fieldOf(name), value]));

/** The choices of the board that a form was sent from. */
export const choicesOfForm = (form: Form): BoardChoices => pick((name) => form[fieldOf(name)]);

/** The field of a form with the status whose stories alone are shown where it was sent from. */
export const LIST = 'list';

/** The field of a choice, separate from those of a story. */
const fieldOf = (name: string): string => `of-${name}`;

function pick(valueOf: (name: (typeof names)[number]) => string | undefined): BoardChoices {
  const chosen = names.map((name) => [name, valueOf(name)] as const);
  return Object.fromEntries(chosen.filter(([, value]) => value));
}

/** Whether stories can be chosen so: a page has no choice of what is no id and no order. */
export const areKnown = ({ assignee, label, sort }: BoardChoices): boolean =>
  (sort === undefined || (boardSorts as readonly string[]).includes(sort)) &&
  [assignee === 'none' ? undefined : assignee, label].every(
    (id) => id === undefined || uuid().safeParse(id).success,
  );

/** Whether only some of the stories are shown. */
export const isPart = ({ sort: _, more: __, ...limits }: BoardChoices): boolean =>
  Object.keys(limits).length > 0;

/** The statuses of which more stories are shown than at first. */
export const openedIn = ({ more }: BoardChoices): readonly string[] => more?.split(',') ?? [];

/** What a list of stories is asked for. */
export const storyQueryOf = (
  { sprint, mine, assignee, label, q, sort }: BoardChoices,
  readerId: string,
): Record<string, unknown> => ({
  ...(sprint !== undefined && { sprintId: [sprint] }),
  ...((mine ?? assignee) !== undefined && { assigneeId: [mine === undefined ? assignee! : readerId] }),
  ...(label !== undefined && { labelId: [label] }),
  ...(q !== undefined && { filter: q }),
  ...(sort !== undefined && { sort }),
});

/** Whether an address chooses stories, also if it says that it chooses from all. */
export const isChosenIn = (query: URLSearchParams): boolean => names.some((name) => query.has(name));

type Parameters = Readonly<Record<string, string | undefined>>;

/** The path of a team's board with choices, and with other parameters. */
export const boardWith = (teamId: string, parameters: Parameters): string =>
  withQuery(boardPath(teamId), parameters);

/** The same, by way of what keeps the choices for the next visit. */
export const filterWith = (teamId: string, parameters: Parameters): string =>
  withQuery(boardFilterPath(teamId), parameters);

function withQuery(path: string, parameters: Parameters): string {
  const given = Object.entries(parameters).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  const query = new URLSearchParams(given);
  return query.size === 0 ? path : `${path}?${query.toString()}`;
}

/** The name of a story's place on a board. */
export const cardId = (storyId: string): string => `story-${storyId}`;
