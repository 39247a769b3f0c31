import * as z from 'zod';
import { memoize } from '../../kernel/core/schema.ts';
import type { Item, Reader } from '../../kernel/core/database.ts';
import { getWorkspaceItem } from './workspace-store.ts';

/** The policy of who may create personal access tokens. */
export const tokenPolicySchema = memoize(() =>
  z
    .object({
      memberTokens: z.enum(['allowed', 'forbidden']).meta({
        description:
          'Whether members and guests may create tokens of their own. Admins always may; tokens that exist are not affected.',
      }),
    })
    .meta({ id: 'TokenPolicy', description: 'Who may create personal access tokens in the workspace.' }),
);

export type TokenPolicy = z.output<ReturnType<typeof tokenPolicySchema>>;

/** The policy on a workspace's item; a workspace that has set none allows tokens. */
export const toTokenPolicy = (workspace: Item | undefined): TokenPolicy => ({
  memberTokens: workspace?.['memberTokens'] === 'forbidden' ? 'forbidden' : 'allowed',
});

/** The policy of a workspace. */
export const getTokenPolicyOf = async (read: Reader, workspaceId: string): Promise<TokenPolicy> =>
  toTokenPolicy(await getWorkspaceItem(read, workspaceId));
