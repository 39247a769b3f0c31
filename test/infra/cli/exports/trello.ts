import { items, people, type Item, type PersonName } from './items.ts';

/** Trello's ids begin with the time of creation. */
const cardId = ({ n, created }: Item) =>
  `${(Date.parse(created) / 1000).toString(16)}${String(n).padStart(16, '0')}`;
const lists = [...new Set(items.map(({ status }) => status))];
const listId = (status: string) => `list-${lists.indexOf(status)}`;
const creator = (name: PersonName) => ({ username: people[name].login, fullName: people[name].name });

const cardOf = (item: Item) => ({
  id: cardId(item),
  idShort: item.n,
  shortLink: `c${item.n}`,
  shortUrl: `https://trello.com/c/c${item.n}`,
  name: item.title,
  desc: item.text,
  idList: listId(item.status),
  idMembers: item.assignees.map((name) => `m-${name}`),
  labels: item.labels.map((name) => ({ id: `l-${name}`, name, color: 'red' })),
  start: item.start,
  due: item.due,
  closed: false,
  pos: item.n,
  attachments: item.links.map(({ url, title }) => ({ id: `a-${item.n}`, url, name: title })),
  customFieldItems: item.severity === null ? [] : [{ idCustomField: 'f1', value: { text: item.severity } }],
});

const actionsOf = (item: Item) => [
  {
    type: 'createCard',
    date: item.created,
    memberCreator: creator(item.author),
    data: { card: { id: cardId(item) } },
  },
  ...item.comments.map(({ by, at, text }) => ({
    type: 'commentCard',
    date: at,
    memberCreator: creator(by),
    data: { text, card: { id: cardId(item) } },
  })),
  ...(item.completed === null
    ? []
    : [
        {
          type: 'updateCard',
          date: item.completed,
          memberCreator: creator('ada'),
          data: { card: { id: cardId(item) }, listAfter: { id: listId(item.status) } },
        },
      ]),
];

/** A board's JSON: a card without a name is refused, an archived card is left out. */
export const trelloBoard = (): string =>
  JSON.stringify({
    id: 'b1',
    name: 'Launch',
    lists: lists.map((name, pos) => ({ id: listId(name), name, closed: false, pos })),
    members: (Object.keys(people) as PersonName[]).map((name) => ({
      id: `m-${name}`,
      username: people[name].login,
      fullName: people[name].name,
    })),
    customFields: [{ id: 'f1', name: 'Severity', type: 'text', options: [] }],
    checklists: items.flatMap((item) =>
      item.checklist.length === 0
        ? []
        : [
            {
              id: `k-${item.n}`,
              idCard: cardId(item),
              name: 'Steps',
              pos: 1,
              checkItems: item.checklist.map(({ text, done }, pos) => ({
                name: text,
                state: done ? 'complete' : 'incomplete',
                pos,
              })),
            },
          ],
    ),
    actions: items.flatMap(actionsOf),
    cards: [
      ...items.map(cardOf),
      { ...cardOf({ ...items[0]!, n: 99 }), name: '' },
      { ...cardOf({ ...items[1]!, n: 98 }), closed: true },
    ],
  });
