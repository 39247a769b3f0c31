import { ApiError } from './errors.ts';
import type { Services } from './services.ts';

/** Set while the table is restored: what would be written meanwhile is refused, since it would be lost. */
export const MAINTENANCE_VARIABLE = 'MAINTENANCE';

/** Throws a 503 if the service is under maintenance, for what would change something. */
export function assertWritable({ setting }: Pick<Services, 'setting'>): void {
  if (setting(MAINTENANCE_VARIABLE) === undefined) return;
  throw new ApiError('service_unavailable', 'The service is under maintenance and takes no changes.', {
    headers: { 'retry-after': '300' },
  });
}
