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
  /** Of CloudFront, over HTTPS. */
  perMillionEdgeRequests: usd,
  perMillionEdgeFunctionRuns: usd,
  perMillionQueueRequests: usd,
  perGigabyteOfLogs: usd,
  perGigabyteSent: usd,
  perGigabyteSentByEdge: usd,
  /** For each metric that an alarm watches. */
  perAlarmMonth: usd,
  perDashboardMonth: usd,
  perSecretMonth: usd,
  /** Of reads of Secrets Manager. */
  perMillionSecretReads: usd,
  perThousandMails: usd,
  perGigabyteMonthStored: usd,
  /** Of recovery points of the last 35 days. */
  perGigabyteMonthRecoverable: usd,
  perGigabyteMonthOfBackup: usd,
  perGigabyteMonthOfColdBackup: usd,
});

export type Prices = z.output<typeof pricesSchema>;

/**
 * The public lists of DynamoDB (on demand, standard), Backup, Lambda, API Gateway (HTTP APIs, the first tier), CloudFront
 * (the United States and Europe, the first tier), SQS (standard), SES, CloudWatch, Secrets Manager and EC2 (data transfer
 * to the internet, the first tier).
 */
export const listPrices: Prices = {
  region: 'us-east-1',
  asOf: '2025-06',
  perMillionReadUnits: 0.125,
  perMillionWriteUnits: 0.625,
  perMillionInvocations: 0.2,
  perGigabyteSecond: 0.000_013_333_4,
  perMillionApiRequests: 1,
  perMillionEdgeRequests: 1,
  perMillionEdgeFunctionRuns: 0.1,
  perMillionQueueRequests: 0.4,
  perGigabyteOfLogs: 0.5,
  perGigabyteSent: 0.09,
  perGigabyteSentByEdge: 0.085,
  perAlarmMonth: 0.1,
  perDashboardMonth: 3,
  perSecretMonth: 0.4,
  perMillionSecretReads: 5,
  perThousandMails: 0.1,
  perGigabyteMonthStored: 0.25,
  perGigabyteMonthRecoverable: 0.2,
  perGigabyteMonthOfBackup: 0.1,
  perGigabyteMonthOfColdBackup: 0.03,
};

/** Frankfurt has the same prices of what is not named here. */
const euCentral1: Prices = {
  ...listPrices,
  region: 'eu-central-1',
  perMillionReadUnits: 0.1525,
  perMillionWriteUnits: 0.7625,
  perMillionApiRequests: 1.2,
  perGigabyteOfLogs: 0.63,
  perGigabyteMonthStored: 0.306,
  perGigabyteMonthRecoverable: 0.2448,
  perGigabyteMonthOfBackup: 0.1224,
  perGigabyteMonthOfColdBackup: 0.0367,
};

export const pricesByRegion: Readonly<Record<string, Prices>> = {
  'us-east-1': listPrices,
  'eu-central-1': euCentral1,
};
