import type { WebCall } from '../../kernel/api/operation/web-route.ts';
import { writeConflict } from '../../kernel/core/errors.ts';
import { newId } from '../../kernel/core/id.ts';
import { createReader } from '../../kernel/db/reader.ts';
import { retryOnConflict } from '../../kernel/db/retry-on-conflict.ts';
import { commit } from '../../kernel/db/write.ts';
import { renameAuthor } from '../../feedback/items/rename-author.ts';
import {
  findCustomerId,
  getUser,
  putCustomer,
  setCustomerEmail,
  setUserName,
} from '../../identity/members/user-store.ts';
import { ownNameFault } from '../../identity/members/own-name.ts';

/** A customer as their company describes them. */
interface Customer {
  workspaceId: string;
  /** The company's own id of them. */
  subject: string;
  email: string;
  name: string | undefined;
}

/**
 * Returns the id of the user that a customer is in a workspace, with the name and address that their company gives now. It
 * is never the account of a person with that address, whom the company cannot speak for.
 */
export async function findOrCreateCustomer(
  { workspaceId, subject, email, name }: Customer,
  { services, now }: WebCall,
): Promise<string> {
  const { database } = services;
  const id = await retryOnConflict(async () => {
    const known = await findCustomerId(createReader(database), workspaceId, subject);
    if (known !== undefined) return known;
    const made = newId(now);
    await commit(database, putCustomer({ id: made, email }, { workspaceId, subject }, writeConflict));
    return made;
  });
  const read = createReader(database);
  const user = await getUser(read, id);
  if (user?.email !== email) await commit(database, [setCustomerEmail({ id, email }, workspaceId)]);
  if (name !== undefined && name !== user?.name && ownNameFault(name) === undefined) {
    await commit(database, [setUserName(id, name)]);
    const write = (changes: Parameters<typeof commit>[1]) => commit(database, changes);
    await renameAuthor({ read: createReader(database), write }, id, now);
  }
  return id;
}
