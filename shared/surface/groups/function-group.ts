import type { ServedOperation } from '../../kernel/api/operation/operation-kinds.ts';
import type { WebRoute } from '../../kernel/api/operation/web-route.ts';
import type { FunctionNeeds } from '../../kernel/core/needs.ts';

/** The operations that one function behind the gateway serves, and the rights that it needs. */
export interface FunctionGroup {
  operations: readonly ServedOperation[];
  routes: readonly WebRoute[];
  needs: FunctionNeeds;
}
