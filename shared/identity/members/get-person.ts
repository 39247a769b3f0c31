import * as z from 'zod';
import { notFound } from '../../kernel/core/errors.ts';
import { operatorOperation } from '../../kernel/api/operation/operator-operation.ts';
import { uuid } from '../../kernel/core/schema.ts';
import type { Reader } from '../../kernel/core/database.ts';
import { readMembership } from '../../kernel/auth/membership-store.ts';

export const getPerson = operatorOperation({
  id: 'getPerson',
  summary: 'Get the id of the user behind a member',
  inWorkspace: true,
  body: () => z.strictObject({ memberId: uuid() }),
  output: () => z.object({ userId: uuid() }),
  handle: async ({ path: { workspaceId }, body: { memberId }, read }) => {
    const { userId } = await personOrThrow(read, { workspaceId, memberId });
    return { userId };
  },
});

/** Returns the user behind a member and the start of the membership; throws a 404 if there is none. */
export async function personOrThrow(
  read: Reader,
  { workspaceId, memberId }: { workspaceId: string; memberId: string },
): Promise<{ userId: string; since: string | undefined }> {
  const membership = await readMembership(read, workspaceId, memberId);
  if (!membership?.userId) throw notFound('member');
  return { userId: membership.userId, since: membership.since };
}
