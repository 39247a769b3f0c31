import * as z from 'zod';
import { definePatch } from '../api/operation/patch.ts';
import { color, name, timestamp, uuid } from '../core/schema.ts';
import { statusCategories } from '../core/status-category.ts';

const order = () =>
  z
    .int({ error: 'must be a whole number' })
    .min(0, { error: 'must be at least 0' })
    .max(10_000, { error: 'must be at most 10000' });

/** Append new members at the end: their order is part of how statuses are stored. */
export const statusSchema = z
  .object({
    id: uuid(),
    workspaceId: uuid(),
    teamId: uuid()
      .nullable()
      .meta({ description: "Null for a status of objectives, the whole workspace's." }),
    name: name(),
    category: z.enum(statusCategories).meta({ description: 'Never changes.' }),
    order: z.int().meta({ description: 'Its place among the others, from 0; the older of two is first.' }),
    color: color(),
    isDefault: z.boolean().meta({ description: 'Whether new stories, or objectives, start with it.' }),
    createdAt: timestamp(),
    updatedAt: timestamp(),
    archivedAt: timestamp()
      .nullable()
      .meta({ description: 'Since when nothing can newly have it; null while stories or objectives can.' }),
  })
  .meta({
    id: 'Status',
    description: "A state that stories of one team, or the workspace's objectives, can be in.",
  });

export type Status = z.output<typeof statusSchema>;

/** What a caller may set. */
const settable = { name: name(), color: color(), order: order(), isDefault: z.boolean() };

const { color: optionalColor, ...optional } = z.object(settable).partial().shape;

/** What is sent to make a status; one of a team names it beside. */
export const statusCreateFields = {
  ...optional,
  name: name(),
  category: z.enum(statusCategories),
  color: optionalColor.default('#6366f1'),
};

/** How a status is updated. */
export const statusPatch = definePatch('StatusUpdate', { fields: settable });

/** What a new team, and a new workspace's objectives, start with (docs/specification.md, "Values"). */
export const initialStatuses = [
  { name: 'Backlog', category: 'backlog', color: '#94a3b8', isDefault: true },
  { name: 'To Do', category: 'unstarted', color: '#64748b', isDefault: false },
  { name: 'In Progress', category: 'started', color: '#eab308', isDefault: false },
  { name: 'Done', category: 'completed', color: '#22c55e', isDefault: false },
  { name: 'Cancelled', category: 'cancelled', color: '#ef4444', isDefault: false },
] as const satisfies readonly Pick<Status, 'name' | 'category' | 'color' | 'isDefault'>[];
