import * as z from 'zod';
import { color, name, timestamp, uuid } from '../lib/schema.ts';

/** Where work with a status stands. A status's category, not its name, decides what the service does. */
export const statusCategories = ['backlog', 'unstarted', 'started', 'completed', 'cancelled'] as const;
export type StatusCategory = (typeof statusCategories)[number];

export const statusSchema = z
  .object({
    id: uuid(),
    workspaceId: uuid(),
    teamId: uuid(),
    name: name(),
    category: z.enum(statusCategories),
    order: z.int().meta({ description: "The status's place among the team's, from 0." }),
    color: color(),
    isDefault: z.boolean().meta({ description: 'Whether a new story of the team starts with it.' }),
    createdAt: timestamp(),
    updatedAt: timestamp(),
  })
  .meta({ id: 'Status', description: 'A state that stories of one team can be in.' });

export type Status = z.output<typeof statusSchema>;

/** What a new team starts with (API.md, "Values"). */
export const initialStatuses = [
  { name: 'Backlog', category: 'backlog', color: '#94a3b8', isDefault: true },
  { name: 'To Do', category: 'unstarted', color: '#64748b', isDefault: false },
  { name: 'In Progress', category: 'started', color: '#eab308', isDefault: false },
  { name: 'Done', category: 'completed', color: '#22c55e', isDefault: false },
  { name: 'Cancelled', category: 'cancelled', color: '#ef4444', isDefault: false },
] as const satisfies readonly Pick<Status, 'name' | 'category' | 'color' | 'isDefault'>[];
