import * as z from 'zod';
import { definePatch } from '../../kernel/api/operation/patch.ts';
import { memoize, name, timestamp, uuid } from '../../kernel/core/schema.ts';

export const hookProviders = ['github', 'gitlab'] as const;
export type HookProvider = (typeof hookProviders)[number];

/** Maximum number of hooks of a workspace, and of rules of a hook. */
export const HOOKS_MAX = 100;
export const RULES_MAX = 50;

const statusOf = (act: string) =>
  uuid()
    .nullable()
    .default(null)
    .meta({
      description: `The status that a story moves to when a pull request that names it ${act}; null to leave it.`,
    });

/** What a hook does in one team. */
const hookRuleSchema = memoize(() =>
  z
    .strictObject({
      teamId: uuid().meta({ description: 'A team whose stories the hook links.' }),
      openedStatusId: statusOf('is opened or reopened, or is no longer a draft'),
      mergedStatusId: statusOf('is merged'),
      closedStatusId: statusOf('is closed without being merged'),
    })
    .meta({ id: 'HookRule' }),
);

export type HookRule = z.output<ReturnType<typeof hookRuleSchema>>;

const rules = () =>
  z
    .array(hookRuleSchema())
    .min(1, { error: 'must name a team' })
    .max(RULES_MAX, { error: `must contain at most ${RULES_MAX} entries` })
    .refine((all) => new Set(all.map(({ teamId }) => teamId)).size === all.length, {
      error: 'must not contain the same team twice',
      params: { code: 'repeated' },
    })
    .meta({ description: 'The teams whose stories it links, with the statuses that stories move to.' });

const settable = memoize(() => ({
  name: name(),
  serviceAccountId: uuid().meta({
    description: 'The service account that it acts as, in those of its teams that the account is in.',
  }),
  rules: rules(),
}));

const provider = () =>
  z.enum(hookProviders).meta({ description: 'Who sends to the hook. Cannot be changed.' });

export const hookSchema = memoize(() =>
  z
    .object({
      id: uuid(),
      workspaceId: uuid(),
      provider: provider(),
      ...settable(),
      path: z.string().meta({
        description: 'The path of the address to enter at the provider, after the base URL of the service.',
      }),
      secretGeneration: z.int().meta({ description: 'Increases with each rotation of the secret.' }),
      createdAt: timestamp(),
      updatedAt: timestamp(),
    })
    .meta({
      id: 'Hook',
      description:
        'An address at which GitHub or GitLab reports pull requests and branches. Its secret is returned only on creation and rotation.',
    }),
);

export type Hook = z.output<ReturnType<typeof hookSchema>>;

export const hookCreateSchema = memoize(() =>
  z.strictObject({ provider: provider(), ...settable() }).meta({ id: 'CreateHookRequest' }),
);

export const hookPatch = definePatch('UpdateHookRequest', { fields: settable });

/** Where a provider sends to a hook. */
export const hookPath = ({ provider: at, id }: Pick<Hook, 'provider' | 'id'>): string => `/hooks/${at}/${id}`;
