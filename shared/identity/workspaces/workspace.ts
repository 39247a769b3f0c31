import * as z from 'zod';
import { name, timestamp, uuid, memoize } from '../../kernel/core/schema.ts';

/** Used in URLs: lower-case letters, digits and inner hyphens (docs/specification.md, "Values"). */
export const workspaceSlug = () =>
  z
    .string()
    .regex(/^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/, {
      error: 'must contain only lower-case letters, digits and inner hyphens',
    })
    .max(60);

export const workspaceSchema = memoize(() =>
  z
    .object({
      id: uuid(),
      name: name(),
      slug: workspaceSlug(),
      createdAt: timestamp(),
      updatedAt: timestamp(),
    })
    .meta({ id: 'Workspace', description: 'The container of teams and everything they own.' }),
);

export type Workspace = z.output<ReturnType<typeof workspaceSchema>>;
