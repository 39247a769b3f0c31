import { InvalidArgumentError, type Command } from 'commander';
import {
  DEFAULT_QUOTAS,
  QUOTA_MAX,
  quotaNames,
  quotaNameSchema,
  type OwnQuotas,
  type QuotaName,
} from '../../shared/kernel/api/limits/quotas.ts';
import {
  parseRateLimits,
  RATE_LIMIT_MAX,
  RATE_LIMITS_VARIABLE,
  type OwnRateLimits,
  type RateLimits,
} from '../../shared/kernel/api/limits/rate-limits.ts';
import { didYouMean } from '../../shared/kernel/core/nearest.ts';
import { setWorkspaceLimits } from '../../shared/identity/workspaces/set-workspace-limits.ts';
import { asNumber } from '../core/arguments.ts';
import { resolveWorkspace } from '../core/find.ts';
import type { Columns } from '../core/output.ts';
import { tableCommand, withSession, type CommonOptions } from '../core/session.ts';

type Quotas = Partial<Record<QuotaName, number | null>>;

interface WorkspaceLimitsOptions extends CommonOptions {
  perCredential?: number | 'default';
  perWorkspace?: number | 'default';
  writesADay?: number | 'default';
  quota?: Quotas;
}

/** The limits that apply to a workspace, and where those that are not its own are from. */
function columnsFor(environment: RateLimits | undefined): Columns<OwnRateLimits & { quotas: OwnQuotas }> {
  const limit =
    (name: keyof RateLimits) =>
    ({ [name]: own }: OwnRateLimits) =>
      own ?? (environment ? `${environment[name]} (of the environment)` : 'of the environment');
  return {
    'requests a minute per credential': limit('credential'),
    'requests a minute in all': limit('workspace'),
    'writes a day': limit('writesADay'),
    ...Object.fromEntries(
      quotaNames.map((name) => [
        name,
        ({ quotas }: { quotas: OwnQuotas }) => quotas[name] ?? `${DEFAULT_QUOTAS[name]} (the default)`,
      ]),
    ),
  };
}

const numberOrDefault =
  (from: number, to: number) =>
  (text: string): number | 'default' =>
    text === 'default' ? text : asNumber(from, to)(text);

const requests = numberOrDefault(1, RATE_LIMIT_MAX);

/** The operation takes null for the default, which commander takes for an option without a value. */
const orNull = (value: number | 'default'): number | null => (value === 'default' ? null : value);

/** Adds `name=number` or `name=default` to the quotas named before it. */
function asQuota(text: string, before: Quotas = {}): Quotas {
  const [name = '', value = ''] = text.split('=');
  const known = quotaNameSchema().safeParse(name);
  if (known.success) return { ...before, [known.data]: orNull(numberOrDefault(0, QUOTA_MAX)(value)) };
  throw new InvalidArgumentError(`There is no quota ${name}; ${didYouMean(name, quotaNameSchema().options)}`);
}

/** `plotline workspaces limits`: sets what is named, and shows the workspace's own limits. */
export function workspaceLimitsCommand(noun: Command): void {
  tableCommand(noun, 'limits <workspace>', "set limits of a workspace in place of the environment's")
    .option('--per-credential <requests>', 'requests a minute of one credential, or "default"', requests)
    .option('--per-workspace <requests>', 'requests a minute of all its credentials, or "default"', requests)
    .option('--writes-a-day <writes>', 'writes a day of the workspace, or "default"', requests)
    .option(
      '--quota <name=number>',
      `${quotaNameSchema().options.join(', ')}; or "default"; repeatable`,
      asQuota,
    )
    .action(
      (
        text: string,
        { perCredential, perWorkspace, writesADay, quota = {}, ...options }: WorkspaceLimitsOptions,
      ) =>
        withSession(options, async ({ operator, output, settings }) => {
          const { id, slug } = await resolveWorkspace(operator, text);
          const rateLimits = {
            ...(perCredential === undefined ? {} : { credential: orNull(perCredential) }),
            ...(perWorkspace === undefined ? {} : { workspace: orNull(perWorkspace) }),
            ...(writesADay === undefined ? {} : { writesADay: orNull(writesADay) }),
          };
          const body = { rateLimits, quotas: quota };
          const own = await operator.within(id).run(setWorkspaceLimits, { body });
          if (Object.keys({ ...rateLimits, ...quota }).length > 0) output.done(`Set the limits of ${slug}.`);
          const stated = settings[RATE_LIMITS_VARIABLE];
          const environment = stated === undefined ? undefined : parseRateLimits(stated);
          output.record({ ...own.rateLimits, quotas: own.quotas }, columnsFor(environment));
        }),
    );
}
