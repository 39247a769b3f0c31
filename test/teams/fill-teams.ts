import { randomUUID } from 'node:crypto';
import { commit } from '../../shared/kernel/db/write.ts';
import { idToBytes } from '../../shared/kernel/core/id.ts';
import type { TestWorkspace } from '../support/workspace.ts';
import { membershipKey } from '../../shared/kernel/auth/membership-store.ts';

/** Puts a member into so many teams more, as far as their membership says. */
export async function fillTeams({ id, database }: TestWorkspace, memberId: string, count: number) {
  const teamIds = new Set(Array.from({ length: count }, () => idToBytes(randomUUID())));
  await commit(database, [
    { update: membershipKey(id, memberId), with: { add: { teamIds } }, if: 'present' },
  ]);
}
