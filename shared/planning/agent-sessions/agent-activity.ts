import * as z from 'zod';
import { actorSchema } from '../../kernel/core/actor-schema.ts';
import { memoize, text, timestamp, uuid } from '../../kernel/core/schema.ts';

export const activityKinds = ['thought', 'action', 'question', 'answer', 'result'] as const;
export type ActivityKind = (typeof activityKinds)[number];

/** The longest text of an activity. */
export const ACTIVITY_MAX_CHARACTERS = 2_000;

const body = () => text({ max: ACTIVITY_MAX_CHARACTERS, multiline: true });

const activityKind = memoize(() => z.enum(activityKinds).meta({ id: 'AgentActivityKind' }));

const kind = () =>
  activityKind().meta({
    description:
      'thought and action say what the agent thinks and does; question makes the session await input, answer is what a person or the agent answered, result completes the session.',
  });

export const agentActivitySchema = memoize(() =>
  z
    .object({
      id: uuid(),
      kind: kind(),
      body: body(),
      at: timestamp(),
      author: actorSchema(),
    })
    .meta({
      id: 'AgentActivity',
      description: 'What an agent thought, did, asked or achieved in a session.',
    }),
);

export type AgentActivity = z.output<ReturnType<typeof agentActivitySchema>>;

export const activityCreateSchema = memoize(() =>
  z
    .strictObject({
      kind: kind(),
      body: body(),
      state: z
        .literal('failed', { error: 'must be failed or omitted' })
        .optional()
        .meta({ description: 'Ends the session as failed; the body says why.' }),
    })
    .meta({ id: 'CreateAgentActivityRequest' }),
);
