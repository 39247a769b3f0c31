import * as z from 'zod';

/** A board in Trello's own export format: JSON with lists, cards, members and the newest actions. */
export const trelloBoardSchema = z.object({
  name: z.string(),
  lists: z.array(z.object({ id: z.string(), name: z.string() })),
  cards: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      desc: z.string().optional(),
      idList: z.string(),
      idMembers: z.array(z.string()).default([]),
      labels: z.array(z.object({ name: z.string().default(''), color: z.string().nullish() })).default([]),
      start: z.string().nullish(),
      due: z.string().nullish(),
      closed: z.boolean().default(false),
    }),
  ),
  members: z.array(z.object({ id: z.string(), username: z.string() })).default([]),
  actions: z
    .array(
      z.object({
        date: z.string(),
        data: z
          .object({
            card: z.object({ id: z.string() }).optional(),
            listAfter: z.object({ id: z.string() }).optional(),
          })
          .optional(),
      }),
    )
    .default([]),
});

type Board = z.output<typeof trelloBoardSchema>;

/**
 * The cards of a board as rows, with names in place of ids. Archived cards are excluded by default; `left` is
 * their number.
 */
export function readBoard(
  { name: board, lists, cards, members, actions }: Board,
  { archived }: { archived: boolean },
): { records: Record<string, unknown>[]; left: number } {
  const listNames = new Map(lists.map(({ id, name }) => [id, name]));
  const usernames = new Map(members.map(({ id, username }) => [id, username]));
  const taken = cards.filter(({ closed }) => archived || !closed);
  const records = taken.map(({ id, name, desc, idList, idMembers, labels, start, due }) => ({
    id,
    name,
    desc,
    board,
    list: listNames.get(idList),
    labels: labels.map((label) => label.name || label.color).filter(Boolean),
    members: idMembers.map((member) => usernames.get(member) ?? member),
    start,
    due,
    createdAt: createdAt(id),
    completedAt: movedAt(id, idList, actions),
  }));
  return { records, left: cards.length - taken.length };
}

/** When a card was created: the first four bytes of Trello's ids are seconds since 1970. */
function createdAt(id: string): string | undefined {
  const seconds = /^[0-9a-f]{24}$/i.test(id) ? Number.parseInt(id.slice(0, 8), 16) : Number.NaN;
  return Number.isNaN(seconds) ? undefined : new Date(seconds * 1000).toISOString();
}

/** When a card was moved to its list, if the actions say so; its completion time if the list means done. */
const movedAt = (cardId: string, listId: string, actions: Board['actions']): string | undefined =>
  actions
    .filter(({ data }) => data?.card?.id === cardId && data.listAfter?.id === listId)
    .map(({ date }) => date)
    .sort()
    .at(-1);
