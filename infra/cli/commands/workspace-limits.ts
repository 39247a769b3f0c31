import type { Command } from 'commander';
import { RATE_LIMIT_MAX } from '../../../shared/api/limits/rate-limits.ts';
import type { OwnRateLimits } from '../../../shared/api/limits/workspace-limits-store.ts';
import { setWorkspaceLimits } from '../../../shared/workspaces/set-workspace-limits.ts';
import { asNumber } from '../core/arguments.ts';
import { findWorkspace } from '../core/find.ts';
import type { Columns } from '../core/output.ts';
import { tableCommand, withSession, type CommonOptions } from '../core/session.ts';

interface Options extends CommonOptions {
  perCredential?: number | null;
  perWorkspace?: number | null;
}

const ENVIRONMENT = "the environment's";

const columns: Columns<OwnRateLimits> = {
  'requests a minute per credential': ({ credential }) => credential ?? ENVIRONMENT,
  'requests a minute in all': ({ workspace }) => workspace ?? ENVIRONMENT,
};

/** Requests a minute, or `default`. */
const limit = (text: string): number | null =>
  text === 'default' ? null : asNumber(1, RATE_LIMIT_MAX)(text);

/** `plotline workspaces limits`: sets what is named, and shows the workspace's own limits. */
export function workspaceLimitsCommand(noun: Command): void {
  tableCommand(noun, 'limits <workspace>', "set limits of a workspace in place of the environment's")
    .option('--per-credential <requests>', 'requests a minute of one credential, or "default"', limit)
    .option('--per-workspace <requests>', 'requests a minute of all its credentials, or "default"', limit)
    .action((text: string, { perCredential, perWorkspace, ...options }: Options) =>
      withSession(options, async ({ operator, output }) => {
        const { id, slug } = await findWorkspace(operator, text);
        const rateLimits = {
          ...(perCredential === undefined ? {} : { credential: perCredential }),
          ...(perWorkspace === undefined ? {} : { workspace: perWorkspace }),
        };
        const own = await operator.within(id).run(setWorkspaceLimits, { body: { rateLimits } });
        if (Object.keys(rateLimits).length > 0) output.done(`Set the limits of ${slug}.`);
        output.record(own.rateLimits, columns);
      }),
    );
}
