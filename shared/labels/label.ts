import * as z from 'zod';
import { color, name, timestamp, uuid } from '../lib/schema.ts';

export const labelSchema = z
  .object({
    id: uuid(),
    workspaceId: uuid(),
    teamId: uuid().nullable().meta({ description: 'The team it belongs to, or null for every team.' }),
    name: name(),
    color: color(),
    createdAt: timestamp(),
    updatedAt: timestamp(),
  })
  .meta({ id: 'Label', description: 'A word to mark stories with, of one team or of the whole workspace.' });

export type Label = z.output<typeof labelSchema>;
