import { isReleaseEvent, reportRelease } from '../../kernel/aws/report-release.ts';
import { logger } from '../../kernel/core/logger.ts';
import { certificateProblem } from '../../kernel/net/certificate-problem.ts';
import { checkService } from '../../kernel/net/check-service.ts';

interface CanaryOptions {
  /** The address that clients use. */
  baseUrl: string;
  /** The time for which the service may take to respond, in milliseconds. */
  waitMs: number;
}

/**
 * Tries the service at its public address, as a client does. On a schedule, it throws Error where the service fails, for
 * an alarm; for a release, CodeDeploy takes the new code back.
 */
export async function runCanary(
  event: object,
  { baseUrl, waitMs }: CanaryOptions,
): Promise<{ checked: number; failed: number }> {
  const isRelease = isReleaseEvent(event);
  const results = [
    ...(await checkService(baseUrl, waitMs)),
    // No release changes it.
    ...(isRelease ? [] : [{ path: '', problem: await certificateProblem(baseUrl) }]),
  ];
  const failures = results.filter(({ problem }) => problem !== undefined);
  if (failures.length > 0) logger.error('service check failed', { failures });
  if (isRelease) await reportRelease(event, failures.length === 0);
  else if (failures.length > 0) throw new Error(`The service fails: ${JSON.stringify(failures)}`);
  return { checked: results.length, failed: failures.length };
}
