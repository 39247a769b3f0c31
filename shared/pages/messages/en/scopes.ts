import { scopes as described, type Scope } from '../../../kernel/core/scopes.ts';

type ScopeTexts = { readonly [S in Scope as `scope.${S}`]: (typeof described)[S] };

/** What each scope allows, as the API describes it. */
export const scopes = Object.fromEntries(
  Object.entries(described).map(([scope, text]) => [`scope.${scope}`, text]),
) as ScopeTexts;
