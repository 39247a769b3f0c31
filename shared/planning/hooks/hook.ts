import * as z from 'zod';
import { definePatch } from '../../kernel/api/operation/patch.ts';
import { memoize, name, timestamp, uuid } from '../../kernel/core/schema.ts';

export const hookProviders = ['github', 'gitlab'] as const;
export type HookProvider = (typeof hookProviders)[number];

/** Maximum number of hooks of a workspace, and of rules of a hook. */
export const HOOKS_MAX = 100;
const RULES_MAX = 50;

const statusAfter = (act: string) =>
  uuid()
    .nullable()
    .meta({
      description: `The status that a story moves to when a pull request that names it ${act}; null to leave it.`,
    });

const ruleFields = memoize(() => ({
  teamId: uuid().meta({ description: 'A team whose stories the hook links.' }),
  openedStatusId: statusAfter('is opened or reopened, or is no longer a draft'),
  mergedStatusId: statusAfter('is merged'),
  closedStatusId: statusAfter('is closed without being merged'),
}));

const hookRuleSchema = memoize(() =>
  z.object(ruleFields()).meta({ id: 'HookRule', description: 'What a hook does in one team.' }),
);

export type HookRule = z.output<ReturnType<typeof hookRuleSchema>>;

const ruleRequest = memoize(() => {
  const { teamId, openedStatusId, mergedStatusId, closedStatusId } = ruleFields();
  return z
    .strictObject({
      teamId,
      openedStatusId: openedStatusId.default(null),
      mergedStatusId: mergedStatusId.default(null),
      closedStatusId: closedStatusId.default(null),
    })
    .meta({ id: 'HookRuleRequest' });
});

const RULES_DESCRIPTION = 'The teams whose stories it links, with the statuses that stories move to.';

const rulesRequest = () =>
  z
    .array(ruleRequest())
    .min(1, { error: 'must name a team' })
    .max(RULES_MAX, { error: `must contain at most ${RULES_MAX} entries` })
    .refine((all) => new Set(all.map(({ teamId }) => teamId)).size === all.length, {
      error: 'must not contain the same team twice',
      params: { code: 'repeated' },
    })
    .meta({ description: RULES_DESCRIPTION });

const settable = memoize(() => ({
  name: name(),
  serviceAccountId: uuid().meta({
    description: 'The service account that it acts as, in those of its teams that the account is in.',
  }),
  rules: rulesRequest(),
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
      rules: z.array(hookRuleSchema()).meta({ description: RULES_DESCRIPTION }),
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
