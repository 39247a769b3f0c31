import * as z from 'zod';
import { actorKinds, actorVias } from './actor.ts';
import { uuid, memoize } from './schema.ts';

/** The schema of an Actor, in its own file: only what describes events needs it. */
export const actorSchema = memoize(() =>
  z
    .object({
      kind: z.enum(actorKinds),
      id: uuid()
        .nullable()
        .meta({ description: 'As getPrincipal resolves it; null for the service itself.' }),
      via: z.enum(actorVias).meta({
        description:
          'Through what: `rest` the REST API, `mcp` an AI client, `portal` a page for people, `cli` the operator’s command line, `automation` the service itself, `rule` a rule of the workspace.',
      }),
      ruleId: uuid().optional().meta({ description: 'Of `rule`: which one.' }),
    })
    .meta({ id: 'Actor', description: 'Who made a change, and through what.' }),
);
