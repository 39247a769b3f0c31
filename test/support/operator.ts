import { createOperator as createCommands } from '../../infra/admin/operator.ts';
import type { Database } from '../../shared/db/client.ts';
import { createWorkspace } from '../../shared/workspaces/create-workspace.ts';
import { renameWorkspace } from '../../shared/workspaces/rename-workspace.ts';

/** What tests set up as an operator of the deployment: operations of the registry, in short. */
export function createOperator(database: Database) {
  const operator = createCommands(database);
  return {
    ...operator,
    createWorkspace: (body: { name: string; slug: string }) =>
      operator.outside.run(createWorkspace, { body }),
    renameWorkspace: ({ id }: { id: string }, name: string) =>
      operator.within(id).run(renameWorkspace, { body: { name } }),
  };
}

export type Operator = ReturnType<typeof createOperator>;
