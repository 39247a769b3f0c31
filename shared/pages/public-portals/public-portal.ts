import * as z from 'zod';
import { portalFields } from './find-portal.ts';
import { publicItemSchema } from '../../feedback/items/item.ts';
import { once } from '../../kernel/core/schema.ts';

/** Longer texts are no search. */
export const Q_MAX_CHARACTERS = 200;

export const publicPortalSchema = once(() =>
  z
    .object({
      ...portalFields(),
      items: z.array(publicItemSchema()),
      itemsHasMore: z.boolean(),
      itemsNextCursor: z
        .string()
        .nullable()
        .meta({ description: 'Send it as cursor, with all other parameters unchanged, to get more items.' }),
    })
    .meta({ id: 'PublicPortal', description: 'A feedback portal and its items, as the public sees them.' }),
);

export type PublicPortal = z.output<ReturnType<typeof publicPortalSchema>>;
