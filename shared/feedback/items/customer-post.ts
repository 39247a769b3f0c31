import type { Caller } from '../../kernel/core/caller.ts';
import type { Change, Reader } from '../../kernel/core/database.ts';
import { idOfText } from '../../kernel/core/id.ts';
import type { Services } from '../../kernel/core/services.ts';
import { displayName } from '../../identity/members/display-name.ts';
import { userOfAddress } from '../../identity/members/user-of-address.ts';
import { findUserId } from '../../identity/members/user-store.ts';
import type { Author } from './author.ts';
import { putPost } from './author-store.ts';
import type { NewVote } from './vote-store.ts';

export interface CustomerPost {
  author: Author & { addedBy: string };
  vote: Omit<NewVote, 'itemId'>;
  /** What is written along with the item. */
  changes: Change[];
}

interface Customer {
  email: string;
  name: string;
}

interface Posting extends Pick<Services, 'keys'> {
  read: Reader;
  caller: Caller;
  itemId: string;
  newId: () => string;
}

/**
 * The id under which a customer is the author of what members post for them. It is not the id of their own posts, which
 * would reveal to the workspace whose address it has.
 */
export const customerIdOf = ({ userId, workspaceId }: { userId: string; workspaceId: string }): string =>
  idOfText(`customer ${workspaceId} ${userId}`);

/**
 * The author and the vote of an item that a member posts for a customer, by the address and name that the member gave.
 * Nothing of it differs for people who have an account.
 */
export async function customerPost(
  { email, name }: Customer,
  { read, caller: { workspaceId, principalId }, itemId, ...services }: Posting,
): Promise<CustomerPost> {
  const known = await findUserId(read, email);
  const { id: userId, changes } = await userOfAddress(read, { email, known }, services);
  return {
    author: {
      authorId: customerIdOf({ userId, workspaceId }),
      authorKind: 'visitor',
      authorName: displayName(name),
      origin: 'visitor',
      addedBy: principalId,
    },
    vote: { userId, addedBy: principalId, customer: name },
    changes: [...changes, putPost(userId, { kind: 'item', id: itemId })],
  };
}
