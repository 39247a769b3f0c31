import * as z from 'zod';
import { definePatch } from '../api/operation/patch.ts';
import { color, name, timestamp, uuid } from '../core/schema.ts';

/** Append new members at the end: their order is part of how labels are stored. */
export const labelSchema = z
  .object({
    id: uuid(),
    workspaceId: uuid(),
    teamId: uuid().nullable().meta({ description: 'The team it belongs to, or null for every team.' }),
    name: name(),
    color: color(),
    createdAt: timestamp(),
    updatedAt: timestamp(),
    archivedAt: timestamp()
      .nullable()
      .meta({ description: 'Since when no story can newly carry it; null while stories can.' }),
  })
  .meta({ id: 'Label', description: 'A word to mark stories with, of one team or of the whole workspace.' });

export type Label = z.output<typeof labelSchema>;

/** How a label is updated. */
export const labelPatch = definePatch('LabelUpdate', { fields: { name: name(), color: color() } });
