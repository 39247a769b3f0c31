import type { Form } from '../../kernel/api/http/form.ts';
import { allScopes, readScopes, type Scope } from '../../kernel/core/scopes.ts';
import { OWN_TOKENS } from '../session/account-paths.ts';

/** What the page of an operation asks of a new token. */
export interface TokenWish {
  /** The scopes to tick; the person can change them. */
  scopes: readonly Scope[];
  /** The page of the operation, to which the new token leads back. */
  from: OperationPage | undefined;
}

/** The page of an operation in the documentation, with its title, which is English. */
export interface OperationPage {
  path: string;
  /** Empty for a link without one. */
  title: string;
}

/** The page of an operation: no other page is led back to. */
const OPERATION_PAGE = /^\/docs\/[a-z-]+\/[A-Za-z]+$/;
/** The title of an operation is words, so that no link can put an address or a sentence there. */
const TITLE = /^[A-Za-z][A-Za-z ,’'-]{1,79}$/;

/** The path of the page that makes a token with some scopes, for the operation of a page. */
export const newTokenPath = ({ scopes, from }: { scopes: readonly string[]; from: OperationPage }): string =>
  `${OWN_TOKENS}?${new URLSearchParams({ scopes: scopes.join(' '), from: from.path, title: from.title }).toString()}`;

/** Reads what `newTokenPath` says, from a query or a form. Those who change something also read it. */
export function tokenWishOf({ scopes = '', from = '', title = '' }: Form): TokenWish {
  const asked = scopes.split(' ');
  const needed = new Set(asked.flatMap((scope) => [scope, scope.replace(/:write$/, ':read')]));
  return {
    scopes: allScopes.filter((scope) => needed.has(scope)),
    from: OPERATION_PAGE.test(from) ? { path: from, title: TITLE.test(title) ? title : '' } : undefined,
  };
}

/** What a token can be allowed at once, without a choice of scopes. */
export const scopesOfAccess = { read: readScopes, all: allScopes } as const;
