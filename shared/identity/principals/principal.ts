import * as z from 'zod';
import { uuid, memoize } from '../../kernel/core/schema.ts';

/** The kinds of principals. */
export const principalKinds = ['user', 'service_account', 'visitor', 'system'] as const;

export const principalSchema = memoize(() =>
  z
    .object({
      id: uuid(),
      kind: z.enum(principalKinds).meta({
        description:
          '`user`: a current or former member of the workspace. `visitor`: a person who uses a portal without being a member. `system`: the service itself.',
      }),
      name: z.string(),
      avatarUrl: z.url().nullable().meta({ description: 'The URL of a picture, or null.' }),
    })
    .meta({ id: 'Principal', description: 'A person or program that can create or change something.' }),
);

export type Principal = z.output<ReturnType<typeof principalSchema>>;
