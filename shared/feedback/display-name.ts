import { ADDRESS } from '../lib/email-addresses.ts';

/** Brackets and quotes with nothing left between them. */
const EMPTY = /[<([{"']\s{0,9}[>)\]}"']/g;

/** A person's name as the public sees it; one that is an e-mail address is not shown. */
export const displayName = (name: string): string =>
  name.replaceAll(ADDRESS, '').replaceAll(EMPTY, '').replaceAll(/\s+/g, ' ').trim() || 'Someone';
