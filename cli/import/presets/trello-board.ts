import * as z from 'zod';

const named = z.object({ id: z.string(), name: z.string() });
const value = z.record(z.string(), z.unknown());
const fieldItem = z.object({
  idCustomField: z.string(),
  idValue: z.string().nullish(),
  value: value.nullish(),
});
const creator = z.object({ id: z.string(), username: z.string(), fullName: z.string() }).partial();

/** A board in Trello's own export: JSON with lists, cards, members, checklists, custom fields and the newest actions. */
export const boardSchema = z.object({
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
      isTemplate: z.boolean().nullish(),
      idMemberCreator: z.string().nullish(),
      pos: z.number().optional(),
      customFieldItems: z.array(fieldItem).default([]),
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
          .array(
            z.object({
              name: z.string(),
              state: z.string(),
              pos: z.number().optional(),
              due: z.string().nullish(),
              idMember: z.string().nullish(),
            }),
          )
          .default([]),
      }),
    )
    .default([]),
  customFields: z
    .array(
      named.extend({
        options: z.array(z.object({ id: z.string(), value })).default([]),
      }),
    )
    .default([]),
  actions: z
    .array(
      z.object({
        type: z.string().optional(),
        date: z.string(),
        idMemberCreator: z.string().nullish(),
        memberCreator: creator.nullish(),
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

export type Board = z.output<typeof boardSchema>;
export type Card = Board['cards'][number];
