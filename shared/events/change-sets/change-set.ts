import * as z from 'zod';
import type { Actor } from '../../kernel/core/actor.ts';
import { actorSchema } from '../../kernel/core/actor-schema.ts';
import { memoize, timestamp, uuid } from '../../kernel/core/schema.ts';
import type { LoggedEvent } from '../changes/objective-visibility.ts';

/** An event of a change set, as the log has it. */
export type SetEvent = LoggedEvent & {
  changeSetId?: string;
  actor: Actor;
  data: { id: string; updatedAt?: string };
};

const fieldChange = memoize(() =>
  z.object({ field: z.string(), from: z.unknown().optional(), to: z.unknown().optional() }),
);

export const changeSetSchema = memoize(() =>
  z
    .object({
      id: uuid(),
      actor: actorSchema(),
      startedAt: timestamp(),
      endedAt: timestamp(),
      changes: z
        .array(
          z
            .object({
              resource: z.string().meta({ description: 'Such as `story`.' }),
              id: uuid(),
              action: z.string().meta({ description: 'Such as `created`, `updated` or `deleted`.' }),
              changes: z.array(fieldChange()).meta({ description: 'Of updates: the fields that changed.' }),
            })
            .meta({ id: 'ChangeSetEntry', description: 'A change of one resource.' }),
        )
        .meta({ description: 'Those that the caller may see, oldest first.' }),
      reversible: z.boolean().meta({ description: 'Whether revertChangeSet can revert all of them.' }),
    })
    .meta({ id: 'ChangeSet', description: 'Changes that were made together.' }),
);

export type ChangeSet = z.output<ReturnType<typeof changeSetSchema>>;
