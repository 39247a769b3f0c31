import * as z from 'zod';
import { uuid } from '../core/schema.ts';

/** What a principal can be. `system` is the service itself. */
export const principalKinds = ['user', 'service_account', 'visitor', 'system'] as const;

export const principalSchema = z
  .object({
    id: uuid(),
    kind: z.enum(principalKinds).meta({
      description:
        '`user`: a member of the workspace, also a former one. `visitor`: a person who writes on a portal and is no member. `system`: the service itself.',
    }),
    name: z.string(),
    avatarUrl: z
      .url()
      .nullable()
      .meta({ description: 'The address of a picture; null where there is none.' }),
  })
  .meta({ id: 'Principal', description: 'Whoever reports, writes or changes something.' });

export type Principal = z.output<typeof principalSchema>;
