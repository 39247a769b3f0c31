import type { LocalHosts } from '../runner/local-hosts.ts';

const SERVICES = ['sts', 'sqs', 'events', 's3'];

/** Regions that destinations may be in: that of the runner, and one other. */
const OTHER_REGION = 'eu-central-1';

const namesIn = (region: string): string[] =>
  [region, OTHER_REGION].flatMap((one) => SERVICES.map((service) => `${service}.${one}.amazonaws.com`));

/** The hosts of AWS that functions in a region reach on this machine, at a port. */
export const awsHosts = (region: string, port: number): LocalHosts =>
  Object.fromEntries(namesIn(region).map((name) => [name, port]));

/** Whether a request is for AWS. */
export const isAwsHost = (host: string | undefined): boolean => host?.endsWith('.amazonaws.com') ?? false;
