import type { Reader } from '../../kernel/core/database.ts';
import { principalOf } from './principal-of.ts';
import { findPrincipal } from './visible-principal.ts';

/** The name of a member or service account, also of a former one; undefined for others. */
export async function nameOfPrincipal(
  read: Reader,
  workspaceId: string,
  id: string,
): Promise<string | undefined> {
  const { current, former } = await findPrincipal(read, workspaceId, id);
  const item = current ?? former;
  return item && principalOf(id, item).name;
}
