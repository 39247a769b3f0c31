import * as z from 'zod';
import { uuid } from './schema.ts';

/** Who can change something; `system` is the service itself, or its operator. */
export const actorKinds = ['user', 'service_account', 'visitor', 'system'] as const;

/** Through what a change can be made. */
export const actorVias = ['rest', 'mcp', 'portal', 'cli', 'automation'] as const;

export const actorSchema = z
  .object({
    kind: z.enum(actorKinds),
    id: uuid().nullable().meta({ description: 'As getPrincipal resolves it; null for the service itself.' }),
    via: z.enum(actorVias).meta({
      description:
        'Through what: `rest` the REST API, `mcp` an AI client, `portal` a page for people, `cli` the operator’s command line, `automation` a rule of the service.',
    }),
  })
  .meta({ id: 'Actor', description: 'Who made a change, and through what.' });

/** Who made a change, and through what. */
export type Actor = z.output<typeof actorSchema>;

/** The service, when it changes something that follows from another change. */
export const automation: Actor = { kind: 'system', id: null, via: 'automation' };
