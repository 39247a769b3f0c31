import { ADDRESS } from '../core/email-addresses.ts';

/** Brackets and quotes with nothing left between them. */
const EMPTY = /[<([{"']\s{0,9}[>)\]}"']/g;

/** What the public sees of a person who has not said what they are called. */
export const NOBODYS_NAME = 'Someone';

/** A person's name as the public sees it; one that is an e-mail address is not shown. */
export const displayName = (name: string | null): string =>
  (name ?? '').replaceAll(ADDRESS, '').replaceAll(EMPTY, '').replaceAll(/\s+/g, ' ').trim() || NOBODYS_NAME;
