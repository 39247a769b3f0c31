import * as z from 'zod';
import { name, timestamp, uuid } from '../lib/schema.ts';

export const serviceAccountSchema = z
  .object({ id: uuid(), workspaceId: uuid(), name: name(), createdAt: timestamp(), updatedAt: timestamp() })
  .meta({
    id: 'ServiceAccount',
    description: 'A principal for programs. It belongs to a workspace and is given teams.',
  });

export type ServiceAccount = z.output<typeof serviceAccountSchema>;
