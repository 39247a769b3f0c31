import { usualCategory } from '../status-map.ts';
import { boardSchema, type Board, type Card } from './trello-board.ts';
import {
  checklist,
  listOf,
  paragraphs,
  textOf,
  type Preset,
  type RowComment,
  columnsBy,
  sources,
} from './preset.ts';

export const trello: Preset = {
  tool: 'Trello',
  datesMoves: true,
  map: sources(`
    key=id; title=name; description=desc; team=board; status=status; assignee=members; labels=labels;
    startDate=start; endDate=due; createdAt=created at; completedAt=completed at; reporter=created by;
    externalId=shortLink|id; externalSource="trello"; externalUrl=shortUrl|url|address
  `),
  uses: columnsBy({
    'excluded rows, or archived stories with --archived': 'closed',
    'excluded rows': 'isTemplate',
    reporter: 'idMemberCreator',
    status: 'list|dueComplete',
    'the order of stories': 'pos',
    description: 'checklists',
    links: 'attachments',
    comments: 'comments',
  }),
  omits: {
    idShort: 'stories have numbers of their own',
    idLabels: 'labels say it',
    idMembers: 'members say it',
    idChecklists: 'checklists say it',
    idBoard: 'board says it',
    idList: 'list says it',
    badges: 'counts of what is imported itself',
    dateLastActivity: 'stories have their own',
  },
  customField: (column) => (/^Custom field \((.*)\)$/.exec(column) ?? [])[1],
  read(content) {
    const board = boardSchema.safeParse(content);
    return board.success ? cardsOf(board.data) : undefined;
  },
  isArchived: ({ closed }) => closed === true,
  leavesOut: ({ isTemplate }) => (isTemplate === true ? 'Templates of cards' : undefined),
  notes(content) {
    const board = boardSchema.safeParse(content);
    const names = board.success ? board.data.lists.map(({ name }) => name) : [];
    const shared = [...new Set(names.filter((name, at) => names.indexOf(name) !== at))];
    return shared.map((name) => `Several lists are called ${name}: they become one status.`);
  },
  tidy(record) {
    const id = textOf(record['id'])!;
    return {
      values: {
        ...record,
        desc: paragraphs(
          textOf(record['desc']),
          ...listOf(record['checklists']).flatMap((list) => textOf(list) ?? []),
        ),
        status: statusOf(textOf(record['list']), record['dueComplete'] === true),
        'created at': createdAt(id),
        'completed at': record['completed at'],
        address: `https://trello.com/c/${textOf(record['shortLink']) ?? id}`,
      },
      details: {
        comments: listOf(record['comments']) as RowComment[],
        links: (listOf(record['attachments']) as Card['attachments']).flatMap(({ url, name }) =>
          url ? [{ url, title: name ?? undefined }] : [],
        ),
      },
    };
  },
};

/** A card that is marked as complete is so in any list. */
function statusOf(list: string | undefined, isComplete: boolean): string | undefined {
  const category = list === undefined ? undefined : usualCategory(list);
  return isComplete && category !== 'completed' && category !== 'cancelled' ? 'completed' : list;
}

/** Cards by list and place, with names in place of ids, and what the board says of them elsewhere. */
function cardsOf(board: Board): Record<string, unknown>[] {
  const places = new Map(board.lists.toSorted(byPlace).map(({ id }, place) => [id, place]));
  const place = ({ idList }: Card) => places.get(idList) ?? 0;
  const sorted = board.cards.toSorted((a, b) => place(a) - place(b) || byPlace(a, b));
  const known = { board, actions: actionsByCard(board), people: peopleOf(board) };
  return sorted.map((card) => cardOf(card, known));
}

type Action = Board['actions'][number];

const actionsByCard = ({ actions }: Board): ReadonlyMap<string | undefined, Action[]> =>
  Map.groupBy(actions, ({ data }) => data?.card?.id);

/** User names by id, also of those who have left the board since. */
function peopleOf({ members, actions }: Board): ReadonlyMap<string, string> {
  const former = actions.flatMap(({ memberCreator }): [string, string][] => {
    const { id, username } = memberCreator ?? {};
    return id !== undefined && username !== undefined ? [[id, username]] : [];
  });
  return new Map([...former, ...members.map(({ id, username }): [string, string] => [id, username])]);
}

/** The actions that make a card; of those, the one that the board has says who made it. */
const CREATIONS = new Set(['createCard', 'copyCard', 'convertToCardFromCheckItem', 'emailCard']);

interface BoardIndex {
  board: Board;
  actions: ReadonlyMap<string | undefined, Action[]>;
  people: ReadonlyMap<string, string>;
}

function creatorOf(card: Card, own: readonly Action[], people: BoardIndex['people']): string | undefined {
  const creation = own.find(({ type }) => type !== undefined && CREATIONS.has(type));
  const id = card.idMemberCreator ?? creation?.idMemberCreator;
  return (id ? people.get(id) : undefined) ?? creation?.memberCreator?.username;
}

function cardOf({ customFieldItems, ...card }: Card, { board, actions, people }: BoardIndex) {
  const nameOf = (id: string) => people.get(id) ?? id;
  const own = actions.get(card.id) ?? [];
  const checklists = board.checklists.filter(({ idCard }) => idCard === card.id).toSorted(byPlace);
  const list = board.lists.find(({ id }) => id === card.idList);
  return {
    ...card,
    // The cards of an archived list are not archived themselves.
    closed: card.closed || list?.closed === true,
    board: board.name,
    list: list?.name,
    labels: card.labels.map((label) => label.name || label.color).filter(Boolean),
    members: card.idMembers.map(nameOf),
    checklists: checklists.map(({ name, checkItems }) =>
      checklist(
        checkItems
          .toSorted(byPlace)
          .map((item) => ({ text: itemText(item, people), done: item.state === 'complete' })),
        name,
      ),
    ),
    comments: own
      .filter(({ type }) => type === 'commentCard')
      .map(({ date, data, memberCreator }) => ({
        author: memberCreator?.fullName ?? memberCreator?.username,
        login: memberCreator?.username,
        at: date,
        text: data?.text ?? '',
      }))
      .toSorted((a, b) => (a.at < b.at ? -1 : 1)),
    'created by': creatorOf({ ...card, customFieldItems }, own, people),
    'completed at': own
      .filter(({ data }) => data?.listAfter?.id === card.idList || data?.old?.dueComplete === false)
      .map(({ date }) => date)
      .sort()
      .at(-1),
    ...Object.fromEntries(
      customFieldItems.flatMap((item) => {
        const field = board.customFields.find(({ id }) => id === item.idCustomField);
        return field ? [[`Custom field (${field.name})`, valueOf(item, field)]] : [];
      }),
    ),
  };
}

/** An item of a checklist, with who does it and until when. */
function itemText(
  { name, due, idMember }: Board['checklists'][number]['checkItems'][number],
  people: BoardIndex['people'],
): string {
  const more = [
    idMember ? people.get(idMember) : undefined,
    due ? `due ${due.slice(0, 'YYYY-MM-DD'.length)}` : undefined,
  ].filter((part) => part !== undefined);
  return more.length > 0 ? `${name} (${more.join(', ')})` : name;
}

const byPlace = (a: { pos?: number | undefined }, b: { pos?: number | undefined }): number =>
  (a.pos ?? 0) - (b.pos ?? 0);

/** A value such as `{ "number": "3" }`, or the option that is chosen. */
function valueOf(
  { idValue, value }: Card['customFieldItems'][number],
  { options }: Board['customFields'][number],
): string | undefined {
  const chosen = options.find(({ id }) => id === idValue)?.value ?? value ?? {};
  return textOf(Object.values(chosen)[0]);
}

/** When a card was created: the first four bytes of Trello's ids are seconds since 1970. */
function createdAt(id: string): string | undefined {
  const seconds = /^[0-9a-f]{24}$/i.test(id) ? Number.parseInt(id.slice(0, 8), 16) : Number.NaN;
  return Number.isNaN(seconds) ? undefined : new Date(seconds * 1000).toISOString();
}
