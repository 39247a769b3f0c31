import type { ServedOperation } from '../../kernel/api/operation/operation-kinds.ts';
import type { WebRoute } from '../../kernel/api/operation/web-route.ts';
import type { FunctionNeeds } from '../../kernel/core/needs.ts';

/** The operations that one function behind the gateway serves, and the rights that it needs. */
export interface FunctionGroup {
  operations: readonly ServedOperation[];
  routes: readonly WebRoute[];
  /**
   * What its function serves besides, in the release before or after the one in which the gateway leads it here: one that
   * moves to another group is served by both, since the gateway has new routes before all functions have new code
   * (docs/table-changes.md).
   */
  alsoServes?: readonly (ServedOperation | WebRoute)[];
  needs: FunctionNeeds;
}
