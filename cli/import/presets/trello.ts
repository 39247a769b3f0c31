import * as z from 'zod';
import { usualCategory } from '../status-map.ts';
import { checklist, listOf, paragraphs, textOf, type Preset, type RowComment } from './preset.ts';

const named = z.object({ id: z.string(), name: z.string() });

/** A board in Trello's own export: JSON with lists, cards, members, checklists, custom fields and the newest actions. */
const boardSchema = z.object({
  name: z.string(),
  lists: z.array(named.extend({ closed: z.boolean().default(false), pos: z.number().optional() })),
  cards: z.array(
    z.looseObject({
      id: z.string(),
      name: z.string(),
      desc: z.string().optional(),
      idList: z.string(),
      idMembers: z.array(z.string()).default([]),
      labels: z.array(z.object({ name: z.string().default(''), color: z.string().nullish() })).default([]),
      closed: z.boolean().default(false),
      pos: z.number().optional(),
      customFieldItems: z
        .array(
          z.object({
            idCustomField: z.string(),
            idValue: z.string().nullish(),
            value: z.record(z.string(), z.unknown()).nullish(),
          }),
        )
        .default([]),
      attachments: z.array(z.object({ name: z.string().nullish(), url: z.string().nullish() })).default([]),
    }),
  ),
  members: z.array(z.object({ id: z.string(), username: z.string() })).default([]),
  checklists: z
    .array(
      z.object({
        idCard: z.string(),
        name: z.string(),
        pos: z.number().optional(),
        checkItems: z
          .array(z.object({ name: z.string(), state: z.string(), pos: z.number().optional() }))
          .default([]),
      }),
    )
    .default([]),
  customFields: z
    .array(
      named.extend({
        options: z.array(z.object({ id: z.string(), value: z.record(z.string(), z.unknown()) })).default([]),
      }),
    )
    .default([]),
  actions: z
    .array(
      z.object({
        type: z.string().optional(),
        date: z.string(),
        memberCreator: z
          .object({ username: z.string().optional(), fullName: z.string().optional() })
          .nullish(),
        data: z
          .object({
            text: z.string().optional(),
            card: z.object({ id: z.string() }).optional(),
            listAfter: z.object({ id: z.string() }).optional(),
            old: z.object({ dueComplete: z.boolean().optional() }).optional(),
          })
          .optional(),
      }),
    )
    .default([]),
});

type Board = z.output<typeof boardSchema>;
type Card = Board['cards'][number];

export const trello: Preset = {
  tool: 'Trello',
  map: {
    key: 'id',
    title: 'name',
    description: 'desc',
    team: 'board',
    status: 'status',
    assignee: 'members',
    labels: 'labels',
    startDate: 'start',
    endDate: 'due',
    createdAt: 'created at',
    completedAt: 'completed at',
    reporter: 'created by',
    externalId: 'shortLink|id',
    externalSource: '"trello"',
    externalUrl: 'shortUrl|url|address',
  },
  uses: {
    closed: 'excluded rows, unless --archived is given',
    list: 'status',
    pos: 'the order of stories',
    dueComplete: 'status',
    checklists: 'description',
    attachments: 'links',
    comments: 'comments',
  },
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
  const places = new Map(board.lists.map(({ id }, place) => [id, place]));
  const place = ({ idList }: Card) => places.get(idList) ?? 0;
  const sorted = board.cards.toSorted((a, b) => place(a) - place(b) || (a.pos ?? 0) - (b.pos ?? 0));
  return sorted.map((card) => cardOf(card, board));
}

function cardOf({ customFieldItems, ...card }: Card, board: Board): Record<string, unknown> {
  const nameOf = (id: string) => board.members.find((member) => member.id === id)?.username ?? id;
  const own = board.actions.filter(({ data }) => data?.card?.id === card.id);
  const checklists = board.checklists.filter(({ idCard }) => idCard === card.id).toSorted(byPlace);
  return {
    ...card,
    board: board.name,
    list: board.lists.find(({ id }) => id === card.idList)?.name,
    labels: card.labels.map((label) => label.name || label.color).filter(Boolean),
    members: card.idMembers.map(nameOf),
    checklists: checklists.map(({ name, checkItems }) =>
      checklist(
        checkItems.toSorted(byPlace).map((item) => ({ text: item.name, done: item.state === 'complete' })),
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
    'created by': own.find(({ type }) => type === 'createCard')?.memberCreator?.username,
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
