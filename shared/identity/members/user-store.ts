import { createHash } from 'node:crypto';
import { writeConflict } from '../../kernel/core/errors.ts';
import { itemKind } from '../../kernel/db/table.ts';
import type { Language } from '../../kernel/core/languages.ts';
import type { Key, Item, Reader, Change, Check } from '../../kernel/core/database.ts';
import { userKind } from '../../kernel/auth/user-kind.ts';

/** A person, independent of workspaces. Workspaces see neither the user's id nor their public name. */
export interface User {
  id: string;
  /** The name they chose to show in public; null until they choose one. */
  name: string | null;
  email: string;
  /** That they last read pages in; absent until they sign in. */
  language?: Language;
}

const userKey = userKind.key;
const emailKind = itemKind('G#mail#', 'release');
const emailKey = (email: string): Key =>
  emailKind.key(createHash('sha256').update(email.toLowerCase()).digest('base64url'));

/** Returns the id of the user with an email address, or undefined. */
export async function findUserId(read: Reader, email: string): Promise<string | undefined> {
  return (await read.get(emailKey(email)))?.['userId'] as string | undefined;
}

export async function getUser(read: Reader, id: string): Promise<User | undefined> {
  const item = (await read.get(userKey(id))) as (Item & Partial<User> & Pick<User, 'email'>) | undefined;
  if (!item) return undefined;
  const { name = null, email, language } = item;
  return { id, name, email, ...(language === undefined ? {} : { language }) };
}

/** Changes that create a user for an email address. */
export const putUser = ({ id, email }: Pick<User, 'id' | 'email'>, writeConflict: () => Error): Change[] => [
  { put: { ...emailKey(email), userId: id }, if: 'absent', onConditionFailed: writeConflict },
  { put: { ...userKey(id), email }, if: 'absent' },
];

/**
 * As many changes as putUser makes, for an existing user, so that the two cases cannot be distinguished by
 * cost.
 */
export const confirmUser = (
  { id, email }: Pick<User, 'id' | 'email'>,
  writeConflict: () => Error,
): Check[] => [
  { check: emailKey(email), if: { equals: { userId: id } }, onConditionFailed: writeConflict },
  { check: userKey(id), if: 'present', onConditionFailed: writeConflict },
];

/** A company's own id of its customer, unique in a workspace. */
const customerKind = itemKind('G#customer#', 'release');
const customerKey = (workspaceId: string, subject: string): Key =>
  customerKind.key(
    createHash('sha256')
      .update(JSON.stringify([workspaceId, subject]))
      .digest('base64url'),
  );

/** The id of the user that a customer of a workspace is, or undefined. */
export async function findCustomerId(
  read: Reader,
  workspaceId: string,
  subject: string,
): Promise<string | undefined> {
  return (await read.get(customerKey(workspaceId, subject)))?.['userId'] as string | undefined;
}

/**
 * Changes that create the user of a workspace's customer. It cannot be found by its address, which the company states and
 * no one has proved.
 */
export const putCustomer = (
  { id, email }: Pick<User, 'id' | 'email'>,
  { workspaceId, subject }: { workspaceId: string; subject: string },
  writeConflict: () => Error,
): Change[] => [
  {
    put: { ...customerKey(workspaceId, subject), userId: id, workspaceId },
    if: 'absent',
    onConditionFailed: writeConflict,
  },
  { put: { ...userKey(id), email, workspaceId }, if: 'absent' },
];

/** Changes the address of a customer, who exists afterwards even if their user was deleted. */
export const setCustomerEmail = ({ id, email }: Pick<User, 'id' | 'email'>, workspaceId: string): Change => ({
  update: userKey(id),
  with: { set: { email, workspaceId } },
});

/**
 * Changes that give a user another address, which must differ by more than the case of letters. Throws `taken` if
 * someone has it, and WriteConflict if the user no longer has the one that was read.
 */
export const moveUser = (
  { id, email }: Pick<User, 'id' | 'email'>,
  to: string,
  taken: () => Error,
): Change[] => [
  { put: { ...emailKey(to), userId: id }, if: 'absent', onConditionFailed: taken },
  { delete: emailKey(email), if: { equals: { userId: id } }, onConditionFailed: writeConflict },
  {
    update: userKey(id),
    with: { set: { email: to } },
    if: { equals: { email } },
    onConditionFailed: writeConflict,
  },
];

/** Condition that a user still has the address that was read. */
export const userEmailIs = ({ id, email }: Pick<User, 'id' | 'email'>): Change => ({
  check: userKey(id),
  if: { equals: { email } },
  onConditionFailed: writeConflict,
});

/** Changes a user's public name. */
export const setUserName = (userId: string, name: string): Change => ({
  update: userKey(userId),
  with: { set: { name } },
  if: 'present',
});

/** Remembers the language that a user reads in. Throws `changed` if there is no such user any more. */
export const setUserLanguage = (userId: string, language: Language, changed: () => Error): Change => ({
  update: userKey(userId),
  with: { set: { language } },
  if: 'present',
  onConditionFailed: changed,
});

/** Removes a user's public name. */
export const removeUserName = (userId: string): Change => ({
  update: userKey(userId),
  with: { remove: ['name'] },
  if: 'present',
});

/** Changes that delete a user, whose address someone may then use again. */
export const deleteUser = ({ id, email }: Pick<User, 'id' | 'email'>): Change[] => [
  { delete: emailKey(email) },
  { delete: userKey(id) },
];

/** Condition that a user still has the name that was read. */
export const userNameIs = ({ id, name }: Pick<User, 'id' | 'name'>, writeConflict: () => Error): Check => ({
  check: userKey(id),
  if: { equals: { name: name ?? undefined } },
  onConditionFailed: writeConflict,
});
