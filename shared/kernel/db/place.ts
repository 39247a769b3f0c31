import type { DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { addressOf, placeOfFunction, type Place } from '../core/aws/place.ts';

export type DatabaseOptions = Pick<DynamoDBClientConfig, 'endpoint' | 'region' | 'credentials'>;

/** The variable with the number of a function's connections to the database, where it is not the default. */
export const CONNECTIONS_VARIABLE = 'DATABASE_CONNECTIONS';

/**
 * The place that options name, or that Lambda's variables do; undefined where only the SDK can find out, from profiles or
 * rarer settings.
 */
export function placeOf(
  { endpoint, region, credentials }: DatabaseOptions,
  environment: Record<string, string | undefined>,
): Place | undefined {
  if (typeof endpoint === 'string' && typeof region === 'string' && typeof credentials === 'object')
    return { ...addressOf(endpoint), region, credentials };
  const isExplicit = endpoint !== undefined || region !== undefined || credentials !== undefined;
  return isExplicit ? undefined : placeOfFunction('dynamodb', environment);
}
