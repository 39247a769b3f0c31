import * as z from 'zod';

const usd = z.number().nonnegative();

/** What AWS charges, in US dollars without taxes and free tiers. */
export const pricesSchema = z.strictObject({
  region: z.string(),
  /** The month of the list, such as 2025-06. */
  asOf: z.string().regex(/^\d{4}-\d{2}$/, 'must be a month such as 2025-06'),
  perMillionReadUnits: usd,
  perMillionWriteUnits: usd,
  perMillionInvocations: usd,
  /** Of Lambda on arm64. */
  perGigabyteSecond: usd,
  perMillionApiRequests: usd,
  perMillionQueueRequests: usd,
  perGigabyteOfLogs: usd,
  perGigabyteSent: usd,
  perAlarmMonth: usd,
  perDashboardMonth: usd,
  perSecretMonth: usd,
});

export type Prices = z.output<typeof pricesSchema>;

/**
 * The public lists of DynamoDB (on demand, standard), Lambda, API Gateway (HTTP APIs, the first tier), SQS
 * (standard), CloudWatch, Secrets Manager and EC2 (data transfer to the internet, the first tier).
 */
export const listPrices: Prices = {
  region: 'us-east-1',
  asOf: '2025-06',
  perMillionReadUnits: 0.125,
  perMillionWriteUnits: 0.625,
  perMillionInvocations: 0.2,
  perGigabyteSecond: 0.000_013_333_4,
  perMillionApiRequests: 1,
  perMillionQueueRequests: 0.4,
  perGigabyteOfLogs: 0.5,
  perGigabyteSent: 0.09,
  perAlarmMonth: 0.1,
  perDashboardMonth: 3,
  perSecretMonth: 0.4,
};
