import type { Arguments } from '../../kernel/api/mcp/tool.ts';
import type { ArgumentProblem } from './named-arguments.ts';

const refused = new WeakMap<Arguments, readonly ArgumentProblem[]>();

/** Notes why one of several items means nothing, which does not stop the others. */
export const refuseItem = (item: Arguments, problems: readonly ArgumentProblem[]): void => {
  refused.set(item, problems);
};

export const problemsOf = (item: Arguments): readonly ArgumentProblem[] => refused.get(item) ?? [];
