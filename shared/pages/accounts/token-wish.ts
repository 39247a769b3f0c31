import type { Form } from '../../kernel/api/http/form.ts';
import { allScopes, readScopes, type Scope } from '../../kernel/core/scopes.ts';
import { OWN_TOKENS } from './account-paths.ts';

/** What the page of an operation asks of a new token. */
export interface TokenWish {
  /** The scopes to tick; the person can change them. */
  scopes: readonly Scope[];
  /** The page of the operation in the documentation, to which the new token leads back. */
  from: string | undefined;
}

/** The page of an operation: no other page is led back to. */
const OPERATION_PAGE = /^\/docs\/[a-z-]+\/[A-Za-z]+$/;

/** The path of the page that makes a token with some scopes, for the operation of a page. */
export const newTokenPath = ({ scopes, from = '' }: { scopes: readonly string[]; from?: string }): string =>
  `${OWN_TOKENS}?${new URLSearchParams({ scopes: scopes.join(' '), from }).toString()}`;

/** Reads what `newTokenPath` says, from a query or a form. Those who change something also read it. */
export function tokenWishOf({ scopes = '', from = '' }: Form): TokenWish {
  const asked = scopes.split(' ');
  const needed = new Set(asked.flatMap((scope) => [scope, scope.replace(/:write$/, ':read')]));
  return {
    scopes: allScopes.filter((scope) => needed.has(scope)),
    from: OPERATION_PAGE.test(from) ? from : undefined,
  };
}

/** What the operation whose page asks for a token does, by the words of its id: `List stories`. */
export function operationOf(from: string): string {
  const words = from
    .slice(from.lastIndexOf('/') + 1)
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What a token can be allowed at once, without a choice of scopes. */
export const scopesOfAccess = { read: readScopes, all: allScopes } as const;
