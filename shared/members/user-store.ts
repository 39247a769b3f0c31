import { createHash } from 'node:crypto';
import { entityKey } from '../db/table.ts';
import type { Key, Item, Reader, Change } from '../core/database.ts';

/** A person, whatever workspaces they are in. Neither their id nor their name is told to a workspace. */
export interface User {
  id: string;
  /** What they call themself in public; null until they have said so. */
  name: string | null;
  email: string;
}

const userKey = (userId: string): Key => entityKey(`U#${userId}`);
const emailKey = (email: string): Key =>
  entityKey(`G#mail#${createHash('sha256').update(email.toLowerCase()).digest('base64url')}`);

/** The id of the user with an e-mail address, or undefined. */
export async function findUserId(read: Reader, email: string): Promise<string | undefined> {
  return (await read.get(emailKey(email)))?.['userId'] as string | undefined;
}

export async function getUser(read: Reader, id: string): Promise<User | undefined> {
  const item = (await read.get(userKey(id))) as (Item & { name?: string; email: string }) | undefined;
  return item && { id, name: item.name ?? null, email: item.email };
}

/** The changes that make a user known by an e-mail address. */
export const putUser = ({ id, email }: Pick<User, 'id' | 'email'>, writeConflict: () => Error): Change[] => [
  { put: { ...emailKey(email), userId: id }, if: 'absent', onConditionFailed: writeConflict },
  { put: { ...userKey(id), email }, if: 'absent' },
];

/** As many changes as putUser makes, of a user who is known already: to others the two look the same. */
export const confirmUser = (
  { id, email }: Pick<User, 'id' | 'email'>,
  writeConflict: () => Error,
): Change[] => [
  { check: emailKey(email), if: { equals: { userId: id } }, onConditionFailed: writeConflict },
  { check: userKey(id), if: 'present', onConditionFailed: writeConflict },
];

/** The change of what a person calls themself. */
export const setUserName = (userId: string, name: string): Change => ({
  update: userKey(userId),
  with: { set: { name } },
  if: 'present',
});

/** Holds that a user still has the name that was read. */
export const userNameIs = ({ id, name }: Pick<User, 'id' | 'name'>, writeConflict: () => Error): Change => ({
  check: userKey(id),
  if: { equals: { name: name ?? undefined } },
  onConditionFailed: writeConflict,
});
